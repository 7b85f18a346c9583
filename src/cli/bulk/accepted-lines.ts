import { isReasonHeading } from '../../bulk/input/columns.ts';
import { IDENTITY_CODES } from '../../bulk/plan/match.ts';
import { likelyDelimiter } from '../../csv/likely-delimiter.ts';
import { parseCsvText } from '../../csv/parse-csv.ts';
import { Failure } from '../../failure/failure.ts';
import { readBoundedJson } from '../../json/bounded-json.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import { PLACE_HEADING, REASON_HEADINGS } from '../../spec/own-headings.ts';
import { readText } from '../../terminal/read-input.ts';
import type { Streams } from '../../terminal/streams.ts';

/** Maximum size of a file of accepted lines, in bytes. */
const MAX_SIZE = 16 * 1024 * 1024;

const NUMBERS = /^\s*\d{1,9}(?:[\s,]+\d{1,9})*[\s,]*$/;

/**
 * Rows that the user has reviewed, by line. The value is the text of the row without the added reason
 * columns; undefined if only the line number is given.
 */
export type AcceptedRows = ReadonlyMap<number, string | undefined>;

/**
 * Reads the lines that the user has reviewed: `2,7`, a file of such numbers, or a file of rejected rows with
 * their places.
 * @throws Failure `usage` if the argument is none of these
 */
export async function acceptedLines(text: string, stdin: Streams['stdin']): Promise<AcceptedRows> {
  if (NUMBERS.test(text)) return numbersIn(text);
  const content = await readText(text, stdin, MAX_SIZE);
  if (NUMBERS.test(content)) return numbersIn(content);
  const rows = await rejectedRowsIn(content, text);
  if (rows !== undefined) return rows;
  throw new Failure('usage', `${text} contains no line numbers`, {
    hint: `pass line numbers, or a file of rejected rows with the column ${PLACE_HEADING}`,
  });
}

/**
 * Returns the rows of a file of rejected rows whose findings can be accepted; undefined if the file has no
 * such format.
 */
export async function rejectedRowsIn(content: string, file: string): Promise<AcceptedRows | undefined> {
  return rowsInObjects(content) ?? rowsInComments(content) ?? (await rowsInCsv(content, file));
}

function numbersIn(text: string): AcceptedRows {
  return new Map((text.match(/\d+/g) ?? []).map((line) => [Number(line), undefined]));
}

/** Returns the rejected rows of a CSV; undefined if it has no place column. */
async function rowsInCsv(content: string, file: string): Promise<AcceptedRows | undefined> {
  let headings: readonly string[] | undefined;
  let column = -1;
  let codeColumn = -1;
  const rows = new Map<number, string | undefined>();
  // The delimiter may be one that no detection tries.
  const delimiter = PLACE_AND_CODE.exec(content)?.[1] ?? likelyDelimiter(content);
  for await (const batch of parseCsvText(singleChunk(content), file, () => {}, delimiter)) {
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

/** Returns the rejected rows of an NDJSON file; undefined if there are none. */
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

const PLACE_AND_CODE = new RegExp(`${PLACE_HEADING}"?(.)"?${REASON_HEADINGS[0]}`, 'i');

const [CODE_HEADING, MESSAGE_HEADING] = REASON_HEADINGS;
const ENTRY = new RegExp(
  `^# ${PLACE_HEADING}: (.*)\\n# ${CODE_HEADING}: (.*)\\n(?:# ${MESSAGE_HEADING}: .*\\n)?`,
  'm',
);

/** Returns the rejected rows of an LDIF file, whose reasons are in comments. */
function rowsInComments(content: string): AcceptedRows | undefined {
  if (!content.startsWith(`# ${PLACE_HEADING}`)) return undefined;
  const rows = new Map<number, string | undefined>();
  // The pattern has two groups: the text before the first match, then place, code and entry, repeated.
  const parts = content.split(ENTRY).slice(1);
  for (let at = 0; at < parts.length; at += 3) {
    const line = acceptedLine(parts[at], parts[at + 1]);
    const entry = (parts[at + 2] ?? '').trim();
    if (line !== undefined) rows.set(line, entry === '' ? undefined : entry);
  }
  return rows;
}

/** Returns the row as it was rejected, as text; undefined if only the reason columns are present. */
function ownText(members: readonly (readonly [string, unknown])[]): string | undefined {
  const own = members.filter(([name]) => !isReasonHeading(name));
  return own.length === 0
    ? undefined
    : own
        .map((member) => JSON.stringify(member))
        .sort()
        .join('\n');
}

/** Returns the line of a rejected row if its finding can be accepted. */
function acceptedLine(place: unknown, code: unknown): number | undefined {
  // Only identity findings can be accepted.
  if (code !== undefined && !IDENTITY_CODES.some((known) => known === code)) return undefined;
  // A file name may contain colons; a place ends with the line, or with line and column.
  const [, line] = /:(\d+)(?::\d+)?$/.exec(String(place ?? '')) ?? [];
  return line === undefined ? undefined : Number(line);
}

async function* singleChunk(text: string): AsyncGenerator<string> {
  yield text;
}
