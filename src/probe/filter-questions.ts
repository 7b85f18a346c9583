import { type Filter, matchesFilter } from '../rules/filter.ts';
import { parseFilter } from '../rules/parse-filter.ts';
import { readUser } from '../scim/user.ts';
import { filterValuesOf } from '../scim/user-filter.ts';
import { FILTER_ATTRIBUTES, OTHER_FILTER_ATTRIBUTES } from '../spec/filter-grammar.ts';
import { PROBE_NOBODY } from '../spec/probe-words.ts';
import type { JsonObject, ScimVersion } from '../spec/wire.ts';
import { listIn, refusalIn } from './answers.ts';
import type { Asker } from './asker.ts';
import { expectedRefusal } from './expected-refusal.ts';
import { type FilterSample, filterSample, primaryEmail, textOf } from './known-users.ts';
import type { Found, Question } from './question.ts';

/** What a service does with a filter. */
export const FILTER_EFFECTS = ['applied', 'ignored', 'finds nothing'] as const;

/** Enough to see others beside those that a filter wants, and no more than the service gives. */
function countFor({ known }: Asker): string {
  const largest = known.get('largest-page');
  return String(Math.min(100, typeof largest === 'number' ? largest : 100));
}

const TOO_FEW = { why: 'it takes two users to tell' };

/** The version that filters are asked in: the connection's own, else v1 where that filters. */
export function filterVersion(asker: Asker): ScimVersion | undefined {
  const applied = (version: ScimVersion) => asker.known.get(idOf(version)) === 'applied';
  if (applied(asker.version)) return asker.version;
  return applied('1.1') ? '1.1' : undefined;
}

const idOf = (version: ScimVersion) => (version === '2.0' ? 'filter-v2' : 'filter-v1');

/** Sends a filter that finds the sample, and says what came of it. @param shown the filter without values of people */
async function effectOf(
  asker: Asker,
  version: ScimVersion,
  sample: FilterSample,
  text: string,
  shown: string,
): Promise<string> {
  const count = countFor(asker);
  const query = { filter: text, count };
  const asked = await asker.scim({
    path: '/Users',
    version,
    query,
    shown: { filter: shown, count },
  });
  const list = listIn(asked);
  if (list === undefined) return refusalIn(asked);
  if (list.resources.length === 0) return 'finds nothing';
  const filter = parsed(text);
  const isMatch = (user: JsonObject) =>
    matchesFilter(filter, filterValuesOf(readUser(user, { version, vendor: asker.vendor })));
  // Where everybody matches, nothing tells a filter that is applied from one that is ignored.
  const isApplied = asker.judge(
    `${version} ${shown}`,
    () => sample.others.every(isMatch) || list.resources.every(isMatch),
  );
  return isApplied ? 'applied' : 'ignored';
}

function parsed(text: string): Filter {
  const result = parseFilter(text, [...Object.keys(FILTER_ATTRIBUTES), ...OTHER_FILTER_ATTRIBUTES]);
  if ('filter' in result) return result.filter;
  throw new TypeError(`a probe asks with a filter that is none: ${result.problem.code}`);
}

async function filtersOn(asker: Asker, version: ScimVersion): Promise<Found> {
  const versions = asker.known.get('versions');
  if (typeof versions === 'object' && !versions.includes(version))
    return { why: `SCIM ${version} does not answer` };
  const sample = await filterSample(asker);
  if (sample === undefined) return TOO_FEW;
  const name = textOf(sample.wanted, 'userName');
  return {
    value: await effectOf(asker, version, sample, `username eq ${JSON.stringify(name)}`, 'username eq "…"'),
  };
}

/** A filter that is tried: what it is called, and how it is written for one user. */
interface Tried {
  readonly name: string;
  readonly write: (user: JsonObject) => { readonly text: string; readonly shown: string } | undefined;
}

const comparing = (
  name: string,
  attribute: string,
  operator: string,
  sampleOf: (user: JsonObject) => string,
) => ({
  name,
  write: (user: JsonObject) => {
    const value = sampleOf(user);
    const shown = `${attribute} ${operator} "…"`;
    return value === '' ? undefined : { text: `${attribute} ${operator} ${JSON.stringify(value)}`, shown };
  },
});

const userName = (user: JsonObject) => textOf(user, 'userName');

const OPERATORS: readonly Tried[] = [
  comparing('sw', 'username', 'sw', userName),
  comparing('co', 'username', 'co', userName),
  comparing('ge', 'username', 'ge', userName),
  { name: 'pr', write: () => ({ text: 'username pr', shown: 'username pr' }) },
  joined('and', 'sw'),
  joined('or', 'eq'),
];

function joined(name: string, operator: string): Tried {
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

const ATTRIBUTES: readonly Tried[] = [
  comparing('email', 'email', 'eq', primaryEmail),
  comparing('id', 'id', 'eq', (user) => textOf(user, 'id')),
  comparing('displayname', 'displayname', 'eq', (user) => textOf(user, 'displayName')),
  { name: 'active', write: () => ({ text: 'active eq "true"', shown: 'active eq "true"' }) },
];

/** Returns the names of those that work; one that cannot be written for the sample is not tried. */
async function working(asker: Asker, tried: readonly Tried[], given: readonly string[]): Promise<Found> {
  const version = filterVersion(asker);
  const sample = await filterSample(asker);
  if (version === undefined) return { why: 'filters are not applied' };
  if (sample === undefined) return TOO_FEW;
  const works = [...given];
  for (const { name, write } of tried) {
    const filter = write(sample.wanted);
    if (filter === undefined) continue;
    if ((await effectOf(asker, version, sample, filter.text, filter.shown)) === 'applied') works.push(name);
  }
  return { value: works };
}

/** A filter on groups that names one of them. */
async function filterGroups(asker: Asker): Promise<Found> {
  const version = filterVersion(asker) ?? asker.version;
  const count = countFor(asker);
  const groups = listIn(await asker.scim({ path: '/Groups', query: { count }, version }));
  const named = groups?.resources.filter((group) => textOf(group, 'displayName') !== '') ?? [];
  const [wanted] = named;
  const name = wanted === undefined ? '' : textOf(wanted, 'displayName');
  if (new Set(named.map((group) => textOf(group, 'displayName'))).size < 2)
    return { why: 'it takes two groups to tell' };
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

/** What filters do (SCIM §4.5). */
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
    question: 'Which operators does a filter take?',
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
    question: 'Are values in single quotes taken?',
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
    question: 'How is a filter that is none refused?',
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
          await asker.scim({ path: '/Users', version, query: { filter: PROBE_NOBODY.filter, count: '1' } }),
        ),
      };
    },
  },
];
