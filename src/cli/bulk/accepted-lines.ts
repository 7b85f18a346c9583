import { isReasonHeading, PLACE_HEADING, REASON_HEADINGS } from '../../bulk/input/columns.ts';
import { IDENTITY_CODES } from '../../bulk/plan/match.ts';
import { parseCsvText } from '../../csv/parse-csv.ts';
import { Failure } from '../../failure/failure.ts';
import { readBoundedJson } from '../../json/bounded-json.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import { readText } from '../../terminal/read-input.ts';
import type { Streams } from '../../terminal/streams.ts';

/** Largest file of accepted lines. */
const LARGEST = 16 * 1024 * 1024;

const NUMBERS = /^\s*\d{1,9}(?:[\s,]+\d{1,9})*[\s,]*$/;

/**
 * What a person has looked at: by line the row as text, without what was added to it; undefined where only
 * the line is given.
 */
export type AcceptedRows = ReadonlyMap<number, string | undefined>;

/**
 * Reads the lines that a person has looked at: `2,7`, a file of such numbers, or a file of rejected rows with
 * their places.
 * @throws Failure `usage` when it is none of them
 */
export async function acceptedLines(text: string, stdin: Streams['stdin']): Promise<AcceptedRows> {
  if (NUMBERS.test(text)) return numbersIn(text);
  const content = await readText(text, stdin, LARGEST);
  if (NUMBERS.test(content)) return numbersIn(content);
  const rows = await rejectedRowsIn(content, text);
  if (rows !== undefined) return rows;
  throw new Failure('usage', `${text} lists no lines`, {
    hint: `numbers of lines, or a file of rejected rows with the column ${PLACE_HEADING}`,
  });
}

/**
 * Returns the rows of a file of rejected rows whose findings a person may accept; undefined when it is no
 * such file.
 */
export async function rejectedRowsIn(content: string, file: string): Promise<AcceptedRows | undefined> {
  return rowsInObjects(content) ?? rowsInComments(content) ?? (await rowsInCsv(content, file));
}

function numbersIn(text: string): AcceptedRows {
  return new Map((text.match(/\d+/g) ?? []).map((line) => [Number(line), undefined]));
}

/** The rejected rows of a CSV; undefined when it has no column of places. */
async function rowsInCsv(content: string, file: string): Promise<AcceptedRows | undefined> {
  let headings: readonly string[] | undefined;
  let column = -1;
  let codeColumn = -1;
  const rows = new Map<number, string | undefined>();
  for await (const batch of parseCsvText(once(content), file, () => {})) {
    for (const { cells } of batch) {
      if (headings === undefined) {
        headings = cells;
        column = cells.findIndex((cell) => cell.trim().toLowerCase() === PLACE_HEADING);
        codeColumn = cells.indexOf(REASON_HEADINGS[0]);
        if (column < 0) return undefined;
        continue;
      }
      const line = acceptedLine(cells[column], cells[codeColumn]);
      if (line !== undefined) rows.set(line, ownText(headings.map((name, at) => [name, cells[at] ?? ''])));
    }
  }
  return headings === undefined ? undefined : rows;
}

/** The same of NDJSON; undefined when it is none. */
function rowsInObjects(content: string): AcceptedRows | undefined {
  if (!content.trimStart().startsWith('{')) return undefined;
  const rows = new Map<number, string | undefined>();
  for (const text of content.split('\n')) {
    const read = readBoundedJson(text);
    if (!('value' in read) || !isJsonObject(read.value)) continue;
    const { [PLACE_HEADING]: place, [REASON_HEADINGS[0]]: code } = read.value;
    const line = acceptedLine(place, code);
    if (line !== undefined) rows.set(line, ownText(Object.entries(read.value)));
  }
  return rows.size === 0 ? undefined : rows;
}

const [CODE_HEADING, MESSAGE_HEADING] = REASON_HEADINGS;
const ENTRY = new RegExp(
  `^# ${PLACE_HEADING}: (.*)\\n# ${CODE_HEADING}: (.*)\\n(?:# ${MESSAGE_HEADING}: .*\\n)?`,
  'm',
);

/** The same of entries of LDIF, which have their reasons in comments. */
function rowsInComments(content: string): AcceptedRows | undefined {
  if (!content.startsWith(`# ${PLACE_HEADING}`)) return undefined;
  const rows = new Map<number, string | undefined>();
  // Split at a pattern with two groups: what is before the first, then place, code and entry in turn.
  const parts = content.split(ENTRY).slice(1);
  for (let at = 0; at < parts.length; at += 3) {
    const line = acceptedLine(parts[at], parts[at + 1]);
    const entry = (parts[at + 2] ?? '').trim();
    if (line !== undefined) rows.set(line, entry === '' ? undefined : entry);
  }
  return rows;
}

/** The row as it was rejected, as text; undefined when nothing of it is there. */
function ownText(members: readonly (readonly [string, unknown])[]): string | undefined {
  const own = members.filter(([name]) => !isReasonHeading(name));
  return own.length === 0
    ? undefined
    : own
        .map((member) => JSON.stringify(member))
        .sort()
        .join('\n');
}

/** The line of a rejected row, when a person may accept its finding. */
function acceptedLine(place: unknown, code: unknown): number | undefined {
  // Other findings are nothing that could be accepted.
  if (code !== undefined && !IDENTITY_CODES.some((known) => known === code)) return undefined;
  // A file name may have colons, a place ends in the line, or in line and column.
  const [, line] = /:(\d+)(?::\d+)?$/.exec(String(place ?? '')) ?? [];
  return line === undefined ? undefined : Number(line);
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
