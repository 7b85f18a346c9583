import { DEFAULT_VENDOR } from '../../spec/default-vendor.ts';
import type { BlankMember } from './blank-members.ts';
import { type MembershipRowOptions, MembershipRowReader } from './membership-row-reader.ts';
import { type FileFacts, readFileOfRows } from './read-file-of-rows.ts';

/** Facts about a group file in addition to its rows. */
export interface GroupsCsv extends FileFacts {
  /** Rows without effect because their member is blank. */
  readonly blankMembers: readonly BlankMember[];
  /** Headings that make no column. */
  readonly unused: readonly string[];
}

/**
 * Reads and checks a group file, offline and as a stream: every finding has its file, line and column. Rows
 * that are not selected have no findings.
 * @throws Failure `invalidInput` if the selection is invalid
 */
export async function readGroupsCsv(
  bytes: AsyncIterable<Buffer>,
  options: MembershipRowOptions,
): Promise<GroupsCsv> {
  const { file, selection, map, counter, onIssue, onBadRow } = options;
  const reader = new MembershipRowReader(options);
  const { empty, ...facts } = await readFileOfRows(bytes, {
    file,
    // A membership does not depend on the vendor name in schema URNs.
    vendor: DEFAULT_VENDOR,
    dialect: selection?.dialect,
    map,
    onIssue,
    onHeadings: (headings) => {
      reader.onHeadings(headings);
      counter?.see(headings);
    },
    onRow: (row) => {
      counter?.add(row);
      reader.read(row);
    },
    onDamaged:
      onBadRow === undefined
        ? undefined
        : ({ issue, line }) => {
            counter?.addDamaged();
            onBadRow(issue, undefined, line);
          },
  });
  if (empty !== undefined) onIssue(empty);
  return { ...facts, blankMembers: reader.rowsWithoutEffect(), unused: reader.unused() };
}
