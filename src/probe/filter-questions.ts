import { PROBE_NONEXISTENT } from '../spec/probe-words.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { listIn, refusalIn } from './answers.ts';
import type { Asker } from './asker.ts';
import { expectedRefusal } from './expected-refusal.ts';
import { filterSample, primaryEmail, textOf } from './known-users.ts';
import type { Question, QuestionResult } from './question.ts';
import {
  comparing,
  countFor,
  filtersOn,
  filterVersion,
  TOO_FEW,
  type TriedFilter,
  working,
} from './try-filter.ts';

const userName = (user: JsonObject) => textOf(user, 'userName');

const OPERATORS: readonly TriedFilter[] = [
  comparing('sw', 'username', 'sw', userName),
  comparing('co', 'username', 'co', userName),
  comparing('ge', 'username', 'ge', userName),
  { name: 'pr', write: () => ({ text: 'username pr', shown: 'username pr' }) },
  joined('and', 'sw'),
  joined('or', 'eq'),
];

function joined(name: string, operator: string): TriedFilter {
  return {
    name,
    write: (user) => {
      const value = JSON.stringify(userName(user));
      return {
        text: `username eq ${value} ${name} username ${operator} ${value}`,
        shown: `username eq "…" ${name} username ${operator} "…"`,
      };
    },
  };
}

const ATTRIBUTES: readonly TriedFilter[] = [
  comparing('email', 'email', 'eq', primaryEmail),
  comparing('id', 'id', 'eq', (user) => textOf(user, 'id')),
  comparing('displayname', 'displayname', 'eq', (user) => textOf(user, 'displayName')),
  { name: 'active', write: () => ({ text: 'active eq "true"', shown: 'active eq "true"' }) },
];

/** Asks whether a filter on the name of one group is applied. */
async function filterGroups(asker: Asker): Promise<QuestionResult> {
  const version = filterVersion(asker) ?? asker.version;
  const count = countFor(asker);
  const groups = listIn(await asker.scim({ path: '/Groups', query: { count }, version }));
  const named = groups?.resources.filter((group) => textOf(group, 'displayName') !== '') ?? [];
  const [wanted] = named;
  const name = wanted === undefined ? '' : textOf(wanted, 'displayName');
  if (new Set(named.map((group) => textOf(group, 'displayName'))).size < 2)
    return { why: 'at least two groups are needed' };
  const asked = await asker.scim({
    path: '/Groups',
    version,
    query: { filter: `displayname eq ${JSON.stringify(name)}`, count },
    shown: { filter: 'displayname eq "…"', count },
  });
  const found = listIn(asked);
  if (found === undefined) return { value: refusalIn(asked) };
  if (found.resources.length === 0) return { value: 'finds nothing' };
  const isWanted = found.resources.every(
    (group) => textOf(group, 'displayName').toLowerCase() === name.toLowerCase(),
  );
  return { value: isWanted ? 'applied' : 'ignored' };
}

/** Questions about filters (SCIM §4.5). */
export const FILTER_QUESTIONS: readonly Question[] = [
  {
    id: 'filter-v1',
    question: 'What does v1 do with a filter?',
    api: 'scim',
    section: 'SCIM §4.5',
    basis: 'documented',
    expected: 'applied',
    assumptions: [],
    ask: (asker) => filtersOn(asker, '1.1'),
    follows: () => 'look-ups are sent to v2, or the whole list is read',
  },
  {
    id: 'filter-v2',
    question: 'What does v2 do with a filter?',
    api: 'scim',
    section: 'SCIM §4.5',
    basis: 'assumed',
    expected: 'applied',
    assumptions: ['filter-on-v2'],
    ask: (asker) => filtersOn(asker, '2.0'),
  },
  {
    id: 'filter-operators',
    question: 'Which filter operators are accepted?',
    api: 'scim',
    section: 'SCIM §4.5',
    basis: 'documented',
    expected: ['eq', ...OPERATORS.map(({ name }) => name)],
    assumptions: [],
    ask: (asker) => working(asker, OPERATORS, ['eq']),
    follows: () => 'a filter with another operator is applied here, to the whole list',
  },
  {
    id: 'filter-attributes',
    question: 'Which attributes can be filtered?',
    api: 'scim',
    section: 'SCIM §4.5',
    basis: 'assumed',
    expected: ['username', ...ATTRIBUTES.map(({ name }) => name)],
    assumptions: ['filter-attributes'],
    ask: (asker) => working(asker, ATTRIBUTES, ['username']),
  },
  {
    id: 'filter-groups',
    question: 'Can groups be filtered by name?',
    api: 'scim',
    section: 'SCIM §4.5',
    basis: 'documented',
    expected: 'applied',
    assumptions: ['filter-attributes'],
    ask: filterGroups,
  },
  {
    id: 'filter-quotes',
    question: 'Are values in single quotes accepted?',
    api: 'scim',
    section: 'SCIM §4.5',
    basis: 'assumed',
    expected: 'applied',
    assumptions: ['filter-values'],
    ask: async (asker) => {
      const version = filterVersion(asker);
      const sample = await filterSample(asker);
      if (version === undefined) return { why: 'filters are not applied' };
      if (sample === undefined) return TOO_FEW;
      const name = userName(sample.wanted);
      if (name.includes("'")) return { why: 'no userName without a quote' };
      const count = countFor(asker);
      const asked = await asker.scim({
        path: '/Users',
        version,
        query: { filter: `username eq '${name}'`, count },
        shown: { filter: "username eq '…'", count },
      });
      const list = listIn(asked);
      if (list === undefined) return { value: refusalIn(asked) };
      if (list.ids.length === 0) return { value: 'finds nothing' };
      return { value: list.ids.every((id) => id === sample.wanted['id']) ? 'applied' : 'ignored' };
    },
  },
  {
    id: 'bad-filter',
    question: 'How is an invalid filter refused?',
    api: 'scim',
    section: 'SCIM §7',
    basis: 'assumed',
    expected: expectedRefusal('no_filters'),
    assumptions: ['status-of-codes'],
    ask: async (asker) => {
      const version = filterVersion(asker);
      if (version === undefined) return { why: 'filters are not applied' };
      return {
        value: refusalIn(
          await asker.scim({
            path: '/Users',
            version,
            query: { filter: PROBE_NONEXISTENT.filter, count: '1' },
          }),
        ),
      };
    },
  },
];
