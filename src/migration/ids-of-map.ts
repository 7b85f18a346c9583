import { decodeText } from '../bulk/input/decode-text.ts';
import { peekBytes } from '../bulk/input/peek-bytes.ts';
import { decodeStart, utf16Form } from '../bulk/input/wide-encodings.ts';
import { cellsWithoutQuotes, quoteIssue } from '../csv/damage-issue.ts';
import { type FoundHeading, findHeading } from '../csv/find-heading.ts';
import { likelyDelimiter } from '../csv/likely-delimiter.ts';
import { parseCsvText } from '../csv/parse-csv.ts';
import { Failure } from '../failure/failure.ts';
import type { Issue } from '../failure/issue.ts';
import { readBoundedJson } from '../json/bounded-json.ts';
import { pluralize } from '../output/pluralize.ts';
import { isJsonObject } from '../rules/json-value.ts';
import { inputName, readBytes, textOf } from '../terminal/read-input.ts';
import { wordsOf } from '../terminal/read-words.ts';
import type { Streams } from '../terminal/streams.ts';

/** Headings of a column of IDs, preferred first: of a map, as written by "migrate map", and of an export. */
const ID_HEADINGS: readonly RegExp[] = [/^from$/i, /^id$/i, /^(?:user|member)[ _-]?id$/i];

/** Maximum size of a list in JSON, in bytes; other lists have no limit. */
const MAX_JSON_SIZE = 512 * 1024 * 1024;

/**
 * Yields the IDs of users in a file: the column `from` of a map or `id` of an export, these members of the
 * objects in a JSON array or in NDJSON, otherwise every word.
 * @throws Failure `invalidInput` if the file cannot be read, has a misplaced quote in its header row, or is a
 * table without such a column
 */
export async function* idsOfMap(path: string, stdin: Streams['stdin']): AsyncGenerator<string> {
  const file = inputName(path);
  const peeked = await peekBytes(readBytes(path, stdin));
  const text = decodeStart(peeked.start).replace(/^\ufeff/, '');
  const bytes = utf16Form(peeked.start) === undefined ? peeked.bytes : inUtf8(peeked.bytes, file);
  if (/^\s*[[{]/.test(text)) {
    yield* idsInJson(await textOf(bytes, file, MAX_JSON_SIZE));
    return;
  }
  const delimiter = likelyDelimiter(text);
  const found = findHeading(text, delimiter);
  const heading = found.cells.map((cell) => cell.trim());
  const column = idColumn(heading);
  if (column !== undefined) yield* idsInColumn(bytes, file, delimiter, column);
  else if (isHeading(heading))
    throw new Failure('invalidInput', `${file} has no column "id" or "from"; nothing was sent`, {
      hint: `it has ${heading.slice(0, HEADINGS_TOLD).join(', ')}; a list has IDs alone`,
    });
  else {
    refuseWrongQuote(text, found, file);
    yield* wordsOf(bytes, file);
  }
}

/** Converts UTF-16 to UTF-8. @throws Failure `invalidInput` */
async function* inUtf8(bytes: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  const refuse = (issue: Issue) => {
    throw refusal([issue], file);
  };
  for await (const text of decodeText(bytes, file, refuse)) yield Buffer.from(text);
}

/**
 * Yields the IDs in a JSON array or in NDJSON. An item without an ID is yielded as it is written, to be
 * reported like any other text.
 */
function* idsInJson(text: string): Generator<string> {
  const whole = readBoundedJson(text);
  const items = 'value' in whole && Array.isArray(whole.value) ? whole.value : undefined;
  if (items !== undefined) for (const item of items) yield* idIn(item, JSON.stringify(item));
  else
    for (const line of text.split(/\r\n|\n|\r/)) {
      const read = readBoundedJson(line);
      if (line.trim() !== '') yield* 'value' in read ? idIn(read.value, line) : [line.trim()];
    }
}

/** Returns the ID in a value of a list; none for a group. */
function idIn(value: unknown, written: string): readonly string[] {
  if (typeof value === 'string') return [value.trim()];
  // In brackets, because a number or null alone has the letters of an ID.
  if (!isJsonObject(value)) return [`[${written}]`];
  if (value['kind'] === 'group') return [];
  const names = Object.keys(value);
  const id = value[names[idColumn(names) ?? -1] ?? ''];
  return [typeof id === 'string' ? id.trim() : written];
}

/**
 * Refuses a header row with a misplaced quote. Other text may contain quotes as well, so the cells must look
 * like headings. @throws Failure `invalidInput`
 */
function refuseWrongQuote(text: string, found: FoundHeading, file: string): void {
  const issue = quoteIssue(text, found.start, found, file);
  if (issue === undefined) return;
  const cells = cellsWithoutQuotes(text, found.start);
  if (idColumn(cells) !== undefined || isHeading(cells)) throw refusal([issue], file);
}

function refusal(issues: readonly Issue[], file: string): Failure {
  return new Failure('invalidInput', `${file}: ${pluralize(issues.length, 'finding')} in the map`, {
    issues,
  });
}

/** Maximum number of headings listed if no column contains IDs. */
const HEADINGS_TOLD = 12;

function idColumn(heading: readonly string[]): number | undefined {
  for (const name of ID_HEADINGS) {
    const at = heading.findIndex((cell) => name.test(cell));
    if (at >= 0) return at;
  }
  return undefined;
}

/** Whether cells are headings: words of letters, not all in capitals like an ID. */
function isHeading(cells: readonly string[]): boolean {
  const areWords = cells.every((cell) => /^[\p{L} _.-]+$/u.test(cell));
  return cells.length > 1 && areWords && cells.some((cell) => /\p{Ll}/u.test(cell));
}

async function* idsInColumn(
  bytes: AsyncIterable<Buffer>,
  file: string,
  delimiter: string,
  column: number,
): AsyncGenerator<string> {
  const issues: Issue[] = [];
  const report = (issue: Issue) => void issues.push(issue);
  let kindAt: number | undefined;
  for await (const batch of parseCsvText(decodeText(bytes, file, report), file, report, delimiter)) {
    for (const { cells } of batch) {
      if (kindAt === undefined) {
        kindAt = cells.findIndex((name) => name.trim().toLowerCase() === 'kind');
        continue;
      }
      const id = cells[column] ?? '';
      // The service exchanges only IDs of users.
      if (id.trim() !== '' && cells[kindAt] !== 'group') yield id.trim();
    }
  }
  if (issues.length > 0) throw refusal(issues, file);
}
