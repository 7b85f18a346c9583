import { answerTo, type Capabilities, type CapabilityValue } from '../../profiles/capabilities.ts';
import { requestRates } from '../../rules/request-rates.ts';
import {
  CLEAR_FORMS,
  type LearnedTraits,
  type LearnedWrites,
  REMOVAL_FORMS,
} from '../../scim/learned-traits.ts';
import { SCIM_VERSIONS } from '../../spec/protocol-types.ts';
import { EXTENSIONS } from '../../spec/scim-schemas.ts';
import { defined } from '../../values/defined.ts';

/**
 * Returns the probed traits of a service that affect how the client behaves; undefined if they belong to
 * another URL.
 */
export function traitsOf(
  capabilities: Capabilities | undefined,
  scimBaseUrl: string,
): LearnedTraits | undefined {
  if (capabilities === undefined || capabilities.scimBaseUrl !== scimBaseUrl) return undefined;
  const answer = (id: string) => answerTo(capabilities, id);
  const versions = wordsOf(answer('versions'));
  const extensions = wordsOf(answer('extensions'));
  const page = answer('largest-page');
  const totals = answer('totals');
  const hasNoTotals = totals !== undefined && totals !== 'all matches';
  return {
    since: capabilities.probedAt,
    ...defined({
      versions: versions && SCIM_VERSIONS.filter((version) => versions.includes(version)),
      largestPage: typeof page === 'number' && page > 0 ? page : undefined,
      hasNoTotals: hasNoTotals ? (true as const) : undefined,
      pastEnd: pastEndOf(answer('past-end')),
      filterOperators: wordsOf(answer('filter-operators')),
      filterAttributes: wordsOf(answer('filter-attributes')),
      filtersGroups: isApplied(answer('filter-groups')),
      extensions: extensions && EXTENSIONS.filter((name) => extensions.includes(name)),
    }),
    ...defined({ writes: writesOf(answer), limits: limitsOf(answer('rate-quota')) }),
    filters: defined({ '1.1': isApplied(answer('filter-v1')), '2.0': isApplied(answer('filter-v2')) }),
  };
}

/** The quota for reading users, as the probe recorded it: `180 in 60 s`. */
function limitsOf(value: CapabilityValue | undefined): LearnedTraits['limits'] {
  const [, count, seconds] = /^(\d+) in (\d+) s$/.exec(String(value ?? '')) ?? [];
  const [rate] = requestRates('GET', '/Users');
  const perSecond = Number(count) / Number(seconds);
  if (rate === undefined || !(perSecond > 0) || !Number.isFinite(perSecond)) return undefined;
  return { [rate]: { perSecond, burst: Math.max(1, Math.floor(perSecond)) } };
}

/**
 * Returns how a service handles writes; undefined if `probe --write` asked nothing.
 * @param answer returns the answer to a question of the probe
 */
export function writesOf(answer: (id: string) => CapabilityValue | undefined): LearnedWrites | undefined {
  const works = (id: string) => isWord(answer(id), 'applied');
  const working = <Form extends string>(forms: readonly Form[], prefix: string) => {
    const asked = forms.filter((form) => answer(`${prefix}-${form}`) !== undefined);
    return asked.length === 0 ? undefined : asked.filter((form) => works(`${prefix}-${form}`) === true);
  };
  const writes = defined({
    patchPath: works('patch-path'),
    patchValue: works('patch-value'),
    patchV1: works('patch-v1'),
    patchFilterPath: isWord(answer('patch-filter-path'), 'taken'),
    putKeeps: isWord(answer('put-omitted'), 'stays') === true ? (true as const) : undefined,
    clears: working(CLEAR_FORMS, 'clear'),
    removals: working(REMOVAL_FORMS, 'member-remove'),
    memberAdd: works('member-add'),
    photoLags: /^(?:after|not within) /.test(String(answer('photo-delay') ?? ''))
      ? (true as const)
      : undefined,
  });
  return Object.keys(writes).length === 0 ? undefined : writes;
}

function isWord(value: CapabilityValue | undefined, word: string): boolean | undefined {
  return value === undefined ? undefined : value === word;
}

function pastEndOf(value: CapabilityValue | undefined): LearnedTraits['pastEnd'] {
  if (value === undefined || value === 'an empty page') return undefined;
  return typeof value === 'string' && /^[45]\d\d\b/.test(value) ? 'refused' : 'repeats';
}

function isApplied(value: CapabilityValue | undefined): boolean | undefined {
  return value === undefined ? undefined : value === 'applied';
}

function wordsOf(value: CapabilityValue | undefined): readonly string[] | undefined {
  return typeof value === 'object' ? value : undefined;
}
