import { DEFAULT_VENDOR } from '../../spec/default-vendor.ts';
import type { BlankMember } from './blank-members.ts';
import { type MembershipRowOptions, MembershipRowReader } from './membership-row-reader.ts';
import { type FileFacts, readFileOfRows } from './read-file-of-rows.ts';

/** What was found in a group file beside what its rows want. */
export interface GroupsCsv extends FileFacts {
  /** Rows that change nothing because their member is blank. */
  readonly blankMembers: readonly BlankMember[];
}

/**
 * Reads and checks a group file, offline and as it comes: every finding with its file, line and column. Of a
 * row that is not selected there are no findings.
 * @throws Failure `invalidInput` when the selection cannot be read.
 */
export async function readGroupsCsv(
  bytes: AsyncIterable<Buffer>,
  options: MembershipRowOptions,
): Promise<GroupsCsv> {
  const { file, selection, map, onIssue, onBadRow } = options;
  const reader = new MembershipRowReader(options);
  const { empty, ...facts } = await readFileOfRows(bytes, {
    file,
    // A membership is written alike whatever the vendor's word is.
    vendor: DEFAULT_VENDOR,
    dialect: selection?.dialect,
    map,
    onIssue,
    onHeadings: (headings) => reader.onHeadings(headings),
    onRow: (row) => reader.read(row),
    onDamaged: onBadRow === undefined ? undefined : ({ issue, line }) => onBadRow(issue, undefined, line),
  });
  if (empty !== undefined) onIssue(empty);
  return { ...facts, blankMembers: reader.withoutEffect() };
}
