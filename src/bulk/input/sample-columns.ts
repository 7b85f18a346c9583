import { Failure } from '../../failure/failure.ts';
import type { Issue } from '../../failure/issue.ts';
import { textOfCell } from './input-row.ts';
import { type ReadRowsOptions, readRows } from './read-rows.ts';

/** Maximum number of rows sampled for a proposal. */
const ROWS = 5000;

/**
 * Reads the headings of a file and the cells under each in its first rows; damaged rows are skipped.
 * @throws Failure `invalidInput` if the file is not text
 */
export async function sampleColumns(
  bytes: AsyncIterable<Buffer>,
  file: string,
  vendor: string,
  how: Pick<ReadRowsOptions, 'dialect' | 'isKnown' | 'onDialect'> = {},
): Promise<{ headings: readonly string[]; samples: (heading: string) => readonly string[] }> {
  const cells = new Map<string, string[]>();
  const damage: Issue[] = [];
  let rows = 0;
  const batches = readRows(bytes, {
    ...how,
    file,
    vendor,
    report: (issue) => damage.push(issue),
    onHeadings: ({ names }) => {
      for (const name of names) if (!cells.has(name)) cells.set(name, []);
    },
  });
  for await (const batch of batches) {
    for (const row of batch) {
      for (const [index, name] of row.headings.names.entries()) {
        const cell = textOfCell(row, index).trim();
        if (cell !== '') cells.get(name)?.push(cell);
      }
    }
    rows += batch.length;
    if (rows >= ROWS) break;
  }
  if (cells.size === 0 && damage.length > 0)
    throw new Failure('invalidInput', `${file} cannot be read`, { issues: damage });
  return { headings: [...cells.keys()], samples: (heading) => cells.get(heading) ?? [] };
}
