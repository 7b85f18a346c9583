import type { Issue } from '../../failure/issue.ts';
import { decodeText } from './decode-text.ts';
import type { Headings, InputFormat, InputRow } from './input-row.ts';
import { parseCsvText } from './parse-csv.ts';

/**
 * Reads the records of a CSV, or of NDJSON when the first character is a brace, as they come.
 * @param onHeadings is told of each set of headings before its first row; of a CSV also when there is no row.
 * What is not UTF-8 is reported and ends the reading.
 * @returns batches of rows in the order of the file.
 */
export async function* readRows(
  bytes: AsyncIterable<Buffer>,
  file: string,
  vendor: string,
  report: (issue: Issue) => void,
  onHeadings: (headings: Headings) => void,
): AsyncGenerator<readonly InputRow[]> {
  const texts = decodeText(bytes, file, report);
  const begun: string[] = [];
  let format: InputFormat | undefined;
  while (format === undefined) {
    const next = await texts.next();
    if (next.done === true) break;
    begun.push(next.value);
    if (/^\s*\[\s*[{\]]/.test(next.value)) return report(arrayIssue(file));
    format = formatOf(next.value);
  }
  const whole = chained(begun, texts);
  if (format === 'ndjson') yield* ndjsonRows(whole, file, vendor, report, onHeadings);
  else yield* csvRows(whole, file, report, onHeadings);
}

function arrayIssue(file: string): Issue {
  return {
    code: 'json_array',
    path: '',
    message: 'this is one JSON array',
    expected: `NDJSON, one object on a line: jq -c '.[]' ${file} > people.ndjson`,
    at: { file, line: 1, column: 1 },
  };
}

/** No column begins with a brace. Undefined as long as there are only blanks. */
function formatOf(start: string): InputFormat | undefined {
  const first = /\S/.exec(start)?.[0];
  if (first === undefined) return undefined;
  return first === '{' ? 'ndjson' : 'csv';
}

async function* chained(begun: readonly string[], rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield* begun;
  yield* rest;
}

async function* ndjsonRows(
  texts: AsyncIterable<string>,
  file: string,
  vendor: string,
  report: (issue: Issue) => void,
  onHeadings: (headings: Headings) => void,
): AsyncGenerator<readonly InputRow[]> {
  const { parseNdjson } = await import('./parse-ndjson.ts');
  const seen = new Set<Headings>();
  for await (const batch of parseNdjson(texts, file, vendor, report)) {
    for (const { headings } of batch) {
      if (seen.has(headings)) continue;
      seen.add(headings);
      onHeadings(headings);
    }
    yield batch;
  }
}

/** A spreadsheet writes rows of commas where somebody once had typed something. */
const BLANK_ROW = /^[,\s"]*$/;

async function* csvRows(
  texts: AsyncIterable<string>,
  file: string,
  report: (issue: Issue) => void,
  onHeadings: (headings: Headings) => void,
): AsyncGenerator<readonly InputRow[]> {
  let headings: Headings | undefined;
  for await (const batch of parseCsvText(texts, file, report)) {
    const rows: InputRow[] = [];
    for (const { line, cells, raw } of batch) {
      if (headings === undefined) {
        headings = { names: cells, line, raw, format: 'csv' };
        onHeadings(headings);
      } else if (!BLANK_ROW.test(raw)) {
        rows.push({ headings, line, cells, raw });
      }
    }
    if (rows.length > 0) yield rows;
  }
}
