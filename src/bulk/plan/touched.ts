import type { RateLimits } from '../../http/rate-limits.ts';
import type { GroupId, UserId } from '../../values/ids.ts';
import { type Change, isUserUpdate } from './change.ts';
import { touchedUsers } from './people.ts';

/** What has to be looked at to judge a saved plan, each once. */
export interface Touched {
  /** IDs of users that get new values, join or leave a group, or lose one. */
  readonly userIds: readonly UserId[];
  /** Addresses, userNames and IDs of people who may exist: users that the plan creates, and managers. */
  readonly people: readonly string[];
  readonly groupIds: readonly GroupId[];
  /** Names of groups that the plan creates. */
  readonly groupNames: readonly string[];
}

/** Returns what the changes of a plan touch. Pure. */
export function touchedBy(changes: readonly Change[]): Touched {
  const userIds = new Set(touchedUsers(changes));
  const people = new Set<string>();
  const groupIds = new Set<GroupId>();
  const groupNames = new Set<string>();
  for (const change of changes) {
    for (const name of peopleIn(change)) people.add(name);
    if (change.kind === 'createGroup') groupNames.add(change.name);
    else if ('target' in change && !isUserUpdate(change) && 'id' in change.target)
      groupIds.add(change.target.id);
    if (change.kind === 'deleteGroup') for (const id of change.members) userIds.add(id);
  }
  return {
    userIds: [...userIds],
    people: [...people],
    groupIds: [...groupIds],
    groupNames: [...groupNames],
  };
}

/** Addresses and userNames of a user who is created, and the manager who is set. */
function peopleIn(change: Change): readonly string[] {
  const values = change.kind === 'createUser' ? change.user : isUserUpdate(change) ? change.set : {};
  const { email, userName, manager } = values;
  const names = manager === undefined || manager === '' ? [] : [manager];
  if (change.kind !== 'createUser') return names;
  // A userName that is an address is not what the service stores.
  const stored = userName?.includes('@') === false ? [userName] : [];
  return [...(email === undefined ? [] : [email]), ...stored, ...names];
}

/**
 * Reading a page of a list takes about as long as this many look-ups: it is as large as a thousand of them.
 */
const LOOKUPS_PER_PAGE = 10;
const USERS_PER_PAGE = 1000;
/**
 * The largest number of look-ups by name that are made one by one: a service that ignores a filter answers
 * each with all users.
 */
const MOST_NAMES = 20;

/**
 * Whether looking at each touched user and group takes less time than reading everybody.
 * @param users how many the organization has, about
 * @param limits known quotas: look-ups beyond the burst of a known one would wait for it
 */
export function isCheaperToLookUp(
  { userIds, people, groupIds, groupNames }: Touched,
  users: number,
  limits: RateLimits,
): boolean {
  const names = people.length + groupNames.length;
  const all = names + userIds.length + groupIds.length;
  const pages = Math.ceil(users / USERS_PER_PAGE);
  const { burst = Number.POSITIVE_INFINITY } = limits['readOne'] ?? {};
  return names <= MOST_NAMES && all <= Math.min(Math.max(MOST_NAMES, LOOKUPS_PER_PAGE * pages), burst);
}
