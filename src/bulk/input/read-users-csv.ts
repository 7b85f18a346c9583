import type { Headings } from './input-row.ts';
import { type Layout, plainLayout } from './layout.ts';
import { mappedLayout } from './mapped-layout.ts';
import { type FileFacts, readFileOfRows } from './read-file-of-rows.ts';
import type { Unresolved } from './row-references.ts';
import { expressionWordOf } from './row-selection.ts';
import { type UserRowOptions, UserRowReader } from './user-row-reader.ts';

/** Facts about a file of users in addition to its rows. */
export interface UsersCsv extends FileFacts {
  /** Headings that the map does not use. */
  readonly unused: readonly string[];
  /** References that only the service can resolve. */
  readonly unresolved: Unresolved;
  /** A text about placeholders that were read as blank employee numbers. */
  readonly placeholders: string | undefined;
}

/**
 * Reads and checks a CSV or NDJSON of users, offline and as a stream: every finding has its file, line and
 * column. A row with a finding of its own is not passed on. Rows that are not selected have no findings.
 * @throws Failure `invalidInput` if the selection or an expression of the map is invalid
 */
export async function readUsersCsv(bytes: AsyncIterable<Buffer>, options: UserRowOptions): Promise<UsersCsv> {
  const { file, map, vendor, match, counter, onIssue, onBadRow } = options;
  const dialect = options.selection?.dialect;
  const layouts = new Map<Headings, Layout>();
  const reader = new UserRowReader(options);
  const { empty, ...facts } = await readFileOfRows(bytes, {
    file,
    vendor,
    dialect,
    map,
    onIssue,
    onHeadings: (headings) => {
      const layout =
        map === undefined
          ? plainLayout(headings, file, onIssue, match)
          : mappedLayout(headings, map, { file, report: onIssue, keys: match, decimal: dialect?.decimal });
      reader.onHeadings(headings);
      layouts.set(headings, layout);
      counter?.see(headings);
    },
    onRow: (row) => {
      counter?.add(row);
      const layout = layouts.get(row.headings);
      if (layout !== undefined) reader.read(row, layout);
    },
    onDamaged:
      onBadRow === undefined
        ? undefined
        : (record) => {
            counter?.addDamaged();
            reader.refuseDamaged(record);
          },
  });
  reader.finish();
  if (empty !== undefined) onIssue(empty);
  const named = reader.named();
  for (const layout of layouts.values()) layout.reportDoubles(named);
  const words = new Set(named.map(({ word }) => word));
  const unused = new Set(
    [...layouts.values()].flatMap((layout) =>
      layout.unused.filter((name) => !words.has(expressionWordOf(name))),
    ),
  );
  return {
    ...facts,
    unused: [...unused],
    unresolved: reader.unresolved(),
    placeholders: reader.placeholders.found(),
  };
}
