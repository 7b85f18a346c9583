import { decodeText } from '../bulk/input/decode-text.ts';
import type { PeekedBytes } from '../bulk/input/peek-bytes.ts';
import { decodeStart } from '../bulk/input/wide-encodings.ts';
import { likelyDelimiter } from '../csv/likely-delimiter.ts';
import { parseCsvText } from '../csv/parse-csv.ts';
import { Failure } from '../failure/failure.ts';
import type { Issue } from '../failure/issue.ts';
import { hasUserIdFormat } from '../rules/user-id.ts';
import { type CollectedIds, ID, notAnId } from './id-map.ts';

/**
 * Reads a map in CSV, with the columns `from` and `to`, or with the IDs in the first two columns.
 * @throws Failure `invalidInput` if it is empty, or if its first row is unclear
 */
export async function readCsvMap(
  peeked: PeekedBytes,
  file: string,
  collected: CollectedIds,
  issues: Issue[],
): Promise<void> {
  let layout: Layout | undefined;
  const report = (issue: Issue) => void issues.push(issue);
  collected.delimiter = likelyDelimiter(decodeStart(peeked.start));
  const onEncoding = (name: string) => {
    collected.encoding = name;
  };
  const texts = decodeText(peeked.bytes, file, report, { onEncoding });
  for await (const batch of parseCsvText(texts, file, report, collected.delimiter)) {
    for (const { cells, line } of batch) {
      if (layout === undefined) {
        layout = layoutOf(cells, file, line);
        if (layout.hasHeading) {
          collected.heading = cells.map(headingName);
          continue;
        }
      }
      const [from = '', to = ''] = layout.columns.map((column) => (cells[column] ?? '').trim());
      const word = layout.isNamed ? undefined : [from, to].find((cell) => cell !== '' && !mayBeId(cell));
      if (word === undefined) collected.add(from, to, { file, line });
      else issues.push(notAnId(word, { file, line }));
    }
  }
  if (layout === undefined && issues.length === 0) throw new Failure('invalidInput', `${file} is empty`);
}

/** Where the IDs of a CSV are. */
interface Layout {
  readonly columns: readonly [from: number, to: number];
  /** Whether the columns are named `from` and `to`; otherwise they are the first two. */
  readonly isNamed: boolean;
  readonly hasHeading: boolean;
}

/**
 * Returns the layout of a CSV from its first row.
 * @throws Failure `invalidInput` if the row has only one cell, or headings of another kind of file, because
 * the first two columns of a dump may have IDs, too; and if it may be a heading as well as a pair, which must
 * not be lost
 */
function layoutOf(first: readonly string[], file: string, line: number): Layout {
  const names = first.map(headingName);
  const [from, to] = [names.indexOf('from'), names.indexOf('to')];
  if (from >= 0 && to >= 0) return { columns: [from, to], isNamed: true, hasHeading: true };
  const [one, other] = first.map((cell) => cell.trim());
  if (one === undefined || other === undefined) throw noMapColumns(file);
  const isPair = isServiceId(one) || isServiceId(other);
  if (!isPair && !names.slice(2).every((name) => OTHER_HEADINGS.has(name))) throw noMapColumns(file);
  if (!isPair && mayBeId(one) && mayBeId(other))
    throw new Failure(
      'invalidInput',
      `${file}:${line} "${one}" and "${other}" may be headings or a pair of IDs`,
      { hint: 'name the columns: put the line from,to above, or rename the headings to from and to' },
    );
  return { columns: [0, 1], isNamed: false, hasHeading: !isPair };
}

/** The other columns of the maps that this program writes. */
const OTHER_HEADINGS = new Set(['kind', 'name', 'key', 'confidence', '']);

function noMapColumns(file: string): Failure {
  return new Failure('invalidInput', `${file} has no columns "from" and "to"`, {
    hint: 'a map of IDs is a CSV with these two columns, or JSON',
  });
}

/** Whether a cell can only be an ID of the service, and no heading: capitals with a digit. */
function isServiceId(cell: string): boolean {
  return /^(?=.*\d)[A-Z][A-Z0-9]{8,}$/.test(cell) || (hasUserIdFormat(cell) && /\d/.test(cell));
}

/** Whether a cell may be an ID and no word of a text, in a file that does not say what its columns are. */
function mayBeId(cell: string): boolean {
  return ID.test(cell) && (/\d|^[A-Z]{9,}$/.test(cell) || hasUserIdFormat(cell));
}

function headingName(name: string): string {
  return name.trim().toLowerCase();
}
