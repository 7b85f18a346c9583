import { type BadRow, withoutBadRows } from '../../bulk/input/bad-row.ts';
import type { ColumnMap } from '../../bulk/input/column-map.ts';
import { startsLikeFailedRows } from '../../bulk/input/columns.ts';
import type { DesiredUser, Mode } from '../../bulk/input/desired-state.ts';
import { dialectForReread } from '../../bulk/input/dialect.ts';
import { FeedCounter } from '../../bulk/input/feed.ts';
import { looksLikeGroups } from '../../bulk/input/group-layout.ts';
import type { TruncatedNumber } from '../../bulk/input/leading-zeros.ts';
import type { MatchKey } from '../../bulk/input/match-keys.ts';
import { type PeekedBytes, peekBytes } from '../../bulk/input/peek-bytes.ts';
import { readUsersCsv, type UsersCsv } from '../../bulk/input/read-users-csv.ts';
import { hasRowFilter, type InputReading } from '../../bulk/input/reading.ts';
import type { UserRowOptions } from '../../bulk/input/user-row-reader.ts';
import { decodeStart } from '../../bulk/input/wide-encodings.ts';
import type { ManagedScope } from '../../bulk/plan/managed-input.ts';
import type { PlanScope } from '../../bulk/plan/plan-file.ts';
import { Failure } from '../../failure/failure.ts';
import type { Issue } from '../../failure/issue.ts';
import { inputName, READ_SIZE_OF_ROWS, readMeasured } from '../../terminal/read-input.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import type { BulkInput } from './bulk-input.ts';
import { linesChangedSinceReview, withoutAcceptedLines } from './compare-reviewed.ts';
import type { InputOptions } from './input-options.ts';
import { noteDialect, noteIgnoredColumns, noteNoRowsSelected } from './note-reading.ts';
import { readGroupInput, refuseFlagsOfUsers } from './read-group-input.ts';
import { refuseGoneColumns } from './refuse-gone-columns.ts';
import { checkHint, rejected } from './rejected-input.ts';
import { feedSettings, feedSummary } from './remembered-feed.ts';

/** The mode and scope for which a file is read. */
export interface InputUse {
  readonly mode: Mode;
  readonly aims: PlanScope;
}

/**
 * Reads a file of users or of group members.
 * @throws Failure `invalidInput` with every finding, `usage` for --prune-groups without a map; nothing was
 * sent
 */
export async function readBulkInput(
  context: Context,
  file: string,
  { mode, aims }: InputUse,
  options: InputOptions,
): Promise<BulkInput> {
  const { vendor } = (await context.connection()).scim.dialect;
  const input = readMeasured(file, context.host.streams.stdin, READ_SIZE_OF_ROWS);
  const peeked = await peekBytes(input.bytes);
  if (options.map?.memberships !== undefined || looksLikeGroups(decodeStart(peeked.start))) {
    refuseFlagsOfUsers(inputName(file), mode, context.host.argv);
    return readGroupInput(context, file, peeked, options, aims);
  }
  refuseLonePruneGroups(aims, options.map);
  const users = { ...peeked, shareRead: input.shareRead, vendor };
  return readUserInput(context, file, users, { mode, aims }, options);
}

/** The content of a file of users, and the vendor name in its schema URNs. */
interface UsersFile extends PeekedBytes, Pick<UserRowOptions, 'shareRead' | 'vendor'> {}

/**
 * Reads a file of users.
 * @throws Failure `invalidInput` with every finding
 */
async function readUserInput(
  context: Context,
  path: string,
  { start, bytes, shareRead, vendor }: UsersFile,
  { mode, aims }: InputUse,
  options: InputOptions,
): Promise<BulkInput> {
  const { reading, map, foreign, reviewed = new Map(), feed: compared = {} } = options;
  const file = inputName(path);
  const match = matchOf(options);
  const counter = new FeedCounter();
  const read = await collectUsers(
    bytes,
    { file, mode, vendor, map, foreign, ...defined({ selection: reading }), match, shareRead, counter },
    reading?.onBadRow === 'skip',
  );
  const { digest, unused, written, issues, shortNumbers } = read;
  const isRejects = startsLikeFailedRows(decodeStart(start));
  const facts = { ...counter.facts(unused), ...feedSettings(map) };
  const feed = await feedSummary(context, path, start, facts, compared);
  if (issues.length > 0) {
    await refuseGoneColumns(context, { feed, isThere: (one) => counter.has(one), issues, reading }, compared);
    throw rejected(file, issues, checkHint(file, issues, reading, { mode, kind: 'people' }));
  }
  await noteDialect(context, file, read.dialect);
  await noteIgnoredColumns(context, unused, read.placeholders);
  const selected = read.users.length + read.others.length + read.bad.length;
  await noteNoRowsSelected(context, file, { rows: read.rows, selected }, reading);
  const dialectNow = dialectForReread(reading?.dialect, written);
  const otherRows = await linesChangedSinceReview(context, path, vendor, reviewed, dialectNow);
  const how = reading === undefined ? {} : defined({ reading: withoutAcceptedLines(reading, otherRows) });
  const good = withoutBadRows(read.users, read.bad, match, read.others);
  return {
    file,
    rows: good.rows,
    rejected: good.rejected,
    rejectedMemberships: [],
    shortNumbers,
    isRejects,
    managed: managedBy(map, { isRejects, mode, reading }),
    memberships: [],
    aims,
    digest,
    written,
    others: { rows: good.others, memberships: [] },
    match,
    otherRows,
    limits: map?.limits,
    ...defined({ feed }),
    ...how,
  };
}

/** The users of a file, the rows with findings of their own, and all other findings. */
interface CollectedUsers extends UsersCsv {
  readonly users: readonly DesiredUser[];
  /** Users of other shards. */
  readonly others: readonly DesiredUser[];
  readonly bad: readonly BadRow[];
  readonly issues: readonly Issue[];
  readonly shortNumbers: readonly TruncatedNumber[];
}

async function collectUsers(
  bytes: AsyncIterable<Buffer>,
  options: Omit<UserRowOptions, `on${string}`>,
  skipsBadRows: boolean,
): Promise<CollectedUsers> {
  const users: DesiredUser[] = [];
  const others: DesiredUser[] = [];
  const bad: BadRow[] = [];
  const issues: Issue[] = [];
  const shortNumbers: TruncatedNumber[] = [];
  const facts = await readUsersCsv(bytes, {
    ...options,
    ...(skipsBadRows ? { onBadRow: (row: BadRow) => bad.push(row) } : {}),
    onUser: (row) => users.push(row),
    onOther: (row) => others.push(row),
    onIssue: (issue) => issues.push(issue),
    onShortNumber: (number) => shortNumbers.push(number),
  });
  return { ...facts, users, others, bad, issues, shortNumbers };
}

/**
 * Refuses --prune-groups without a map, because only a map defines managed groups. Not called for a saved
 * plan, which contains its own scope.
 */
function refuseLonePruneGroups(aims: PlanScope, map: ColumnMap | undefined): void {
  if (aims.pruneGroups !== true || map !== undefined) return;
  throw new Failure('usage', '--prune-groups needs --map FILE', { hint: 'add --map FILE' });
}

/** Returns the scope of a map; a partial list implies nothing about absent users. */
function managedBy(
  map: ColumnMap | undefined,
  read: Pick<BulkInput, 'isRejects'> & { readonly mode: Mode; readonly reading: InputReading | undefined },
): ManagedScope | undefined {
  if (map?.groups === undefined) return undefined;
  const { manage, rename } = map.groups;
  const { isRejects, mode, reading } = read;
  const isChosen = reading !== undefined && hasRowFilter(reading);
  return { manage, rename, isPartial: isRejects === true || mode !== 'upsert' || isChosen };
}

/** Returns the keys by which users are matched: those of the command line, otherwise those of the map. */
export function matchOf({ reading, map }: InputOptions): readonly MatchKey[] | undefined {
  return reading?.match ?? map?.match;
}
