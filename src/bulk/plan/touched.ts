import type { RateLimits } from '../../http/rate-limits.ts';
import type { GroupId, UserId } from '../../values/ids.ts';
import { type Change, isUserUpdate } from './change.ts';
import { touchedUsers } from './people.ts';

/** What must be read to check a saved plan, without duplicates. */
export interface Touched {
  /** IDs of users who get new values, join or leave a group, or are members of a deleted group. */
  readonly userIds: readonly UserId[];
  /** Addresses, userNames and IDs of users who may exist: those that the plan creates, and managers. */
  readonly people: readonly string[];
  readonly groupIds: readonly GroupId[];
  /** Names that new and renamed groups get. */
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
    if (change.kind === 'renameGroup') groupNames.add(change.displayName);
    if ('target' in change && !isUserUpdate(change) && 'id' in change.target) groupIds.add(change.target.id);
    if (change.kind === 'deleteGroup') for (const id of change.members) userIds.add(id);
  }
  return {
    userIds: [...userIds],
    people: [...people],
    groupIds: [...groupIds],
    groupNames: [...groupNames],
  };
}

/** Returns the address and userName of a created user, and the new manager. */
function peopleIn(change: Change): readonly string[] {
  const values = change.kind === 'createUser' ? change.user : isUserUpdate(change) ? change.set : {};
  const { email, userName, manager } = values;
  const names = manager === undefined || manager === '' ? [] : [manager];
  if (change.kind !== 'createUser') return names;
  // The service does not store a userName that is an address.
  const stored = userName?.includes('@') === false ? [userName] : [];
  return [...(email === undefined ? [] : [email]), ...stored, ...names];
}

/** Number of single lookups that take about as long as one list page of a thousand items. */
const LOOKUPS_PER_PAGE = 10;
const USERS_PER_PAGE = 1000;
/** Maximum number of lookups by name: a service that ignores filters answers each with all users. */
const MAX_NAMES = 20;

/**
 * Whether looking up each touched user and group is faster than listing all.
 * @param users approximate number of users in the organization
 * @param limits known quotas; lookups beyond a known burst would have to wait
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
  return names <= MAX_NAMES && all <= Math.min(Math.max(MAX_NAMES, LOOKUPS_PER_PAGE * pages), burst);
}
