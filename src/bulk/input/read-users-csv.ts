import { createHash } from 'node:crypto';
import type { Issue } from '../../failure/issue.ts';
import type { DamagedRecord } from './damaged-record.ts';
import { type Written, writtenAs } from './dialect.ts';
import { emptyFile } from './empty-file.ts';
import { hashing } from './hashing.ts';
import type { Headings } from './input-row.ts';
import { knownHeadings } from './known-headings.ts';
import { type Layout, plainLayout } from './layout.ts';
import { mappedLayout } from './mapped-layout.ts';
import { readRows } from './read-rows.ts';
import type { Unresolved } from './row-references.ts';
import { wordOf } from './row-selection.ts';
import { type UserRowOptions, UserRowReader } from './user-row-reader.ts';

/** What was found in a file of users beside what its rows want. */
export interface UsersCsv {
  readonly rows: number;
  /** sha256 of the bytes, in hex. */
  readonly digest: string;
  /** Headings that the map makes no column of. */
  readonly unused: readonly string[];
  /** What only the service knows. */
  readonly unresolved: Unresolved;
  /** How the file is written, in words, when that was found out and is not usual. */
  readonly dialect: string | undefined;
  /** Numbers that are none and were read as blank, in words. */
  readonly placeholders: string | undefined;
  /** The same as `dialect` for a machine. */
  readonly written: Written | undefined;
}

/**
 * Reads and checks a CSV or NDJSON of users, offline and as it comes: every finding with its file, line and column.
 * A row with a finding of its own is not handed on; of a row that is not selected there are no findings.
 * @throws Failure `invalidInput` when the selection or an expression of the map cannot be read.
 */
export async function readUsersCsv(bytes: AsyncIterable<Buffer>, options: UserRowOptions): Promise<UsersCsv> {
  const { file, map, vendor, match, onIssue } = options;
  const hash = createHash('sha256');
  const layouts = new Map<Headings, Layout>();
  const reader = new UserRowReader(options);
  let rows = 0;
  let written: Written | undefined;
  const decimal = options.selection?.dialect?.decimal;
  const onHeadings = (headings: Headings) => {
    const layout =
      map === undefined
        ? plainLayout(headings, file, onIssue, match)
        : mappedLayout(headings, map, { file, report: onIssue, keys: match, decimal });
    reader.onHeadings(headings);
    layouts.set(headings, layout);
    written ??= writtenAs(headings);
    options.counter?.see(headings);
  };
  let isDamaged = false;
  const onDamage = (issue: Issue) => {
    isDamaged = true;
    onIssue(issue);
  };
  let dialect: string | undefined;
  const how = {
    file,
    vendor,
    report: onDamage,
    onHeadings,
    dialect: options.selection?.dialect,
    isKnown: knownHeadings(map),
    onDialect: (words: string) => {
      dialect = words;
    },
    onDamaged:
      options.onBadRow === undefined
        ? undefined
        : (record: DamagedRecord) => {
            rows += 1;
            options.counter?.addDamaged();
            reader.refuseDamaged(record);
          },
  };
  for await (const batch of readRows(hashing(bytes, hash), how)) {
    for (const row of batch) {
      rows += 1;
      options.counter?.add(row);
      const layout = layouts.get(row.headings);
      if (layout !== undefined) reader.read(row, layout);
    }
  }
  reader.finish();
  // Of a file that could not be read nobody knows whether it is empty.
  const empty = isDamaged ? undefined : emptyFile(layouts.size > 0, rows, file);
  if (empty !== undefined) onIssue(empty);
  const named = reader.names();
  const unused = new Set(
    [...layouts.values()].flatMap((layout) => layout.unused.filter((name) => !named.includes(wordOf(name)))),
  );
  return {
    rows,
    digest: hash.digest('hex'),
    unused: [...unused],
    unresolved: reader.unresolved(),
    dialect,
    placeholders: reader.placeholders.found(),
    written,
  };
}
