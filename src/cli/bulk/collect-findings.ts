import type { DesiredUser, Mode } from '../../bulk/input/desired-state.ts';
import { looksLikeGroups } from '../../bulk/input/group-layout.ts';
import type { TruncatedNumber } from '../../bulk/input/leading-zeros.ts';
import { peekBytes } from '../../bulk/input/peek-bytes.ts';
import { type GroupsCsv, readGroupsCsv } from '../../bulk/input/read-groups-csv.ts';
import { readUsersCsv, type UsersCsv } from '../../bulk/input/read-users-csv.ts';
import type { Unresolved } from '../../bulk/input/row-references.ts';
import type { UserRowOptions } from '../../bulk/input/user-row-reader.ts';
import { decodeStart } from '../../bulk/input/wide-encodings.ts';
import { mergeMixedSeparators } from '../../csv/separator.ts';
import type { Issue } from '../../failure/issue.ts';
import { DEFAULT_VENDOR } from '../../spec/default-vendor.ts';
import { inputName, READ_SIZE_OF_ROWS, readMeasured } from '../../terminal/read-input.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import type { WantedTimeZone } from '../people/warn-of-time-zones.ts';
import type { InputOptions } from './input-options.ts';
import { matchOf } from './read-bulk-input.ts';
import { refuseFlagsOfUsers, refuseMap } from './read-group-input.ts';

/** A file that was read to its end, whatever is wrong with it. */
export interface Findings extends RowsRead {
  /** In the order of their lines. */
  readonly issues: readonly Issue[];
  /** Numbers that may have lost leading zeros, which only the accounts can show. */
  readonly unsure: readonly TruncatedNumber[];
  readonly zones: readonly WantedTimeZone[];
  /** Number of rows that the flags select. */
  readonly selected: number;
}

/** What the readers of both kinds of files return. */
type RowsRead = Pick<UsersCsv, 'rows' | 'unused' | 'dialect'> &
  Partial<Pick<UsersCsv, 'placeholders'> & Pick<GroupsCsv, 'blankMembers'>> & {
    readonly unresolved?: Unresolved;
  };

/**
 * Reads a file of users or of group members without the service, and collects every finding.
 * @throws Failure `usage` for flags that do not fit the kind of file
 */
export async function collectFindings(
  context: Context,
  file: string,
  mode: Mode,
  { reading, map, foreign }: InputOptions,
): Promise<Findings> {
  const { common, host } = context;
  const input = readMeasured(file, host.streams.stdin, READ_SIZE_OF_ROWS);
  const { start, bytes } = await peekBytes(input.bytes);
  const issues: Issue[] = [];
  const unsure: TruncatedNumber[] = [];
  const zones: WantedTimeZone[] = [];
  let selected = 0;
  const read = await readRows(decodeStart(start), bytes, host.argv, {
    file: inputName(file),
    mode,
    map,
    foreign,
    match: matchOf({ reading, map }),
    ...defined({ selection: reading }),
    vendor: common.vendor ?? DEFAULT_VENDOR,
    shareRead: input.shareRead,
    onUser: (row) => {
      selected += 1;
      if (row?.set.timezone !== undefined) zones.push({ who: `line ${row.line}`, zone: row.set.timezone });
    },
    onIssue: (issue) => issues.push(issue),
    onUnsureNumber: (number) => unsure.push(number),
  });
  issues.sort((one, other) => (one.at?.line ?? 0) - (other.at?.line ?? 0));
  return { ...read, issues: mergeMixedSeparators(issues), unsure, zones, selected };
}

/** Reads a group file or a file of users. */
async function readRows(
  start: string,
  bytes: AsyncIterable<Buffer>,
  argv: readonly string[],
  options: Omit<UserRowOptions, 'onUser'> & { readonly onUser: (row?: DesiredUser) => void },
): Promise<RowsRead> {
  if (options.map?.memberships === undefined && !looksLikeGroups(start)) return readUsersCsv(bytes, options);
  const { file, mode, map, foreign, selection, onIssue, onUser } = options;
  refuseMap(file, map);
  refuseFlagsOfUsers(file, mode, argv);
  const { rows, dialect, blankMembers } = await readGroupsCsv(bytes, {
    file,
    map,
    foreign,
    ...defined({ selection }),
    onIssue,
    onMembership: () => onUser(),
  });
  return { rows, unused: [], dialect, blankMembers };
}
