import type { Change } from '../../bulk/plan/change.ts';
import { textAllowedOut } from '../../gate/gate.ts';
import type { ScimErrorCode } from '../../spec/error-codes.ts';
import { EMAIL_NAMES } from '../../spec/user-slots.ts';
import { quoted } from '../command-words.ts';

/**
 * Returns the words of a command, without the program, that shows who has the userName or the address that
 * the service refused because it is taken. Undefined where it was refused for another reason, and where the
 * one value that it was about cannot be told.
 */
export function whoHasValue(change: Change, code: string): string | undefined {
  const [value, ...others] = new Set(TAKEN[code]?.(change) ?? []);
  if (value === undefined || others.length > 0 || !isIdentity(value)) return undefined;
  return `scim users get ${quoted(value)}`;
}

/** What a change asked for that one user alone can have, by the code of the refusal. */
const TAKEN: { readonly [code: string]: ((change: Change) => readonly string[]) | undefined } = {
  username_taken: (change: Change) => claimed(change, ['userName'], (value) => !value.includes('@')),
  email_taken: (change: Change) => claimed(change, EMAIL_NAMES, (value) => value.includes('@')),
} satisfies { readonly [Code in ScimErrorCode]?: unknown };

function claimed(
  change: Change,
  names: readonly ('userName' | (typeof EMAIL_NAMES)[number])[],
  isOfKind: (value: string) => boolean,
): readonly string[] {
  if (change.kind === 'sendUserPatch') return change.asks.names.filter(isOfKind);
  const values = change.kind === 'createUser' ? change.user : 'set' in change ? change.set : {};
  return names.flatMap((name) => values[name] ?? []);
}

/** Whether a command names a user by this word as it stands: it hides nothing, and is no flag and no file. */
function isIdentity(value: string): boolean {
  return !/^[-@]|[\p{Cc}\p{Cf}]|^$/u.test(value) && textAllowedOut(value, 'words') === value;
}
