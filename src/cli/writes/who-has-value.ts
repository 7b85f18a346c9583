import type { Change } from '../../bulk/plan/change.ts';
import { redactOutputText } from '../../gate/gate.ts';
import type { ScimErrorCode } from '../../spec/error-codes.ts';
import { EMAIL_NAMES } from '../../spec/user-slots.ts';
import { quoted } from '../command-words.ts';

/**
 * Returns the command, without the program name, that shows the owner of a userName or email that the service
 * refused as taken. Undefined for other refusals, or if several values could be the taken one.
 */
export function whoHasValue(change: Change, code: string): string | undefined {
  const [value, ...others] = new Set(TAKEN[code]?.(change) ?? []);
  if (value === undefined || others.length > 0 || !isIdentity(value)) return undefined;
  return `scim users get ${quoted(value)}`;
}

/** The code of a userName that a user or a channel has (SCIM §7). */
const OF_CHANNELS_TOO: ScimErrorCode = 'username_taken';

/** Returns who may have a value that the service refused with this code; undefined if only a user may. */
export function valueHolderInWords(code: string): string | undefined {
  return code === OF_CHANNELS_TOO ? 'a user or a channel has the name' : undefined;
}

/** The unique values that a change sets, by the error code that refuses them. */
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

/** Whether a value can be used as a user name in a command: it is not a flag, not a file and not secret. */
function isIdentity(value: string): boolean {
  return !/^[-@]|[\p{Cc}\p{Cf}]|^$/u.test(value) && redactOutputText(value, 'words') === value;
}
