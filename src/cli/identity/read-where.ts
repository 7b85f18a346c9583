import { columnOf } from '../../bulk/input/columns.ts';
import { Failure } from '../../failure/failure.ts';
import { withBlanks } from '../../rules/blank-comparisons.ts';
import { type ComparedKind, comparedProblem, withMoments } from '../../rules/compared-kinds.ts';
import {
  composedValues,
  type Filter,
  isWholeNumber,
  mapComparisons,
  matchesFilter,
  type ValuesOf,
  withNumbers,
} from '../../rules/filter.ts';
import { parseFilter } from '../../rules/parse-filter.ts';
import type { Group } from '../../scim/group.ts';
import { filterValuesOfGroup } from '../../scim/group-filter.ts';
import type { User } from '../../scim/user.ts';
import { filterValuesOf } from '../../scim/user-filter.ts';
import { isSingleChannelGuest, stateOf, USER_STATES } from '../../scim/user-state.ts';
import {
  BOOLEAN_FILTER_ATTRIBUTES,
  FILTER_ATTRIBUTES,
  GROUP_FILTER_ATTRIBUTES,
  OTHER_FILTER_ATTRIBUTES,
} from '../../spec/filter-grammar.ts';
import { USER_ATTRIBUTE_NAMES, USER_ATTRIBUTES } from '../../spec/user-attributes.ts';
import type { Context } from '../context.ts';
import { findPeopleIn, type PeopleFound } from './people-in-where.ts';
import { type Sendable, sendableIn } from './sendable-filter.ts';
import { whereProblem } from './where-problems.ts';

/** Attributes that the service itself can filter by on v1 (SCIM §4.5). */
const USER_FILTERS: readonly string[] = [...Object.keys(FILTER_ATTRIBUTES), ...OTHER_FILTER_ATTRIBUTES];

/** Columns of a user in addition to the attributes. */
const USER_COLUMNS = ['id', 'state', 'groups', 'created'] as const;

const COLUMN_OF: ReadonlyMap<string, string> = new Map(
  [...USER_ATTRIBUTE_NAMES, ...USER_COLUMNS].map((name) => [name.toLowerCase(), name]),
);

/** An expression over the columns of a table, evaluated row by row. */
export interface Where<T> extends Sendable {
  readonly matches: (item: T, people: PeopleFound) => boolean;
  /** The parsed expression, and the columns in which it may name users whose IDs the service stores. */
  readonly filter: Filter;
  readonly peopleColumns: readonly string[];
}

/**
 * Parses `--where` for users: the language of `--filter`, over every column.
 * @param now milliseconds since 1970; relative times such as 7d count back from it
 * @param unknown names that cannot be evaluated, in lower case
 * @throws Failure `invalidInput` with a caret under the position; nothing was sent
 */
export function readUserWhere(text: string, now: number, unknown: readonly string[] = []): Where<User> {
  const names = [...COLUMN_OF.keys(), ...USER_FILTERS].filter((name) => !unknown.includes(name));
  const filter = parsed(text.normalize('NFC'), names, [...COLUMN_OF.values()], now);
  return {
    matches: (user, { filter: wanted, isMeant }) => {
      const { manager } = user.values;
      const seen = composedValues(userValues(user));
      return matchesFilter(wanted, (name) => booleanText(isMeant(name, present(manager))) ?? seen(name));
    },
    filter,
    peopleColumns: ['manager'],
    ...sendableIn(text, filter, USER_FILTERS),
  };
}

/**
 * Parses `--where` for groups.
 * @throws as for users
 */
export function readGroupWhere(text: string, now: number): Where<Group> {
  const filter = countingMembers(
    parsed(
      text.normalize('NFC'),
      ['displayname', 'id', 'membernames', 'created', ...GROUP_FILTER_ATTRIBUTES],
      ['displayName', 'id', 'members', 'memberNames', 'created'],
      now,
    ),
  );
  return {
    matches: (group, { filter: wanted, isMeant }) => {
      const members = group.members.map(({ id }) => id);
      const seen = composedValues(groupValues(group));
      return matchesFilter(wanted, (name) => booleanText(isMeant(name, members)) ?? seen(name));
    },
    filter,
    peopleColumns: ['membernames'],
    ...sendableIn(text, filter, GROUP_FILTER_ATTRIBUTES),
  };
}

/** Returns a predicate for rows, after looking up the users that the expression names. */
export async function matcherOf<T>(context: Context, where: Where<T>): Promise<(item: T) => boolean> {
  const people = await findPeopleIn(context, where.filter, where.peopleColumns);
  return (item) => where.matches(item, people);
}

function booleanText(isMeant: boolean | undefined): readonly string[] | undefined {
  return isMeant === undefined ? undefined : [String(isMeant)];
}

/** @throws Failure `usage` */
export function refuseBoth(filter: string | undefined, where: string | undefined): void {
  if (filter === undefined || where === undefined) return;
  throw new Failure('usage', '--filter and --where cannot be combined', {
    hint: '--where accepts every expression that --filter accepts',
  });
}

function parsed(text: string, names: readonly string[], shown: readonly string[], now: number): Filter {
  const result = parseFilter(text, [...new Set(names)], (written) => knownName(written, names), {
    negation: true,
  });
  if ('problem' in result) {
    const { code, at } = result.problem;
    throw whereFailure(text, { code, at, message: whereProblem(text, result.problem, names, shown) });
  }
  const unquoted = text.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, (quoted) =>
    '"'.repeat(quoted.length),
  );
  const nothing = /(\S+) (eq|ne) null(?=\s|\)|$)/i.exec(unquoted);
  if (nothing !== null) {
    const [, name = '', operator = ''] = nothing;
    const present = `${name.replace(/^\(+/, '')} pr`;
    const meant = operator.toLowerCase() === 'eq' ? `not (${present})` : present;
    const at = nothing.index + nothing[0].length - 'null'.length;
    throw whereFailure(text, {
      code: 'invalid_query',
      at,
      message: `for a column without a value, write ${meant}`,
    });
  }
  const problem = comparedProblem(result.filter, kindOf, (name) => COLUMN_OF.get(name) ?? name);
  if (problem !== undefined) throw whereFailure(text, { code: 'invalid_query', ...problem });
  return withNumbers(withMoments(withBlanks(result.filter), kindOf, now));
}

function whereFailure(
  text: string,
  { code, at, message }: { readonly code: string; readonly at: number; readonly message: string },
): Failure {
  return new Failure('invalidInput', `--where: ${message}`, {
    code,
    excerpt: { text, at },
    hint: 'orgctl help filters',
  });
}

/** Strips a schema URI, which adds nothing to the attribute name. */
function plainName(written: string): string {
  return written.toLowerCase().replace(/^urn:\S*:/, '');
}

/** Returns the name used in expressions; an attribute path, as in headings, becomes its column. */
function knownName(written: string, names: readonly string[]): string {
  const name = plainName(written);
  const column = columnOf(written)?.toLowerCase();
  return column === undefined || names.includes(name) || !names.includes(column) ? name : column;
}

function kindOf(name: string): ComparedKind | undefined {
  if (name === 'state') return USER_STATES;
  if (name === 'created') return 'moment';
  if (BOOLEAN_FILTER_ATTRIBUTES.some((one) => one === name)) return 'boolean';
  const attribute = USER_ATTRIBUTE_NAMES.find((one) => one === COLUMN_OF.get(name));
  const kind = attribute === undefined ? 'text' : USER_ATTRIBUTES[attribute].kind;
  if (kind === 'day' || kind === 'instant') return 'moment';
  return kind === 'boolean' ? 'boolean' : undefined;
}

function userValues(user: User): ValuesOf {
  const known = filterValuesOf(user);
  return (name) => {
    const column = COLUMN_OF.get(name);
    if (column === 'state') return statesOf(user);
    if (column === 'guest' && isSingleChannelGuest(user.values)) return ['true'];
    if (column === 'groups') return user.groups.flatMap((group) => [group.name, group.id]);
    if (column === 'created') return present(user.created);
    const filtered = known(name);
    if (filtered.length > 0) return filtered;
    const attribute = USER_ATTRIBUTE_NAMES.find((one) => one === column);
    return attribute === undefined ? [] : present(user.values[attribute]);
  };
}

/** A single-channel guest is also a guest. */
function statesOf({ values }: User): readonly string[] {
  const state = stateOf(values);
  return state === 'guest (single-channel)' ? [state, 'guest'] : [state];
}

function present(value: string | boolean | undefined): readonly string[] {
  return value === undefined ? [] : [String(value)];
}

/**
 * Internal attribute for the member count, as its column shows it; the service compares "members" with their
 * IDs.
 */
const MEMBER_COUNT = 'number of members';

/** Returns a filter in which "members" means the member count if it is compared with a number. */
function countingMembers(filter: Filter): Filter {
  return mapComparisons(filter, (term) =>
    term.attribute === 'members' && isWholeNumber(term.value)
      ? { ...term, attribute: MEMBER_COUNT, value: String(BigInt(term.value.trim())) }
      : term,
  );
}

function groupValues(group: Group): ValuesOf {
  const known = filterValuesOfGroup(group);
  return (name) => {
    if (name === MEMBER_COUNT) return [String(group.members.length)];
    if (name === 'membernames') return group.members.map((member) => member.name);
    if (name === 'created') return present(group.created);
    return known(name);
  };
}
