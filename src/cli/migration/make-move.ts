import { shardOf } from '../../bulk/input/shard.ts';
import { guardInputOf } from '../../bulk/plan/guards.ts';
import { identitiesOf, managersOf } from '../../bulk/plan/people.ts';
import type { Move, Plan } from '../../bulk/plan/plan-file.ts';
import { joinOrganizations } from '../../migration/compare/compare-organizations.ts';
import type { Joined } from '../../migration/compare/difference.ts';
import { isCompared, JOIN_KEYS } from '../../migration/compare/organization-copy.ts';
import { copySnapshot } from '../../migration/move/copy-snapshot.ts';
import type { MoveInput } from '../../migration/move/drafted-users.ts';
import { newPairs } from '../../migration/move/known-pairs.ts';
import { planMove } from '../../migration/move/plan-move.ts';
import type { Reject } from '../../migration/move/reject.ts';
import { trustedPairs } from '../../migration/move/trusted-pairs.ts';
import { personKey, positionsOf, storedWaitingOf } from '../../migration/move/waiting-people.ts';
import { protection } from '../../profiles/safety.ts';
import { defined } from '../../values/defined.ts';
import { inputsMember } from '../bulk/input-files.ts';
import type { MadePlan } from '../bulk/make-plan.ts';
import { forecastNow } from '../bulk/pace-of.ts';
import { planHead } from '../bulk/plan-head.ts';
import { readGroups, readSnapshot } from '../bulk/read-organization.ts';
import { runsFolder } from '../bulk/runs-folder.ts';
import { warnOfRiskyChanges } from '../bulk/warn-of-risky-changes.ts';
import type { Context } from '../context.ts';
import { checkMapFits } from './fitting-map.ts';
import { ROWS_OF_BOTH, readingOf, refuseOneToken, warnOfDomains } from './join-sources.ts';
import type { MoveFlags } from './move-options.ts';
import { moveRuns, pendingReferences, recordedPairs } from './move-runs.ts';
import { warnOfStrangers } from './note-move.ts';
import { openCopy } from './open-copy.ts';
import type { MoveWords, OpenMove } from './open-move.ts';
import { refuseEmptySelection } from './refuse-empty-selection.ts';

/** A plan that makes B equal to A, and what it leaves out. */
export interface MadeMove extends MadePlan {
  readonly rejects: readonly Reject[];
  /**
   * Number of managers and memberships left to a later plan, because the users they name do not exist yet.
   */
  readonly deferred: number;
  /** Number of users and groups that are joined because earlier runs moved or found them. */
  readonly remembered: { readonly users: number; readonly groups: number };
}

/**
 * Reads both organizations and plans the changes that make B equal to A.
 * @throws as every read; `usage`, `stale`
 */
export async function makeMove(
  context: Context,
  [wordA, wordB]: MoveWords,
  flags: MoveFlags,
  { source, map: placed, inputs, identity }: OpenMove,
): Promise<MadeMove> {
  const { keys = JOIN_KEYS, prune = false } = flags;
  if (source.kind === 'profile') await refuseOneToken(context);
  const { scim } = await context.connection();
  const { profile } = await context.resolved();
  const { a, b, snapshot, groups } = await readBoth(context, [wordA, wordB], flags, source);
  await checkMapFits(context, [a, b], placed, 'refuse');
  const head = await planHead(context);
  const { runs } = moveRuns(runsFolder(context), head.origin);
  const recorded = recordedPairs(runs, wordA);
  const remembered = trustedPairs(a, b, recorded);
  const joined = joinOrganizations(a, b, { keys, remembered, ...defined({ map: placed?.ids }) });
  refuseEmptySelection(joined, flags, 'move');
  const earlier = pendingReferences(runs, { ...head, source: wordA });
  const waiting = positionsOf(a, earlier);
  const input = {
    joined,
    snapshot,
    isMeant: isMovedIn(joined, flags.wave),
    waiting,
    movedGroups: groupsOf(flags),
  };
  const planned = planMove(input, groups, prune);
  const { changes, rejects } = planned;
  await warnOfRiskyChanges(context, changes, snapshot);
  await warnOfStrangers(context, planned.strangers);
  const plan: Plan = {
    ...head,
    mode: 'upsert',
    source: { file: wordA, digest: identity, rows: a.people.length, ...inputsMember(inputs) },
    move: {
      ...moveOf(flags, rejects),
      ...storedWaitingOf(a, waiting, planned.waiting),
      ...pairsOf(newPairs(joined, recorded.own, changes)),
    },
    activeUsers: snapshot.activeUsers,
    unchanged: planned.unchanged,
    forecast: await forecastNow(context, changes, scim.dialect.version),
    people: identitiesOf(changes, snapshot),
    ...defined({ managers: managersOf(changes, snapshot) }),
    changes,
  };
  return {
    plan,
    snapshot,
    groups,
    guarded: guardInputOf(changes, snapshot, groups, protection(profile)),
    rejects,
    deferred: planned.waiting.managers.size + planned.waiting.members.size,
    remembered: { users: joinedByRuns(joined.people.by), groups: joinedByRuns(joined.groups.by) },
  };
}

/** Reads both organizations: B also as a plan needs it. */
async function readBoth(
  context: Context,
  [wordA, wordB]: MoveWords,
  flags: MoveFlags,
  source: OpenMove['source'],
): Promise<Pick<Joined, 'a' | 'b'> & Pick<MadePlan, 'snapshot' | 'groups'>> {
  context.expectRows(ROWS_OF_BOTH);
  const { translate, unusedDomains, ...chosen } = readingOf(flags);
  const { translate: _, unusedDomains: __, ...chosenOfB } = readingOf(flags);
  const progress = context.messages.progress();
  const a = await openCopy(context, source, { name: wordA, ...chosen, translate }, (noun, read, total) =>
    progress.update(`reading ${noun} of ${wordA}: ${read}${total === undefined ? '' : ` of ${total}`}`),
  ).finally(() => progress.stop());
  const snapshot = await readSnapshot(context, true);
  const groups = await readGroups(context, true);
  const b = copySnapshot(snapshot, groups, { name: wordB, ...chosenOfB });
  await warnOfDomains(context, unusedDomains());
  return { a, b, snapshot, groups };
}

function joinedByRuns(by: readonly (string | undefined)[]): number {
  return by.filter((one) => one === 'run').length;
}

function pairsOf(pairs: readonly string[]): Pick<Move, 'pairs'> {
  return pairs.length === 0 ? {} : { pairs };
}

/**
 * Returns which groups are moved: all with all users, otherwise those that have the selected users as
 * members. Without `--where`, also groups without members, which belong to no wave.
 */
function groupsOf({ wave, where, except, allGroups }: MoveFlags): NonNullable<MoveInput['movedGroups']> {
  if (allGroups === true || (wave ?? where ?? except) === undefined) return 'all';
  return where === undefined ? 'of members and empty' : 'of members';
}

function moveOf({ wave, where }: MoveFlags, { length }: readonly Reject[]): Move {
  return defined({ wave, where, rejects: length === 0 ? undefined : length });
}

/** Returns a predicate for the users of A that are moved now: selected users in the wave. */
function isMovedIn({ a, b, people }: Joined, wave: Move['wave']): (position: number) => boolean {
  return (position) => {
    const person = a.people[position];
    if (person === undefined || !isCompared(person, b.people[people.toB[position] ?? -1])) return false;
    if (wave === undefined) return true;
    return shardOf(`wave ${personKey(person)}`, wave.count) === wave.index - 1;
  };
}
