import { createHash } from 'node:crypto';
import type { Issue } from '../../failure/issue.ts';
import { DEFAULT_VENDOR } from '../../spec/default-vendor.ts';
import type { BlankMember } from './blank-members.ts';
import type { DamagedRecord } from './damaged-record.ts';
import { type Written, writtenAs } from './dialect.ts';
import { emptyFile } from './empty-file.ts';
import { hashing } from './hashing.ts';
import type { Headings } from './input-row.ts';
import { knownHeadings } from './known-headings.ts';
import { type MembershipRowOptions, MembershipRowReader } from './membership-row-reader.ts';
import { readRows } from './read-rows.ts';

/** What was found in a group file beside what its rows want. */
export interface GroupsCsv {
  readonly rows: number;
  /** sha256 of the bytes, in hex. */
  readonly digest: string;
  /** How the file is written, in words, when that was found out and is not usual. */
  readonly dialect: string | undefined;
  /** The same for a machine. */
  readonly written: Written | undefined;
  /** Rows that change nothing because their member is blank. */
  readonly blankMembers: readonly BlankMember[];
}

/**
 * Reads and checks a group file, offline and as it comes: every finding with its file, line and column. Of a row that is not selected
 * there are no findings.
 * @throws Failure `invalidInput` when the selection cannot be read.
 */
export async function readGroupsCsv(
  bytes: AsyncIterable<Buffer>,
  options: MembershipRowOptions,
): Promise<GroupsCsv> {
  const { file, selection, map, onIssue, onBadRow } = options;
  const hash = createHash('sha256');
  const reader = new MembershipRowReader(options);
  let written: Written | undefined;
  const onHeadings = (headings: Headings) => {
    written ??= writtenAs(headings);
    reader.onHeadings(headings);
  };
  let rows = 0;
  let isDamaged = false;
  const onDamage = (issue: Issue) => {
    isDamaged = true;
    onIssue(issue);
  };
  let dialect: string | undefined;
  const how = {
    file,
    // A membership is written alike whatever the vendor's word is.
    vendor: DEFAULT_VENDOR,
    report: onDamage,
    onHeadings,
    dialect: selection?.dialect,
    isKnown: knownHeadings(map),
    onDialect: (words: string) => {
      dialect = words;
    },
    onDamaged:
      onBadRow === undefined
        ? undefined
        : ({ issue, line }: DamagedRecord) => {
            rows += 1;
            onBadRow(issue, undefined, line);
          },
  };
  for await (const batch of readRows(hashing(bytes, hash), how)) {
    rows += batch.length;
    for (const row of batch) reader.read(row);
  }
  const empty = emptyFile(reader.hasHeadings(), rows, file);
  if (empty !== undefined && !isDamaged) onIssue(empty);
  return { rows, digest: hash.digest('hex'), dialect, written, blankMembers: reader.withoutEffect() };
}
