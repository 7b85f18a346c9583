import { decodeText } from '../bulk/input/decode-text.ts';
import { peekBytes } from '../bulk/input/peek-bytes.ts';
import { cellsWithoutQuotes, quoteIssue } from '../csv/damage-issue.ts';
import { type FoundHeading, findHeading } from '../csv/find-heading.ts';
import { likelyDelimiter } from '../csv/likely-delimiter.ts';
import { parseCsvText } from '../csv/parse-csv.ts';
import { Failure } from '../failure/failure.ts';
import type { Issue } from '../failure/issue.ts';
import { pluralize } from '../output/pluralize.ts';
import { inputName, readBytes } from '../terminal/read-input.ts';
import { wordsOf } from '../terminal/read-words.ts';
import type { Streams } from '../terminal/streams.ts';

/** Headings of a column of IDs, preferred first: of a map, as written by "migrate map", and of an export. */
const ID_HEADINGS: readonly RegExp[] = [/^from$/i, /^id$/i, /^(?:user|member)[ _-]?id$/i];

/**
 * Yields the IDs of users in a file: the column `from` of a map or `id` of an export, otherwise every word.
 * @throws Failure `invalidInput` if the file cannot be read, has a misplaced quote in its header row, or is a
 * table without such a column
 */
export async function* idsOfMap(path: string, stdin: Streams['stdin']): AsyncGenerator<string> {
  const file = inputName(path);
  const { start, bytes } = await peekBytes(readBytes(path, stdin));
  const text = start.toString('utf8').replace(/^\ufeff/, '');
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
