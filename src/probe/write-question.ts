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

/** Who and what was named for a probe that writes, and what is known of the service. */
export interface WriteSubject {
  readonly user: User;
  readonly group: Group | undefined;
  readonly dialect: SchemaDialect;
  readonly versions: readonly ScimVersion[];
}

/** A change of the named user in a form of its own. */
export interface UserTry {
  readonly on: 'user';
  readonly verb: 'PATCH' | 'PUT';
  /** What the user needs to have before. */
  readonly prepare?: UserValues;
  /** What the request asks for; nothing when it sets the present value, to see whether it is accepted. */
  readonly patch: UserPatch;
  /** What the service may make of it, where that is something else than it asks for. */
  readonly leaves?: UserValues;
  readonly body: JsonObject;
  readonly version?: ScimVersion;
  /** The body as it may be written down: without values of people. */
  readonly shown: string;
}

/** A membership of the named user in the named group, in a form of its own. */
export interface MemberTry {
  readonly on: 'group';
  readonly adds: boolean;
  readonly body: JsonObject;
  readonly shown: string;
}

export type WriteTry = UserTry | MemberTry;

/** What a request led to. */
export type TryResult =
  | { readonly refusal: string }
  | { readonly before: UserValues; readonly after: UserValues }
  | { readonly isMember: boolean };

/** One thing that only a change shows. */
export interface WriteQuestion extends Omit<Question, 'ask' | 'expected'> {
  readonly expected?: CapabilityValue;
  readonly attempt: (subject: WriteSubject) => WriteTry | { readonly why: string };
  /** Reads the answer from what came of it; what `usualAnswer` says when absent. */
  readonly read?: (result: TryResult) => CapabilityValue;
}

/** Returns a PatchOp with these operations. */
export const patchOp = (...operations: readonly JsonObject[]): JsonObject => ({
  schemas: [MESSAGE_URIS.patchOp],
  Operations: operations,
});

/**
 * Returns whether a request did what it asks for: `applied`, `ignored`, `something else`, or how it was
 * refused.
 */
export function usualAnswer(attempt: WriteTry, result: TryResult): CapabilityValue {
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

/** Returns the answer to a question, as it is stored. */
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
