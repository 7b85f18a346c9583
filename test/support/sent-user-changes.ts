import type { ChangeOf } from '../../src/bulk/plan/change.ts';
import { Failure } from '../../src/failure/failure.ts';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { changeId, userId } from '../../src/values/ids.ts';
import { account, idOf } from './organization-world.ts';
import { type SendingOptions, sendingWorld } from './sending-world.ts';

/** An error that the service reports: changes until then are kept. */
export const NAMED = new Failure('unknownOutcome', 'it failed; it may have been partly applied', {
  code: 'query_building_failed',
  status: 500,
});
export const refused = (code: string, status = 400) =>
  new Failure('refused', `no: ${code}`, { code, status });
export const AWAY = new Failure('unreachable', 'no connection');

export const ANN = { title: 'Cook', department: 'Kitchen' };
/** Every comparable value of ann as the service returns it. */
export const SEEN: UserValues = {
  ...ANN,
  userName: 'ann',
  nickName: 'ann',
  email: 'ann@example.com',
  timezone: 'America/Los_Angeles',
  active: true,
  guest: false,
};
export const PHOTO = 'https://x.example/a.png';
export const base = { id: changeId('c'), line: 2, name: 'ann', after: [] } as const;
export const target = { id: userId(idOf('ann')) };

/** An organization with ann, a cook, and bea. */
export async function peopleWorld(more: SendingOptions = {}, values: UserValues = {}) {
  const full = { hasCustomProfile: true };
  const users = [account('ann', { ...ANN, ...values }, full), account('bea')];
  const opened = await sendingWorld({ users, version: '2.0', ...more });
  const now = (userName = 'ann') =>
    [...opened.organization.users()].find(({ values: stored }) => stored.userName === userName)?.values;
  return { ...opened, now };
}

/** A change of the values of ann. */
export function patch(set: UserValues, before: UserValues, more: Partial<ChangeOf<'patchUser'>> = {}) {
  return { ...base, kind: 'patchUser', target, before, set, clear: [], ...more } as const;
}
export const promote = patch({ title: 'Chef' }, { title: 'Cook' });
