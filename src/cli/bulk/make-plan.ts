import type { Mode } from '../../bulk/input/desired-state.ts';
import { dialectForReread } from '../../bulk/input/dialect.ts';
import { hasRowFilter, isPartOfFile } from '../../bulk/input/reading.ts';
import { memberLossesIn } from '../../bulk/plan/absent-members.ts';
import { feedExcesses } from '../../bulk/plan/feed-limits.ts';
import { type GroupSnapshot, groupSnapshotOf } from '../../bulk/plan/group-snapshot.ts';
import { type GuardInput, guardInputOf, refuseFeed } from '../../bulk/plan/guards.ts';
import type { Match } from '../../bulk/plan/match.ts';
import { identitiesOf, managersOf } from '../../bulk/plan/people.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { needsGroups, type PlannedInput, planInput } from '../../bulk/plan/plan-input.ts';
import type { PlannedGoodRows } from '../../bulk/plan/quarantine.ts';
import type { Snapshot } from '../../bulk/plan/snapshot.ts';
import type { PlanOptions } from '../../bulk/plan/wanted-input.ts';
import { lastFeed } from '../../bulk/run/last-feed.ts';
import { Failure } from '../../failure/failure.ts';
import { type Issue, rowOfIssue } from '../../failure/issue.ts';
import { protection } from '../../profiles/safety.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import type { FeedOptions } from '../options/feed-options.ts';
import { existingAccountsFailure } from './already-there.ts';
import type { BulkInput } from './bulk-input.ts';
import { identityHint, otherRowWords } from './identity-hint.ts';
import { inputFiles, inputsMember, mapFiles } from './input-files.ts';
import { judgeFeed } from './judge-feed.ts';
import { NAMES_SHOWN, noteUnchangedItems, warnOfMissingProperties } from './note-unchanged-items.ts';
import { forecastNow } from './pace-of.ts';
import { planHead } from './plan-head.ts';
import { readGroups, readSnapshot } from './read-organization.ts';
import { rejected } from './rejected-input.ts';
import { type Elsewhere, writeAndCheckRejects } from './rejects.ts';
import { runsFolder } from './runs-folder.ts';
import { warnOfRiskyChanges, warnOfSimilarGroups } from './warn-of-risky-changes.ts';

/** A plan, the state of the organization when it was made, and the counts that the guards check. */
export interface MadePlan {
  readonly plan: Plan;
  readonly snapshot: Snapshot;
  readonly groups: GroupSnapshot;
  readonly guarded: GuardInput;
  /** How each row was matched to its user, by line. */
  readonly matches?: ReadonlyMap<number, Match>;
}

/**
 * Reads the organization and plans the changes that a file requires.
 * @throws Failure `invalidInput` with every row that cannot be applied
 */
export async function makePlan(
  context: Context,
  input: BulkInput,
  mode: Mode,
  feed: FeedOptions = {},
): Promise<MadePlan> {
  context.expectRows(input.rows.length);
  const { scim } = await context.connection();
  const { profile } = await context.resolved();
  const { aims } = input;
  refusePartialPrune(input);
  const snapshot = await readSnapshot(context);
  const groups = needsGroups(input, input.managed) ? await readGroups(context) : groupSnapshotOf([]);
  const planned = await planRows(input, snapshot, groups, {
    mode,
    aims,
    file: input.file,
    shard: input.reading?.shard,
    isProtected: protection(profile),
    match: input.match,
    accept: input.reading?.accept,
    managed: input.managed,
    remember: context.host.tape?.remember,
  });
  const { changes, unchanged, issues } = planned;
  if (issues.length > 0) await refuseRows(context, input, { mode, ...planned }, feed);
  const { rows, rejectedIssues } = await leaveOutRows(context, input, planned, feed);
  await noteUnchangedItems(context, planned);
  await warnOfRiskyChanges(context, changes, snapshot);
  await warnOfSimilarGroups(context, changes, groups);
  const plan: Plan = {
    ...(await planHead(context)),
    mode,
    ...(Object.keys(aims).length === 0 ? {} : { aims }),
    source: {
      file: input.file,
      digest: input.digest,
      rows,
      ...inputsMember(await inputFiles(await mapFiles(input.reading))),
      ...defined({ reading: input.reading, written: input.written, feed: input.feed }),
    },
    activeUsers: snapshot.activeUsers,
    unchanged,
    ...populationOf(input, planned),
    forecast: await forecastNow(context, changes, scim.dialect.version),
    people: identitiesOf(changes, snapshot),
    ...defined({ managers: managersOf(changes, snapshot) }),
    ...(rejectedIssues.length === 0 ? {} : { rejected: rejectedIssues }),
    ...withoutManagerIn(planned),
    ...sparedIn(planned),
    changes,
  };
  const guarded = {
    ...guardInputOf(changes, snapshot, groups, protection(profile)),
    ...(await feedGuards(context, plan, groups, feed)),
  };
  await warnOfMissingProperties(context, guarded.absent);
  return { plan, snapshot, groups, guarded, matches: planned.matches };
}

/** @throws Failure `usage` for flags that infer absence from the file if only a part of it is read */
function refusePartialPrune({ aims, file, isRejects, reading = {} }: BulkInput): void {
  const flag = aims.prune === true ? '--prune' : aims.pruneGroups === true ? '--prune-groups' : undefined;
  if (flag === undefined) return;
  if (isRejects === true)
    throw new Failure('usage', `${flag} needs the whole file; ${file} contains only rejected rows`);
  if (aims.prune === true && isPartOfFile(reading))
    throw new Failure('usage', '--prune needs the whole file: users missing from it would be deactivated');
  if (aims.pruneGroups === true && hasRowFilter(reading))
    throw new Failure('usage', '--prune-groups needs the whole file: groups of other rows would be deleted', {
      hint: 'omit --where, --first and --skip; --shard keeps groups whole',
    });
}

/** @throws Failure `limit` for a broken export; `invalidInput` with every row that cannot be applied */
async function refuseRows(
  context: Context,
  input: BulkInput,
  { mode, issues, matches }: Pick<PlannedInput, 'issues' | 'matches'> & { readonly mode: Mode },
  feed: FeedOptions,
): Promise<never> {
  await refuseBlankColumns(context, input, issues, feed);
  const already = await existingAccountsFailure(context, input, mode, { issues, matches });
  throw already ?? rejected(input.file, issues, identityHint(issues, input.otherRows));
}

/**
 * Refuses a file with a column that is suddenly blank: it is a broken export, and one failure that compares
 * it with the last file is clearer than a finding for each row.
 * @throws Failure `limit`
 */
async function refuseBlankColumns(
  context: Context,
  { feed, limits }: BulkInput,
  issues: readonly Issue[],
  flags: FeedOptions,
): Promise<void> {
  if (feed === undefined || !issues.some(({ code }) => BLANK_CODES.has(code))) return;
  const { origin } = await context.connection();
  const last = lastFeed(runsFolder(context), origin, feed.name);
  const maxBlanked = flags.maxBlanked ?? limits?.maxBlanked;
  if (last !== undefined) refuseFeed(feedExcesses(feed, last, { minRows: 0, ...defined({ maxBlanked }) }));
}

/** Codes of findings for a blank cell in a column by which the map decides about provisioning. */
const BLANK_CODES: ReadonlySet<string> = new Set(['blank_status', 'not_a_date']);

/**
 * Compares a file with the last one. Without a last file, counts the group members that the file does not
 * list.
 */
export async function feedGuards(
  context: Context,
  plan: Plan,
  groups: GroupSnapshot,
  limits: FeedOptions,
): Promise<Required<Pick<GuardInput, 'feed' | 'absent'>>> {
  const { excesses, isCompared } = await judgeFeed(context, plan, limits);
  const isOfRows = plan.move === undefined && plan.mode === 'upsert';
  return { feed: excesses, absent: isCompared || !isOfRows ? [] : memberLossesIn(plan.changes, groups) };
}

/**
 * Writes the rows with findings to the file of rejects.
 * @returns the number of rows that the plan covers, and the findings of the others
 * @throws Failure `limit` if too many rows are left out
 */
async function leaveOutRows(
  context: Context,
  input: BulkInput,
  planned: PlannedGoodRows,
  feed: FeedOptions,
): Promise<{ readonly rows: number; readonly rejectedIssues: readonly Issue[] }> {
  const rejectedIssues = byLine([...input.rejected.issues, ...planned.rejected]);
  const left = new Set(rejectedIssues.map(rowOfIssue));
  const others = [...(input.otherRows ?? [])].filter((line) => left.has(line));
  if (others.length > 0) await context.messages.warn(otherRowWords(others));
  const rows = [...input.rows, ...input.memberships].filter(({ line }) => !left.has(line)).length;
  const { file, written } = input;
  const dialect = dialectForReread(input.reading?.dialect, written);
  await writeAndCheckRejects(
    context,
    {
      file,
      rows: rows + left.size,
      issues: rejectedIssues,
      dialect,
      typed: input.reading?.dialect,
      elsewhere: countOtherShards(input, planned),
    },
    { maxBadRows: input.limits?.maxBadRows, ...defined(feed) },
  );
  return { rows, rejectedIssues };
}

/** Returns how many rows other shards have, and how many of them are left out. */
function countOtherShards({ others, rejected }: BulkInput, { elsewhere }: PlannedGoodRows): Elsewhere {
  const lines = new Set([...others.rows, ...others.memberships].map(({ line }) => line));
  return { rows: lines.size + rejected.elsewhere, left: elsewhere };
}

/** Plans the rows; rows with findings are left out only with `--on-bad-row skip`. */
async function planRows(
  input: BulkInput,
  snapshot: Snapshot,
  groups: GroupSnapshot,
  options: PlanOptions,
): Promise<PlannedGoodRows> {
  if (input.reading?.onBadRow !== 'skip')
    return { ...planInput(input, snapshot, groups, options), rejected: [], elsewhere: 0 };
  const { planWithoutBadRows } = await import('../../bulk/plan/quarantine.ts');
  return planWithoutBadRows(input, snapshot, groups, options);
}

function byLine(issues: readonly Issue[]): readonly Issue[] {
  return [...issues].sort((one, other) => (one.at?.line ?? 0) - (other.at?.line ?? 0));
}

/** Returns the users whose manager is not set because of a skipped row. */
function withoutManagerIn({ withoutManager: names }: PlannedInput): Pick<Plan, 'withoutManager'> {
  if (names.length === 0) return {};
  return { withoutManager: { users: names.length, names: names.slice(0, NAMES_SHOWN) } };
}

/** Returns the protected groups and members that are left unchanged. */
function sparedIn({ leftGroups, sparedMembers }: PlannedInput): Pick<Plan, 'spared'> {
  if (leftGroups.length + sparedMembers.length === 0) return {};
  return { spared: { groups: leftGroups, members: sparedMembers } };
}

/** Returns the users that the file does not list; empty if only a part of the file is selected. */
function populationOf(
  { rows, memberships, reading }: BulkInput,
  { unlisted, unknown }: PlannedInput,
): Pick<Plan, 'population'> {
  const isPart = reading !== undefined && isPartOfFile(reading);
  if (isPart || memberships.length > 0 || rows.length === 0) return {};
  const names = unlisted.slice(0, NAMES_SHOWN).map(({ id, values }) => values.userName ?? id);
  return { population: { unlisted: unlisted.length, unlistedNames: names, unknown } };
}
