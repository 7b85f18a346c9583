import type { GroupMemberLoss } from '../../bulk/plan/absent-members.ts';
import type { PlannedInput } from '../../bulk/plan/plan-input.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { Context } from '../context.ts';
import type { Messages } from '../printing/messages.ts';

/** Prints what a plan leaves unchanged, and why. */
export async function noteUnchangedItems({ messages }: Context, planned: PlannedInput): Promise<void> {
  await warnOfDeferred(messages, planned);
  await noteMissingDisplayNames(messages, planned);
  const {
    inactive,
    notCreated,
    waitingManagers,
    isPruneWithheld,
    isGroupPruneWithheld,
    leftGroups,
    sparedMembers,
    emptyGroups,
    likelyRenames,
  } = planned;
  if (inactive > 0)
    await messages.note(
      `${pluralize(inactive, 'row')} of deactivated users, who stay deactivated; to reactivate one, set "active" to true`,
    );
  if (notCreated > 0)
    await messages.note(
      `${pluralize(notCreated, 'row')} skipped: no account exists, and none is created (inactive, or excluded by provision)`,
    );
  if (waitingManagers > 0)
    await messages.note(
      `${pluralize(waitingManagers, 'manager')} not set: no account yet; a later run sets them`,
    );
  if (leftGroups.length > 0)
    await messages.note(`protected groups are left unchanged: ${firstNames(leftGroups)}`);
  if (sparedMembers.length > 0)
    await messages.note(
      `protected users stay in managed groups: ${firstNames(sparedMembers.map(({ user, group }) => `${user} (${group})`))}`,
    );
  if (emptyGroups.length > 0) {
    const empty = `${pluralize(emptyGroups.length, 'managed group')} without members: ${firstNames(emptyGroups)}`;
    if (isGroupPruneWithheld)
      await messages.warn(`${empty}; --prune-groups deletes none: some skipped rows may name them`);
    else await messages.note(`${empty}; --prune-groups deletes them`);
  }
  for (const { from, to, moved, members } of likelyRenames)
    await messages.warn(
      `${from} looks renamed: ${moved} of its ${pluralize(members, 'member')} move to ${to}, which is new; to keep the group, add to the map under groups: rename: { '${from}': '${to}' }`,
    );
  if (isPruneWithheld)
    await messages.warn('--prune deactivates no users: some skipped rows do not identify their user');
}

/**
 * Lists new users with a name but no display name: the service shows them by userName (SCIM §2.1), which few
 * expect.
 */
async function noteMissingDisplayNames(messages: Messages, { changes }: PlannedInput): Promise<void> {
  const names = changes.flatMap((change) => {
    if (change.kind !== 'createUser') return [];
    const { userName, displayName, givenName, familyName } = change.user;
    const isNamed = givenName !== undefined || familyName !== undefined;
    return isNamed && displayName === undefined && userName !== undefined ? [userName] : [];
  });
  if (names.length > 0)
    await messages.note(
      `${pluralize(names.length, 'new user')} without displayName, shown by userName: ${firstNames(names)}`,
    );
}

/** Warns about managers and groups that other shards must create first, and that are set in a second run. */
async function warnOfDeferred(
  messages: Messages,
  { deferredManagers, deferredGroups }: PlannedInput,
): Promise<void> {
  const tell = async (count: number, noun: string, left: string) => {
    if (count === 0) return;
    const who = count === 1 ? `1 ${noun} is` : `${count} ${noun}s are`;
    await messages.warn(
      `${who} created by other shards; when all shards are done, run the same command again to ${left}`,
    );
  };
  await tell(deferredManagers, 'manager', 'set them');
  await tell(deferredGroups, 'group', 'fill them');
}

/**
 * Warns about removed members if the file was not compared with an earlier one, because it may be incomplete.
 */
export async function warnOfMissingProperties(
  { messages }: Context,
  absent: readonly GroupMemberLoss[],
): Promise<void> {
  if (absent.length === 0) return;
  const shown = firstNames(
    absent.map(({ group, leaving, members }) => `${group} (${leaving} of ${members})`),
  );
  await messages.warn(
    `no earlier file to compare with; members who are not in this file will be removed from managed groups: ${shown}`,
  );
}

/** Maximum number of names of users and groups that are shown. */
export const NAMES_SHOWN = 5;

function firstNames(names: readonly string[]): string {
  return `${names.slice(0, NAMES_SHOWN).join(', ')}${names.length > NAMES_SHOWN ? ', …' : ''}`;
}
