import type { ScimVersion } from '../spec/protocol-types.ts';
import type { Extension } from '../spec/scim-schemas.ts';

/** The results of a probe of a service that affect a client. An absent member means documented behavior. */
export interface LearnedTraits {
  /** When the probe ran, for messages. */
  readonly since: string;
  readonly versions?: readonly ScimVersion[];
  readonly largestPage?: number;
  /** Set if totalResults does not count all matches: a list then continues until a page has nothing new. */
  readonly hasNoTotals?: true;
  /** The response after the end of a list if it is not an empty page. */
  readonly pastEnd?: 'refused' | 'repeats';
  /** Whether each version applies filters of users. */
  readonly filters?: { readonly [Version in ScimVersion]?: boolean };
  /** Operators and attributes supported in filters, in lower case. */
  readonly filterOperators?: readonly string[];
  readonly filterAttributes?: readonly string[];
  /** Whether groups can be filtered by name. */
  readonly filtersGroups?: boolean;
  readonly extensions?: readonly Extension[];
  /** Quotas reported in responses, by request class. */
  readonly limits?: { readonly [rate: string]: { readonly perSecond: number; readonly burst: number } };
  /** How the service accepts changes, as far as `probe --write` tested it. */
  readonly writes?: LearnedWrites;
}

/** Ways to clear a value, the documented one first (SCIM §4.3 rule 1). */
export const CLEAR_FORMS = ['space', 'empty', 'null', 'remove'] as const;
export type ClearForm = (typeof CLEAR_FORMS)[number];

/** Ways to remove a member from a group on v2, the documented one first (SCIM §4.6). */
export const REMOVAL_FORMS = ['bare', 'quoted', 'value'] as const;
export type RemovalForm = (typeof REMOVAL_FORMS)[number];

export interface LearnedWrites {
  /** Whether a PatchOp of a user works with paths, and with an object instead of paths. */
  readonly patchPath?: boolean;
  readonly patchValue?: boolean;
  /** Whether a PATCH of v1 changes a user. */
  readonly patchV1?: boolean;
  /** Whether paths may contain filters. */
  readonly patchFilterPath?: boolean;
  /** Set if a PUT keeps the attributes that it omits. */
  readonly putKeeps?: true;
  /** Forms that the probe found to work. */
  readonly clears?: readonly ClearForm[];
  readonly removals?: readonly RemovalForm[];
  /** Whether a PatchOp can add members; if not, members are added by replacing the group. */
  readonly memberAdd?: boolean;
  /** Set if a new photo is not yet visible in the next read. */
  readonly photoLags?: true;
}

/** Returns the first form that works, or the documented form if nothing was learned or none works. */
export function chosenForm<Form>(
  forms: readonly [Form, ...Form[]],
  working: readonly Form[] | undefined,
): Form {
  return forms.find((form) => working?.includes(form)) ?? forms[0];
}

/** Whether a version applies filters; undefined if that was not learned. */
export function appliesFilters(
  learned: LearnedTraits | undefined,
  version: ScimVersion,
): boolean | undefined {
  if (learned?.versions?.includes(version) === false) return false;
  return learned?.filters?.[version];
}
