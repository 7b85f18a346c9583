import type { Extension } from '../spec/scim-schemas.ts';
import type { ScimVersion } from '../spec/wire.ts';

/** What a probe learned about a service, as far as a client acts on it; everything is as documented where it is absent. */
export interface LearnedTraits {
  /** The day of the probe, for messages. */
  readonly since: string;
  readonly versions?: readonly ScimVersion[];
  readonly largestPage?: number;
  /** Set when totalResults does not count all matches: a list then goes on until nothing new comes. */
  readonly hasNoTotals?: true;
  /** What comes behind the end of a list, where it is no empty page. */
  readonly pastEnd?: 'refused' | 'repeats';
  /** Whether a version applies a filter of users. */
  readonly filters?: { readonly [Version in ScimVersion]?: boolean };
  /** Operators and attributes that filters take, in lower case. */
  readonly filterOperators?: readonly string[];
  readonly filterAttributes?: readonly string[];
  /** Whether groups can be filtered by name. */
  readonly filtersGroups?: boolean;
  readonly extensions?: readonly Extension[];
}

/** Whether a version applies filters, as far as was learned; undefined where nothing was. */
export function appliesFilters(
  learned: LearnedTraits | undefined,
  version: ScimVersion,
): boolean | undefined {
  if (learned?.versions?.includes(version) === false) return false;
  return learned?.filters?.[version];
}
