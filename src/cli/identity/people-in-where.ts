import { Failure } from '../../failure/failure.ts';
import { addressesOf } from '../../rules/email-address.ts';
import {
  comparisonsOf,
  composedValues,
  type Filter,
  type FilterComparison,
  mapComparisons,
  matchesFilter,
} from '../../rules/filter.ts';
import { isUserId, mayBeNameToo } from '../../rules/user-id.ts';
import { findUser } from '../../scim/find-user.ts';
import { readComplete } from '../../scim/read-complete.ts';
import type { User } from '../../scim/user.ts';
import { jsonMemberOf } from '../../scim/user-members.ts';
import { listUsers } from '../../scim/users.ts';
import { inParallel } from '../../values/in-parallel.ts';
import type { Context } from '../context.ts';

/**
 * An expression in which users are compared by any of their names, although the service stores only their
 * IDs.
 */
export interface PeopleFound {
  readonly filter: Filter;
  /**
   * Whether one of these users matches a comparison, given the name of its term in the filter; undefined for
   * other names.
   */
  readonly isMeant: (name: string, ids: readonly string[]) => boolean | undefined;
}

/**
 * Looks up the users whose names an expression compares with one of these columns: a userName, an e-mail or a
 * display name. The value of the column itself is still compared as well.
 */
export async function findPeopleIn(
  context: Context,
  filter: Filter,
  columns: readonly string[],
): Promise<PeopleFound> {
  const terms = termsOfPeople(filter, columns);
  return withFound(filter, terms, await lookUpAll(context, terms));
}

/** Returns the comparisons of these columns with the name of a user. */
export function termsOfPeople(filter: Filter, columns: readonly string[]): readonly FilterComparison[] {
  return comparisonsOf(filter).filter(
    ({ attribute, value }) => columns.includes(attribute) && (!isUserId(value) || mayBeNameToo(value)),
  );
}

/** Returns an expression in which each of these comparisons also matches the users found for it. */
export function withFound(
  filter: Filter,
  terms: readonly FilterComparison[],
  found: ReadonlyMap<FilterComparison, ReadonlySet<string>>,
): PeopleFound {
  const names = new Map(terms.map((term, index) => [term, `person ${index}`]));
  const people = new Map([...names].map(([term, name]) => [name, found.get(term) ?? new Set<string>()]));
  return {
    filter: names.size === 0 ? filter : withPeople(filter, names),
    isMeant: (name, ids) => {
      const meant = people.get(name);
      return meant === undefined ? undefined : ids.some((id) => meant.has(id));
    },
  };
}

function withPeople(filter: Filter, names: ReadonlyMap<FilterComparison, string>): Filter {
  return mapComparisons(filter, (term) => {
    const attribute = names.get(term);
    if (attribute === undefined) return term;
    return { kind: 'or', parts: [term, { kind: 'compare', attribute, operator: 'eq', value: 'true' }] };
  });
}

/** Looks up full names one by one; for all other comparisons, reads the list of users once. */
async function lookUpAll(
  context: Context,
  terms: readonly FilterComparison[],
): Promise<ReadonlyMap<FilterComparison, ReadonlySet<string>>> {
  const found = new Map<FilterComparison, Set<string>>();
  const left: FilterComparison[] = [];
  const ids = await inParallel(terms, context.common.concurrency, async ({ operator, value }) =>
    operator === 'eq' ? idOf(context, value) : undefined,
  );
  for (const [index, term] of terms.entries()) {
    const id = ids[index];
    if (id === undefined) left.push(term);
    else found.set(term, new Set([id]));
  }
  if (left.length === 0) return found;
  const { scim } = await context.connection();
  await readComplete(
    'users',
    () => listUsers(scim, { members: READ }),
    async ({ items }) => {
      for (const term of left) found.set(term, new Set());
      for await (const user of items)
        for (const term of left) if (isCalled(user, term)) found.get(term)?.add(user.id);
    },
  );
  for (const term of left)
    if (found.get(term)?.size === 0) await context.messages.note(`no user is named "${term.value}"`);
  return found;
}

const READ = new Set(['id', jsonMemberOf('userName'), jsonMemberOf('email'), jsonMemberOf('displayName')]);

/** Whether a comparison matches the userName, an address or the display name of a user. */
export function isCalled({ values }: Pick<User, 'values'>, term: FilterComparison): boolean {
  const { userName, displayName } = values;
  const names = [userName, ...addressesOf(values), displayName].filter((name) => name !== undefined);
  return matchesFilter(
    term,
    composedValues(() => names),
  );
}

/** Returns the ID of the only user with a userName or address; undefined if there is none or several. */
async function idOf(context: Context, name: string): Promise<string | undefined> {
  try {
    const { scim } = await context.connection();
    return (await findUser(scim, name)).id;
  } catch (error) {
    if (error instanceof Failure && (error.kind === 'refused' || error.kind === 'usage')) return undefined;
    throw error;
  }
}
