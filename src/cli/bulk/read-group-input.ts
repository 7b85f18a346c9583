import { NONE_REJECTED } from '../../bulk/input/bad-row.ts';
import type { ColumnMap } from '../../bulk/input/column-map.ts';
import type { DesiredMembership } from '../../bulk/input/desired-membership.ts';
import type { Mode } from '../../bulk/input/desired-state.ts';
import { FeedCounter } from '../../bulk/input/feed.ts';
import type { MembershipRowOptions } from '../../bulk/input/membership-row-reader.ts';
import type { PeekedBytes } from '../../bulk/input/peek-bytes.ts';
import { type GroupsCsv, readGroupsCsv } from '../../bulk/input/read-groups-csv.ts';
import { hasRowFilter, type InputReading } from '../../bulk/input/reading.ts';
import type { PlanScope } from '../../bulk/plan/plan-file.ts';
import { Failure } from '../../failure/failure.ts';
import { type Issue, inRow, rowOfIssue } from '../../failure/issue.ts';
import { inputName } from '../../terminal/read-input.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import type { BulkInput } from './bulk-input.ts';
import type { InputOptions } from './input-options.ts';
import { noteDialect, noteNoRowsSelected, warnOfBlankMembers } from './note-reading.ts';
import { checkHint, rejected } from './rejected-input.ts';
import { feedSettings, feedSummary } from './remembered-feed.ts';

/**
 * Reads a file of group members.
 * @throws Failure `invalidInput` with every finding; `usage` for flags that apply to users
 */
export async function readGroupInput(
  context: Context,
  path: string,
  { start, bytes }: PeekedBytes,
  { reading, map, foreign, feed: compared = {} }: InputOptions,
  aims: PlanScope,
): Promise<BulkInput> {
  const file = inputName(path);
  refuseMap(file, map);
  refusePartialExact(aims, reading);
  const counter = new FeedCounter();
  const read = await collectMemberships(
    bytes,
    { map, foreign, file, counter, ...defined({ selection: reading }) },
    reading?.onBadRow === 'skip',
  );
  const { digest, unused, written, issues, bad } = read;
  if (issues.length > 0)
    throw rejected(file, issues, checkHint(file, issues, reading, { mode: 'upsert', kind: 'groups' }));
  await noteDialect(context, file, read.dialect);
  await warnOfBlankMembers(context, read.blankMembers);
  const selected = read.memberships.length + read.others.length + bad.length;
  await noteNoRowsSelected(context, file, { rows: read.rows, selected }, reading);
  const left = new Set(bad.map(({ issue }) => rowOfIssue(issue)));
  const isGood = ({ line }: DesiredMembership) => !left.has(line);
  const facts = { ...counter.facts(unused), ...feedSettings(map) };
  const feed = await feedSummary(context, path, start, facts, compared);
  return {
    file,
    rows: [],
    memberships: read.memberships.filter(isGood),
    rejected: { ...NONE_REJECTED, issues: bad.map(({ issue }) => issue) },
    rejectedMemberships: bad.map(({ group }) => (group === undefined ? {} : { group })),
    aims: aims.exact === true ? { exact: true } : {},
    digest,
    written,
    others: { rows: [], memberships: read.others.filter(isGood) },
    limits: map?.limits,
    ...defined({ feed, reading: withoutFlagsOfUsers(reading) }),
  };
}

/** @throws Failure `usage` for --exact if some rows of a group may not be read */
function refusePartialExact({ exact }: PlanScope, reading: InputReading | undefined): void {
  if (exact !== true || reading === undefined || !hasRowFilter(reading)) return;
  throw new Failure('usage', '--exact needs every row of a group: missing members would be removed', {
    hint: 'omit --where, --first and --skip; --shard keeps groups whole',
  });
}

/** The rows of a group file, the findings that leave out a row, and all other findings. */
interface CollectedMemberships extends GroupsCsv {
  readonly memberships: readonly DesiredMembership[];
  /** Rows of other shards. */
  readonly others: readonly DesiredMembership[];
  readonly bad: readonly { readonly issue: Issue; readonly group: string | undefined }[];
  readonly issues: readonly Issue[];
}

async function collectMemberships(
  bytes: AsyncIterable<Buffer>,
  options: Omit<MembershipRowOptions, `on${string}`>,
  skipsBadRows: boolean,
): Promise<CollectedMemberships> {
  const memberships: DesiredMembership[] = [];
  const others: DesiredMembership[] = [];
  const bad: { readonly issue: Issue; readonly group: string | undefined }[] = [];
  const issues: Issue[] = [];
  const onBadRow = (issue: Issue, group: string | undefined, line: number) =>
    bad.push({ issue: inRow(issue, line), group });
  const facts = await readGroupsCsv(bytes, {
    ...options,
    ...(skipsBadRows ? { onBadRow } : {}),
    onMembership: (membership) => memberships.push(membership),
    onOther: (membership) => others.push(membership),
    onIssue: (issue) => issues.push(issue),
  });
  return { ...facts, memberships, others, bad, issues };
}

/** Without the settings of variables that have no effect: a command to copy would have refused flags. */
function withoutFlagsOfUsers(reading: InputReading | undefined): InputReading | undefined {
  if (reading === undefined) return undefined;
  const { match: _, accept: __, ...rest } = reading;
  return Object.keys(rest).length === 0 ? undefined : rest;
}

/** Flags that apply to rows of users, and what a group file does instead. */
const OF_USERS: Readonly<Record<string, string>> = {
  '--match': 'omit the flag; a member is found by ID, e-mail or userName',
  '--accept-identity-change': 'omit the flag; a group file changes no identities',
  '--prune': 'omit the flag; --exact removes members that are not listed from the listed groups',
  '--prune-groups': 'omit the flag; a group file deletes no groups',
};

/**
 * Refuses a mode that decides about users and would not hold back any membership, and typed flags that have
 * no effect on a group file. Such flags are accepted from variables, which apply to many commands, and so is
 * `--create-groups`, because a group file creates missing groups anyway.
 * @throws Failure `usage`
 */
export function refuseFlagsOfUsers(file: string, mode: Mode, argv: readonly string[]): void {
  if (mode !== 'upsert')
    throw new Failure('usage', `--mode ${mode} applies to users, but ${file} is a group file`, {
      hint: 'omit --mode; the column "action" says whether a member is added or removed',
    });
  const end = argv.indexOf('--');
  for (const word of end < 0 ? argv : argv.slice(0, end)) {
    const [flag = ''] = word.split('=');
    const hint = OF_USERS[flag];
    if (hint !== undefined)
      throw new Failure('usage', `${flag} applies to users, but ${file} is a group file`, { hint });
  }
}

/** @throws Failure `usage` for a group file with a map for users */
export function refuseMap(file: string, map: ColumnMap | undefined): void {
  if (map === undefined || map.memberships !== undefined) return;
  throw new Failure('usage', `${file} is a group file; its columns are group, member and action`, {
    hint: 'omit --map, or map the columns group and member',
  });
}
