import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The two documents that say what the service does, as tests cite them. */
export type SpecDocument = 'SCIM' | 'WEB';

export interface Section {
  readonly document: SpecDocument;
  /** As tests write it: `4.3`, `4.3 rule 6`. */
  readonly number: string;
  readonly heading: string;
}

/** A section and the files with tests whose name cites it. */
export interface CitedSection extends Section {
  /** Tests that drive the program or the wire. */
  readonly driven: readonly string[];
  /** Tests of tables and pure rules. */
  readonly pure: readonly string[];
}

const scim = (number: string, heading: string): Section => ({ document: 'SCIM', number, heading });
const web = (number: string, heading: string): Section => ({ document: 'WEB', number, heading });

/** Every heading of both documents, and the numbered rules below the headings of SCIM. */
const SECTIONS: readonly Section[] = [
  scim('1', 'What the service does'),
  scim('2', 'Resources and their fields'),
  scim('2.1', 'User'),
  scim('2.2', 'Group'),
  scim('2.3', 'Envelopes (v2)'),
  scim('3', 'States and transitions'),
  scim('4', 'Endpoints'),
  scim('4.1', 'GET /Users'),
  scim('4.2', 'POST /Users'),
  scim('4.3', 'PATCH /Users/<id>'),
  scim('4.3 rule 1', 'what is not sent stays; a space clears'),
  scim('4.3 rule 2', 'password, externalId, profileUrl'),
  scim('4.3 rule 3', 'active'),
  scim('4.3 rule 4', 'userName and nickName'),
  scim('4.3 rule 5', 'plain strings'),
  scim('4.3 rule 6', 'emails'),
  scim('4.3 rule 7', 'phoneNumbers'),
  scim('4.3 rule 8', 'photos'),
  scim('4.3 rule 9', 'addresses'),
  scim('4.3 rule 10', 'roles'),
  scim('4.3 rule 11', 'name'),
  scim('4.3 rule 12', 'enterprise extension'),
  scim('4.3 rule 13', 'guest extension'),
  scim('4.3 rule 14', 'profile extension'),
  scim('4.3 rule 15', 'meta.attributes'),
  scim('4.4', 'PUT /Users/<id> and DELETE /Users/<id>'),
  scim('4.5', 'Filter'),
  scim('4.5 rule 1', 'one valid boolean operator'),
  scim('4.5 rule 2', 'attribute, operator, value'),
  scim('4.5 rule 3', 'and, or, parentheses'),
  scim('4.5 rule 4', 'JSON strings, single spaces'),
  scim('4.5 rule 5', 'letter case'),
  scim('4.6', 'Groups'),
  scim('5', 'Authentication'),
  scim('5 rule 1', 'the token'),
  scim('5 rule 2', 'installed on the organization'),
  scim('5 rule 3', 'plan tiers'),
  scim('6', 'Events'),
  scim('7', 'Errors'),
  scim('8', 'Limits'),
  scim('9', 'Versioning'),
  web('1', 'What the service does'),
  web('2', 'Resources and their fields'),
  web('2.1', 'Integration log entry'),
  web('2.2', 'Invite request'),
  web('2.3', 'Session'),
  web('2.4', 'Step version'),
  web('2.5', 'Other records'),
  web('2.6', 'App manifest'),
  web('3', 'States and transitions'),
  web('4', 'Endpoints'),
  web('4.1', 'admin.auth.policy.assignEntities'),
  web('4.2', 'team.integrationLogs'),
  web('4.3', 'admin.inviteRequests.denied.list'),
  web('4.4', 'admin.users.session.list'),
  web('4.5', 'functions.workflows.steps.list'),
  web('4.6', 'assistant.threads.setStatus'),
  web('4.7', 'conversations.mark'),
  web('4.8', 'functions.distributions.permissions.set'),
  web('4.9', 'admin.conversations.convertToPrivate'),
  web('4.10', 'migration.exchange'),
  web('5', 'Authentication'),
  web('6', 'Events'),
  web('7', 'Errors'),
  web('8', 'Limits'),
  web('9', 'Versioning'),
];

/** Their tests look at tables and pure functions, not at the program or the wire. */
const PURE_FOLDERS: readonly string[] = ['spec', 'rules', 'output', 'failure', 'support'];

/** Returns every section of both documents with the tests that cite it, read from the names of the tests. */
export function citedSections(testFolder = 'test'): readonly CitedSection[] {
  const files = readdirSync(testFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();
  const cited = files.map((file) => {
    const text = readFileSync(join(testFolder, file), 'utf8');
    return { file, citations: new Set(testNames(text).flatMap(citationsIn)) };
  });
  return SECTIONS.map((section) => {
    const citing = cited.filter(({ citations }) =>
      [...citations].some((citation) => isCited(citation, section)),
    );
    const isPure = (file: string) => PURE_FOLDERS.includes(file.split('/')[0] ?? '');
    const names = citing.map(({ file }) => file);
    return { ...section, driven: names.filter((file) => !isPure(file)), pure: names.filter(isPure) };
  });
}

/** Returns the sections of a document that no test of the program or the wire cites, nor any section below. */
export function gaps(document: SpecDocument, sections = citedSections()): readonly string[] {
  return sections
    .filter((section) => section.document === document && section.driven.length === 0)
    .filter((section) => !sections.some((below) => isBelow(below, section) && below.driven.length > 0))
    .map(({ number }) => `${document} §${number}`);
}

/** §2.1 is below §2. */
export function isBelow(section: Section, other: Section): boolean {
  return section.document === other.document && section.number.startsWith(`${other.number}.`);
}

/** The texts that calls begin with: names of tests, of groups and of tables of tests. */
function testNames(text: string): readonly string[] {
  const pattern = /\(\s*(['"`])((?:\\.|(?!\1)[^\\])*§(?:\\.|(?!\1)[^\\])*)\1/gs;
  return [...text.matchAll(pattern)].map(([, , name = '']) => name);
}

/**
 * Returns what a name cites: `SCIM §4.3 rules 6, 7 and SCIM §8` → `SCIM 4.3 rule 6`, `SCIM 4.3 rule 7`, `SCIM 8`. A § without
 * the name of its document belongs to the one before.
 */
export function citationsIn(name: string): readonly string[] {
  const found: string[] = [];
  let document = '';
  const pattern = /(?:(SCIM|WEB) )?§(\d+(?:\.\d+)?)(?: rules? (\d+(?:(?:–|, | and |, and )\d+)*))?/g;
  for (const [, named, number = '', rules] of name.matchAll(pattern)) {
    document = named ?? document;
    if (rules === undefined) found.push(`${document} ${number}`);
    for (const rule of rules === undefined ? [] : numbersIn(rules))
      found.push(`${document} ${number} rule ${rule}`);
  }
  return found;
}

/** `6–8, 10` → 6, 7, 8, 10. */
function numbersIn(text: string): readonly number[] {
  return text.split(/, and |, | and /).flatMap((part) => {
    const [from = 0, to = from] = part.split('–').map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

/** A citation of a rule counts for its section too. */
function isCited(citation: string, { document, number }: Section): boolean {
  const section = `${document} ${number}`;
  return citation === section || citation.startsWith(`${section} rule`);
}
