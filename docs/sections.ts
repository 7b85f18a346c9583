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

/** The numbered rules below the headings of SCIM, by what each is about. */
const SCIM_RULES: readonly (readonly [string, string])[] = [
  ['4.3 rule 1', 'what is not sent stays; a space clears'],
  ['4.3 rule 2', 'password, externalId, profileUrl'],
  ['4.3 rule 3', 'active'],
  ['4.3 rule 4', 'userName and nickName'],
  ['4.3 rule 5', 'plain strings'],
  ['4.3 rule 6', 'emails'],
  ['4.3 rule 7', 'phoneNumbers'],
  ['4.3 rule 8', 'photos'],
  ['4.3 rule 9', 'addresses'],
  ['4.3 rule 10', 'roles'],
  ['4.3 rule 11', 'name'],
  ['4.3 rule 12', 'enterprise extension'],
  ['4.3 rule 13', 'guest extension'],
  ['4.3 rule 14', 'profile extension'],
  ['4.3 rule 15', 'meta.attributes'],
  ['4.5 rule 1', 'one valid boolean operator'],
  ['4.5 rule 2', 'attribute, operator, value'],
  ['4.5 rule 3', 'and, or, parentheses'],
  ['4.5 rule 4', 'JSON strings, single spaces'],
  ['4.5 rule 5', 'letter case'],
  ['5 rule 1', 'the token'],
  ['5 rule 2', 'installed on the organization'],
  ['5 rule 3', 'plan tiers'],
];

/**
 * Every heading of both documents, as their digests have it, and the numbered rules below the headings of
 * SCIM.
 */
const SECTIONS: readonly Section[] = [...sectionsOf('SCIM', SCIM_RULES), ...sectionsOf('WEB', [])];

function sectionsOf(
  document: SpecDocument,
  rules: readonly (readonly [string, string])[],
): readonly Section[] {
  const digest = readFileSync(join('docs', 'spec', `${document.toLowerCase()}.md`), 'utf8');
  return [...digest.matchAll(/^#+ §(\S+) (.+)$/gm)].flatMap(([, number = '', heading = '']) => [
    { document, number, heading: heading.replace('&lt;', '<').replace('&gt;', '>') },
    ...rules
      .filter(([rule]) => rule.startsWith(`${number} `))
      .map(([rule, about]) => ({ document, number: rule, heading: about })),
  ]);
}

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

/**
 * Returns the sections of a document that no test of the program or the wire cites, nor any section below.
 */
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
 * Returns what a name cites: `SCIM §4.3 rules 6, 7 and SCIM §8` → `SCIM 4.3 rule 6`, `SCIM 4.3 rule 7`,
 * `SCIM 8`. A § without the name of its document belongs to the one before.
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
