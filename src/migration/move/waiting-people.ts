import { type OrganizationCopy, personKeysOf, type UserRecord } from '../compare/organization-copy.ts';
import type { Waiting } from './drafted-users.ts';

/** Waiting users by key, as stored from one part of a move to the next. */
export interface WaitingKeys {
  readonly managers: readonly string[];
  readonly members: readonly string[];
}

/** The stored data of one part. */
export interface StoredWaiting {
  readonly waiting?: WaitingKeys;
  readonly settled?: WaitingKeys;
}

/**
 * Returns a key that identifies a user of A in every part of a move. Employee number and address are stable
 * even if the ID is not, as in two exports.
 */
export function personKey(person: UserRecord): string {
  const [employeeNumber = '', email = ''] = personKeysOf(person);
  return employeeNumber || email.toLowerCase() || person.id;
}

/** Waiting users by key, with the part since which they wait. */
export type WaitingSince<Part> = Readonly<Record<keyof WaitingKeys, ReadonlyMap<string, Part>>>;

/** Returns the users that still wait after some parts, given earliest first. */
export function waitingSince<Part extends StoredWaiting>(parts: readonly Part[]): WaitingSince<Part> {
  const waits = { managers: new Map<string, Part>(), members: new Map<string, Part>() };
  for (const part of parts)
    for (const kind of KINDS) {
      for (const key of part.settled?.[kind] ?? []) waits[kind].delete(key);
      for (const key of part.waiting?.[kind] ?? []) if (!waits[kind].has(key)) waits[kind].set(key, part);
    }
  return waits;
}

/** Returns the positions in A of the users with these keys. */
export function positionsOf({ people }: OrganizationCopy, keys: WaitingSince<unknown>): Waiting {
  const positions = { managers: new Set<number>(), members: new Set<number>() };
  if (keys.managers.size + keys.members.size === 0) return positions;
  for (const [position, person] of people.entries()) {
    const key = personKey(person);
    for (const kind of KINDS) if (keys[kind].has(key)) positions[kind].add(position);
  }
  return positions;
}

/** Returns the data to store for a part: the users that wait after it, and those that no longer do. */
export function storedWaitingOf(
  { people }: OrganizationCopy,
  before: Waiting,
  after: Waiting,
): StoredWaiting {
  const keys = (positions: ReadonlySet<number>) =>
    [...positions].flatMap((position) => {
      const person = people[position];
      return person === undefined ? [] : [personKey(person)];
    });
  const without = (all: ReadonlySet<number>, some: ReadonlySet<number>) =>
    new Set([...all].filter((position) => !some.has(position)));
  const waiting = { managers: keys(after.managers), members: keys(after.members) };
  const settled = {
    managers: keys(without(before.managers, after.managers)),
    members: keys(without(before.members, after.members)),
  };
  return {
    ...(isEmpty(waiting) ? {} : { waiting }),
    ...(isEmpty(settled) ? {} : { settled }),
  };
}

const KINDS = ['managers', 'members'] as const satisfies readonly (keyof WaitingKeys)[];

function isEmpty({ managers, members }: WaitingKeys): boolean {
  return managers.length + members.length === 0;
}
