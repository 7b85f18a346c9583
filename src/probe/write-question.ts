import type { CapabilityAnswer, CapabilityValue } from '../profiles/capabilities.ts';
import { isSameValue } from '../rules/same-value.ts';
import type { SchemaDialect } from '../rules/schema-uris.ts';
import type { Group } from '../scim/group.ts';
import type { User, UserPatch } from '../scim/user.ts';
import type { JsonObject, ScimVersion } from '../spec/protocol-types.ts';
import { MESSAGE_URIS } from '../spec/scim-schemas.ts';
import { USER_ATTRIBUTE_NAMES, type UserAttributeName, type UserValues } from '../spec/user-attributes.ts';
import { defined } from '../values/defined.ts';
import { isSameAnswer, type Question, type QuestionResult } from './question.ts';

/** The user and group named for a probe that writes, and what is known about the service. */
export interface WriteSubject {
  readonly user: User;
  readonly group: Group | undefined;
  readonly dialect: SchemaDialect;
  readonly versions: readonly ScimVersion[];
}

/** An update of the named user in a particular form. */
export interface UserAttempt {
  readonly on: 'user';
  readonly verb: 'PATCH' | 'PUT';
  /** Values that the user must have before the update. */
  readonly prepare?: UserValues;
  /**
   * The change the request makes; empty if it sets the present value, to see whether the form is accepted.
   */
  readonly patch: UserPatch;
  /** Values that the service may leave behind, if they differ from the patch. */
  readonly leaves?: UserValues;
  readonly body: JsonObject;
  readonly version?: ScimVersion;
  /** The body without personal data, for the evidence. */
  readonly shown: string;
}

/** A membership change of the named user in the named group, in a particular form. */
export interface MemberAttempt {
  readonly on: 'group';
  readonly adds: boolean;
  readonly body: JsonObject;
  readonly shown: string;
}

export type WriteTry = UserAttempt | MemberAttempt;

/** Result of an attempt. */
export type AttemptResult =
  | { readonly refusal: string }
  | { readonly before: UserValues; readonly after: UserValues }
  | { readonly isMember: boolean };

/** A question that only a write can answer. */
export interface WriteQuestion extends Omit<Question, 'ask' | 'expected'> {
  readonly expected?: CapabilityValue;
  readonly attempt: (subject: WriteSubject) => WriteTry | { readonly why: string };
  /** Converts the result to an answer; defaults to `usualAnswer`. */
  readonly read?: (result: AttemptResult) => CapabilityValue;
}

/** Returns a PatchOp message with these operations. */
export const patchOp = (...operations: readonly JsonObject[]): JsonObject => ({
  schemas: [MESSAGE_URIS.patchOp],
  Operations: operations,
});

/**
 * Returns the effect of a request: `applied`, `ignored`, `something else`, `taken` if it changes nothing and
 * was accepted, or the refusal.
 */
export function usualAnswer(attempt: WriteTry, result: AttemptResult): CapabilityValue {
  if ('refusal' in result) return result.refusal;
  if (attempt.on === 'group')
    return 'isMember' in result && result.isMember === attempt.adds ? 'applied' : 'ignored';
  if ('isMember' in result) return 'something else';
  const { patch } = attempt;
  const names = touchedBy(patch);
  if (names.length === 0) return 'taken';
  if (names.every((name) => isSameValue(name, patch.set, result.after))) return 'applied';
  const isAsBefore = names.every((name) => isSameValue(name, result.before, result.after));
  return isAsBefore ? 'ignored' : 'something else';
}

/** Returns the attributes that a patch sets or clears. */
export function touchedBy({ set, clear }: UserPatch): readonly UserAttributeName[] {
  return USER_ATTRIBUTE_NAMES.filter((name) => set[name] !== undefined || clear.includes(name));
}

/** Returns the answer to a question in the form in which it is stored. */
export function writtenAnswer(
  { id, question, section, basis, assumptions, expected }: WriteQuestion,
  found: QuestionResult | { readonly notAsked: string },
  evidence: CapabilityAnswer['evidence'],
): CapabilityAnswer {
  const value = 'value' in found ? found.value : undefined;
  return {
    id,
    question,
    state: 'value' in found ? 'answered' : 'why' in found ? 'unclear' : 'not asked',
    ...defined({ value, expected }),
    basis,
    section,
    assumptions,
    differs: value !== undefined && expected !== undefined && !isSameAnswer(value, expected),
    ...('why' in found ? { why: found.why } : {}),
    ...('notAsked' in found ? { why: found.notAsked } : {}),
    evidence,
  };
}
