import type { ScimVersion } from '../spec/protocol-types.ts';
import type { Extension } from '../spec/scim-schemas.ts';

/**
 * What a probe learned about a service, as far as a client acts on it; everything is as documented where it
 * is absent.
 */
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
  /** Quotas that answers told, by the class of request. */
  readonly limits?: { readonly [rate: string]: { readonly perSecond: number; readonly burst: number } };
  /** How the service takes changes, as far as `probe --write` asked. */
  readonly writes?: LearnedWrites;
}

/** Ways in which a value is made blank, the documented one first (SCIM §4.3 rule 1). */
export const CLEAR_FORMS = ['space', 'empty', 'null', 'remove'] as const;
export type ClearForm = (typeof CLEAR_FORMS)[number];

/** Ways in which v2 takes a member out of a group, the documented one first (SCIM §4.6). */
export const REMOVAL_FORMS = ['bare', 'quoted', 'value'] as const;
export type RemovalForm = (typeof REMOVAL_FORMS)[number];

export interface LearnedWrites {
  /** Whether a PatchOp of a user works with paths, and with an object in place of paths. */
  readonly patchPath?: boolean;
  readonly patchValue?: boolean;
  /** Whether a PATCH of v1 changes a user. */
  readonly patchV1?: boolean;
  /** Whether paths may have filters. */
  readonly patchFilterPath?: boolean;
  /** Set where a PUT leaves attributes as they are that it does not have. */
  readonly putKeeps?: true;
  /** Forms that were seen to work. */
  readonly clears?: readonly ClearForm[];
  readonly removals?: readonly RemovalForm[];
  /** Whether a PatchOp adds members; where none does, a group is replaced by one with them. */
  readonly memberAdd?: boolean;
  /** Set where a new photo shows later than the next read. */
  readonly photoLags?: true;
}

/** Returns the first form that works; the first one of all where nothing was learned, or none works. */
export function chosenForm<Form>(
  forms: readonly [Form, ...Form[]],
  working: readonly Form[] | undefined,
): Form {
  return forms.find((form) => working?.includes(form)) ?? forms[0];
}

/** Whether a version applies filters, as far as was learned; undefined where nothing was. */
export function appliesFilters(
  learned: LearnedTraits | undefined,
  version: ScimVersion,
): boolean | undefined {
  if (learned?.versions?.includes(version) === false) return false;
  return learned?.filters?.[version];
}
