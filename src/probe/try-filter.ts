import { type Filter, matchesFilter } from '../rules/filter.ts';
import { parseFilter } from '../rules/parse-filter.ts';
import { readUser } from '../scim/user.ts';
import { filterValuesOf } from '../scim/user-filter.ts';
import { FILTER_ATTRIBUTES, OTHER_FILTER_ATTRIBUTES } from '../spec/filter-grammar.ts';
import type { JsonObject, ScimVersion } from '../spec/protocol-types.ts';
import { listIn, refusalIn } from './answers.ts';
import type { Asker } from './asker.ts';
import { type FilterSample, filterSample, textOf } from './known-users.ts';
import type { QuestionResult } from './question.ts';

/**
 * Returns the page size for a filter: large enough to include users that do not match, and within the limit
 * of the service.
 */
export function countFor({ known }: Asker): string {
  const largest = known.get('largest-page');
  return String(Math.min(100, typeof largest === 'number' ? largest : 100));
}

/** The reason if there are fewer than two users, too few to try a filter. */
export const TOO_FEW = { why: 'at least two users are needed' };

/** Returns the version for filters: that of the connection, else v1 if it applies filters. */
export function filterVersion(asker: Asker): ScimVersion | undefined {
  const applied = (version: ScimVersion) => asker.known.get(idOf(version)) === 'applied';
  if (applied(asker.version)) return asker.version;
  return applied('1.1') ? '1.1' : undefined;
}

const idOf = (version: ScimVersion) => (version === '2.0' ? 'filter-v2' : 'filter-v1');

/**
 * Sends a filter that matches the sample, and returns its effect. @param shown the filter without personal
 * data
 */
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
  // If the filter matches every user, an applied filter cannot be told from an ignored one.
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

/** Returns what a version of the service does with a filter: applied, ignored, refused, or finds nothing. */
export async function filtersOn(asker: Asker, version: ScimVersion): Promise<QuestionResult> {
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

/** A filter to try: its name, and a function that writes it for one user. */
export interface TriedFilter {
  readonly name: string;
  readonly write: (user: JsonObject) => { readonly text: string; readonly shown: string } | undefined;
}

/** Returns a filter that compares an attribute with a value of the sample. */
export const comparing = (
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

/** Returns the names of the filters that work; a filter that cannot be written for the sample is skipped. */
export async function working(
  asker: Asker,
  tried: readonly TriedFilter[],
  given: readonly string[],
): Promise<QuestionResult> {
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
