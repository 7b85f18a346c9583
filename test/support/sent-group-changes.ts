import { Failure } from '../../src/failure/failure.ts';
import { changeId, groupId, type UserId, userId } from '../../src/values/ids.ts';
import { account, idOf, team } from './organization-world.ts';
import { type SendingOptions, sendingWorld } from './sending-world.ts';

export const PEOPLE = ['ann', 'bea', 'cai', 'dan', 'eve', 'fay'];
export const TARGET = { id: groupId('S1') };
/** An error that the service reports: changes until then are kept. */
export const NAMED = new Failure('unknownOutcome', 'it failed; it may have been partly applied', {
  code: 'group_members_create_failed',
  status: 500,
});
export const NAMED_OUTCOME = { state: 'failed', code: 'group_members_create_failed', message: 'it failed' };

export const ids = (...names: readonly string[]): readonly UserId[] =>
  names.map((name) => userId(idOf(name)));

/** The group "Team" with these members. */
export async function teamWorld(members: readonly string[], more: SendingOptions = {}) {
  const users = PEOPLE.map((name) => account(name));
  const opened = await sendingWorld({ users, groups: [team(...members)], version: '2.0', ...more });
  const now = () => {
    const found = opened.organization.group('S1');
    return found === undefined ? undefined : [found.displayName, ...found.members.toSorted()];
  };
  return { ...opened, now };
}

export const base = { id: changeId('c'), line: 2, name: 'Team', after: [] } as const;
