import type { GroupSnapshot } from '../../bulk/plan/group-snapshot.ts';
import { findInSnapshot, type Snapshot, type SnapshotUser } from '../../bulk/plan/snapshot.ts';
import { Failure } from '../../failure/failure.ts';
import {
  attributesIn,
  comparisonsOf,
  composedValues,
  type FilterComparison,
  matchesFilter,
} from '../../rules/filter.ts';
import { isUserId, mayBeNameToo } from '../../rules/user-id.ts';
import type { User } from '../../scim/user.ts';
import { filterValuesOf } from '../../scim/user-filter.ts';
import { isCalled, type PeopleFound, termsOfPeople, withFound } from './people-in-where.ts';
import { readUserWhere, type Where } from './read-where.ts';

/** `--where` over users who were already read. */
export interface SnapshotWhere {
  readonly text: string;
  readonly where: Where<User>;
  /** Whether it compares the groups of users. */
  readonly needsGroups: boolean;
}

/** Columns that a snapshot does not contain. */
const NOT_KEPT = ['externalid'] as const;

/** Columns that identify a user, with their names in messages. */
const IDENTITIES: Readonly<Record<string, string>> = {
  id: 'the ID',
  username: 'the userName',
  email: 'the e-mail address',
  emails: 'the e-mail address',
  'emails.value': 'the e-mail address',
};

/**
 * Parses `--where` for the users of a snapshot.
 * @throws Failure `invalidInput` with a caret under the position
 */
export function readSnapshotWhere(text: string, now: number): SnapshotWhere {
  const where = readUserWhere(text, now, NOT_KEPT);
  return { text, where, needsGroups: attributesIn(where.filter).includes('groups') };
}

/**
 * Returns a predicate for users by ID.
 * @throws Failure `invalidInput` for a user or group that an expression names in full and that does not
 * exist: a mistyped name must not look like an empty result
 */
export function matcherInSnapshot(
  { text, where }: SnapshotWhere,
  snapshot: Snapshot,
  groups: GroupSnapshot,
): (id: string) => boolean {
  const groupsOf = groupsByUser(groups);
  const users = new Map([...snapshot.users].map(([id, user]) => [id, asUser(user, groupsOf.get(id) ?? [])]));
  for (const term of comparisonsOf(where.filter)) refuseEmptySelection(text, term, users, groups);
  const people = peopleIn(text, where, snapshot);
  return (id) => {
    const user = users.get(id);
    return user !== undefined && where.matches(user, people);
  };
}

function peopleIn(text: string, { filter, peopleColumns }: Where<User>, snapshot: Snapshot): PeopleFound {
  const terms = termsOfPeople(filter, peopleColumns);
  const found = terms.map((term): [FilterComparison, ReadonlySet<string>] => {
    const one = term.operator === 'eq' ? findInSnapshot(snapshot, term.value) : undefined;
    const called =
      one === undefined ? [...snapshot.users.values()].filter((user) => isCalled(user, term)) : [one];
    if (called.length === 0 && term.operator === 'eq')
      throw noMatchFailure(text, term, 'no_such_user', `no user is named "${term.value}"`);
    return [term, new Set(called.map(({ id }) => id))];
  });
  return withFound(filter, terms, new Map(found));
}

function refuseEmptySelection(
  text: string,
  term: FilterComparison,
  users: ReadonlyMap<string, User>,
  groups: GroupSnapshot,
): void {
  const { attribute, operator, value } = term;
  if (operator !== 'eq') return;
  // A manager given by name is looked up with the other users.
  const isId = attribute === 'manager' && isUserId(value) && !mayBeNameToo(value);
  const asked = isId ? { ...term, attribute: 'id' } : term;
  const what = IDENTITIES[asked.attribute];
  if (
    what !== undefined &&
    ![...users.values()].some((user) => matchesFilter(asked, composedValues(filterValuesOf(user))))
  )
    throw noMatchFailure(text, term, 'no_such_user', `no user has ${what} "${value}"`);
  if (attribute !== 'groups') return;
  const isGroup = [...groups.groups.values()].some(({ id, displayName }) =>
    matchesFilter(
      term,
      composedValues(() => [id, displayName]),
    ),
  );
  if (!isGroup) throw noMatchFailure(text, term, 'no_such_group', `no group is named "${value}"`);
}

function noMatchFailure(text: string, { at = 0 }: FilterComparison, code: string, message: string): Failure {
  return new Failure('invalidInput', `--where: ${message}`, { code, excerpt: { text, at } });
}

function asUser({ id, created, values }: SnapshotUser, groups: User['groups']): User {
  return { id, created, values, groups, resource: {} };
}

function groupsByUser({ groups }: GroupSnapshot): ReadonlyMap<string, User['groups']> {
  const byUser = new Map<string, User['groups'][number][]>();
  for (const { id, displayName: name, members } of groups.values())
    for (const member of members) {
      const known = byUser.get(member);
      if (known === undefined) byUser.set(member, [{ id, name }]);
      else known.push({ id, name });
    }
  return byUser;
}
