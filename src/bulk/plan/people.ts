import { emailKey } from '../../rules/email-address.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import { defined } from '../../values/defined.ts';
import type { UserId } from '../../values/ids.ts';
import { type Change, isGroupChange, isUserUpdate, type PlannedMember } from './change.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Who a user was when a plan was made. An ID alone says nothing: another organization may give it to somebody
 * else.
 */
export interface Person {
  readonly userName?: string;
  readonly email?: string;
  /** `meta.created`, as the service writes it. */
  readonly created?: string;
  /** What a member was called: a userName, an address or a display name. */
  readonly called?: string;
  /** For reports only: names and start dates do not identify users. */
  readonly givenName?: string;
  readonly familyName?: string;
  readonly startDate?: string;
}

/** Who the users were that a plan touches, by ID. */
export type People = Readonly<Record<string, Person>>;

/** A user as the service has it now, as far as it tells who that is. */
export interface Someone {
  readonly id: UserId;
  readonly values: Pick<UserValues, 'userName' | 'email' | 'displayName'>;
  readonly created?: string | undefined;
}

/** Returns who the users are that changes touch: those that get new values, and members who join or leave. */
export function peopleOf(changes: readonly Change[], snapshot: Snapshot): People {
  const people: Record<string, Person> = {};
  for (const id of touchedUsers(changes)) {
    const user = snapshot.users.get(id);
    if (user === undefined) continue;
    const { givenName, familyName, startDate } = user.values;
    people[id] ??= { ...personOf(user), ...defined({ givenName, familyName, startDate }) };
  }
  return people;
}

/** What people call managers, by ID. */
export type ManagerNames = Readonly<Record<string, string>>;

/** Returns the names of the managers that users get or lose by changes; undefined where there is none. */
export function managersOf(changes: readonly Change[], snapshot: Snapshot): ManagerNames | undefined {
  const ids = changes.flatMap((change) =>
    isUserUpdate(change) ? [change.before.manager, change.set.manager] : [],
  );
  const names = ids.flatMap((id) => {
    const values = id === undefined ? undefined : snapshot.users.get(id)?.values;
    const name = values?.userName ?? values?.email;
    return id === undefined || name === undefined ? [] : [[id, name] as const];
  });
  return names.length === 0 ? undefined : Object.fromEntries(names);
}

/**
 * Returns who the members are that join or leave a group, by what the command line or the group calls them.
 */
export function membersCalled(changes: readonly Change[]): People {
  const members = changes.flatMap((change) => {
    if (change.kind === 'replaceGroup') return [...change.joining, ...change.leaving];
    return change.kind === 'addMembers' || change.kind === 'removeMembers' ? change.members : [];
  });
  return Object.fromEntries(
    members.flatMap((member) =>
      'id' in member && member.name !== member.id && member.name !== ''
        ? [[member.id, { called: member.name }]]
        : [],
    ),
  );
}

/** Returns the IDs of the users that changes touch and that were there before. */
export function touchedUsers(changes: readonly Change[]): readonly UserId[] {
  return [...new Set(changes.flatMap(usersIn))];
}

/** Returns what is recorded of a user. */
export function personOf({ values: { userName, email }, created }: Someone): Person {
  return {
    ...defined({ userName, email, created }),
  };
}

/** Tells whether the user with an ID still is the one of a plan. */
export interface Recognition {
  /**
   * Says who has the ID now, and who had it; undefined when that is the same person, or when nobody was
   * recorded.
   */
  readonly stranger: (user: Someone) => string | undefined;
}

/**
 * Returns what recognizes the users of a plan: by userName, e-mail address or creation time, each as it was
 * or as the plan makes it.
 * @param created who the users are that the run created, by ID
 */
export function recognizing(
  { changes, people = {} }: { readonly changes: readonly Change[]; readonly people?: People | undefined },
  created: People = {},
): Recognition {
  const known = new Map<string, Known>();
  for (const [id, person] of [...Object.entries(people), ...Object.entries(created)]) {
    const one = known.get(id) ?? { person, marks: new Set() };
    for (const mark of marksOf(person)) one.marks.add(mark);
    known.set(id, one);
  }
  for (const change of changes) {
    if (!isUserUpdate(change) || !('id' in change.target)) continue;
    for (const mark of marksOf(change.set)) known.get(change.target.id)?.marks.add(mark);
  }
  return {
    stranger: (user) => {
      const one = known.get(user.id);
      if (one === undefined || one.marks.size === 0) return undefined;
      const now = personOf(user);
      if ([...marksOf(now), ...callsOf(user)].some((mark) => one.marks.has(mark))) return undefined;
      return `${user.id} is ${personWords(now)} now, and was ${personWords(one.person)} in the plan`;
    },
  };
}

interface Known {
  readonly person: Person;
  /** Each of them is enough. */
  readonly marks: Set<string>;
}

function marksOf({ userName, email, created, called }: Person): readonly string[] {
  return [
    ...(called === undefined ? [] : [`called ${called.toLowerCase()}`]),
    ...(userName === undefined || userName === '' ? [] : [`userName ${userName.toLowerCase()}`]),
    ...(email === undefined || email === '' ? [] : [`email ${emailKey(email)}`]),
    ...(created === undefined ? [] : [`created ${created}`]),
  ];
}

/** Everything that a user may be called. */
function callsOf({ values: { userName, email, displayName } }: Someone): readonly string[] {
  return [userName, email, displayName].flatMap((name) =>
    name === undefined ? [] : [`called ${name.toLowerCase()}`],
  );
}

function personWords({ userName, email, called }: Person): string {
  return userName ?? email ?? called ?? 'nobody with a name';
}

function usersIn(change: Change): readonly UserId[] {
  if (isUserUpdate(change)) return 'id' in change.target ? [change.target.id] : [];
  if (!isGroupChange(change)) return [];
  if (change.kind === 'replaceGroup') return [...change.joining, ...change.leaving].flatMap(idIn);
  if (change.kind !== 'addMembers' && change.kind !== 'removeMembers') return [];
  return change.members.flatMap(idIn);
}

function idIn(member: PlannedMember): readonly UserId[] {
  return 'id' in member ? [member.id] : [];
}
