import { Failure } from '../../failure/failure.ts';
import type { Issue } from '../../failure/issue.ts';
import { readBoundedJson } from '../../json/bounded-json.ts';
import { reportDigest } from '../../migration/compare/verify-organizations.ts';
import type { ListView } from '../../output/view.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import { version } from '../host.ts';
import { DATA_BEGINS, DATA_ENDS, verifyPage } from './verify-page.ts';
import type { VerifyReport } from './verify-report.ts';

/** A report that was read back. */
export interface CheckedReport {
  readonly report: VerifyReport;
  /** What could not be checked, and why; undefined if everything was checked. */
  readonly unchecked: string | undefined;
}

/**
 * Reads a report back: the page of `--html`, or the output of `-o json`. The digest is recomputed from the
 * data, and each line of a page is compared with the page generated from the data.
 * @throws Failure `invalidInput` for a file that is not a report or was edited, with the places
 */
export function readReport(text: string, file: string): CheckedReport {
  const isData = /^\s*\{/.test(text);
  const begin = text.indexOf(DATA_BEGINS);
  const end = text.indexOf(DATA_ENDS, begin);
  if (!isData && (begin < 0 || end < 0))
    throw new Failure('invalidInput', `${file} is not a report from "migrate verify" with its data`, {
      hint: 'give the page from --html, or the output of -o json',
    });
  const data = isData ? text : unescapeMarkup(text.slice(begin + DATA_BEGINS.length, end));
  const read = readBoundedJson(data);
  if ('fault' in read || !isReport(read.value))
    throw new Failure('invalidInput', `${file} is not a complete report from "migrate verify"`);
  const report = read.value;
  const { digest, ...rest } = report;
  const found = reportDigest(rest);
  if (digest !== found)
    throw editedFailure(file, [
      {
        code: 'digest',
        path: '',
        message: `its data has the digest ${found}, but the report says ${digest}`,
      },
    ]);
  if (isData) return { report, unchecked: undefined };
  if (report.tool !== `orgctl ${version}`)
    return { report, unchecked: `the lines of the page: ${report.tool} wrote it, this is orgctl ${version}` };
  const issues = differentLines(text, verifyPage(report));
  if (issues.length > 0) throw editedFailure(file, issues);
  return { report, unchecked: undefined };
}

function editedFailure(file: string, issues: readonly Issue[]): Failure {
  return new Failure('invalidInput', `${file} was edited or is damaged`, {
    issues,
    hint: 'create the report again: orgctl migrate verify A B --html FILE',
  });
}

/**
 * Whether the value has the shape of a report. For a report of this version, the digest proves the rest; for
 * others, the shape is enough to read them.
 */
function isReport(value: unknown): value is JsonObject & VerifyReport {
  if (!isJsonObject(value)) return false;
  const { a, b, attributes, differences, samples, notCompared } = value;
  return (
    typeof value['digest'] === 'string' &&
    [a, b, value['joined'], value['users'], value['groups']].every((part) => isJsonObject(part ?? null)) &&
    [attributes, differences, samples, notCompared].every(Array.isArray)
  );
}

/** Number of lines of a page that an error quotes. */
const QUOTED = 5;

/** Returns the lines in which a page differs from its data. Line ends may have been converted to CRLF. */
function differentLines(page: string, expected: string): readonly Issue[] {
  const [lines, wanted] = [page.split(/\r?\n/), expected.split('\n')];
  const issues: Issue[] = [];
  for (let at = 0; at < Math.max(lines.length, wanted.length) && issues.length < QUOTED; at += 1) {
    if (lines[at] === wanted[at]) continue;
    const [said, expectedText] = [textOf(lines[at]), textOf(wanted[at])];
    const message =
      said === expectedText
        ? `line ${at + 1} has other markup than its data: ${shortened(lines[at])}`
        : `line ${at + 1} says "${said}", its data says "${expectedText}"`;
    issues.push({ code: 'edited', path: '', message });
    // With an added or removed line, all following lines differ.
    if (lines.length !== wanted.length) break;
  }
  return issues;
}

/** Number of characters quoted per line. */
const MAX_LENGTH = 160;

function textOf(line = ''): string {
  const words = unescapeMarkup(line.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
  return shortened(words);
}

function shortened(text = ''): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

const MARKS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function unescapeMarkup(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => MARKS[name] ?? whole);
}

/** A value that has changed since a report. */
export interface ChangedValue {
  readonly what: string;
  readonly reported: string;
  readonly today: string;
}

export const CHANGED_VIEW: ListView<ChangedValue> = {
  isSummarized: true,
  json: (row) => ({ ...row }),
  columns: [
    { name: 'what', heading: 'What', importance: 1, value: ({ what }) => what },
    { name: 'reported', heading: 'Report', importance: 1, value: ({ reported }) => reported },
    { name: 'today', heading: 'Today', importance: 1, value: ({ today }) => today },
  ],
};

/**
 * Compares the facts that two reports share if nothing changed in between: counts and digests. The time, the
 * signature and the samples are not compared.
 */
export function changedSince(reported: VerifyReport, today: VerifyReport): readonly ChangedValue[] {
  const [one, other] = [factsOf(reported), factsOf(today)];
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((what) => {
    const [before = '', now = ''] = [one.get(what), other.get(what)];
    return before === now ? [] : [{ what, reported: before, today: now }];
  });
}

/** Number of values in which two reports are compared. */
export function factCount(report: VerifyReport): number {
  return factsOf(report).size;
}

function factsOf(report: VerifyReport): ReadonlyMap<string, string> {
  const { verdict, a, b, joined, users, groups, memberships, notCompared, differences } = report;
  const facts = new Map<string, string>([
    ['verdict', verdict],
    ['not compared', notCompared.join(', ')],
    ['memberships different', String(memberships)],
    ['differences', reportDigest(differences)],
  ]);
  const add = (name: string, counts: object) => {
    for (const [word, count] of Object.entries(counts))
      if (word !== 'name') facts.set(`${name}: ${word}`, String(count));
  };
  add('A', a);
  add('B', b);
  add('joined', joined);
  add('users', users);
  add('groups', groups);
  for (const { attribute, ...counts } of report.attributes) add(attribute, counts);
  return facts;
}
