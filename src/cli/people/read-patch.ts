import { copyValue } from '../../bulk/input/copy-value.ts';
import { Failure } from '../../failure/failure.ts';
import { composedEmailKey } from '../../rules/email-address.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import { parseUserRequest } from '../../rules/parse-user-request.ts';
import type { SchemaDialect } from '../../rules/schema-uris.ts';
import { valuesOfRequest } from '../../rules/stored-values.ts';
import type { User, UserPatch } from '../../scim/user.ts';
import { isSingleChannelGuest } from '../../scim/user-state.ts';
import type { Json, JsonObject } from '../../spec/protocol-types.ts';
import { MESSAGE_URIS } from '../../spec/scim-schemas.ts';
import {
  USER_ATTRIBUTE_NAMES,
  USER_ATTRIBUTES,
  type UserAttributeName,
  type UserValues,
} from '../../spec/user-attributes.ts';
import { EMAIL_NAMES, OTHER_EMAIL_NAMES } from '../../spec/user-slots.ts';
import type { Context } from '../context.ts';
import { checkAttributes, flagOf, flagTyped, readAttributeOptions } from '../options/attribute-options.ts';
import { checkBody } from './new-user.ts';
import { patchOpBodies } from './patch-operations.ts';
import { readUserFile } from './user-file.ts';

interface PatchOptions {
  readonly set?: UserValues | undefined;
  readonly clear?: readonly UserAttributeName[] | undefined;
  readonly removeEmail?: readonly string[] | undefined;
  readonly file?: string | undefined;
}

/**
 * Returns the patch given by flags. An empty text clears the attribute, as --clear does.
 * @throws Failure `usage` if there is nothing to change, or if an attribute is both set and cleared;
 * `invalidInput` for an invalid value
 */
export function readUserPatch(
  options: PatchOptions & Readonly<Record<string, unknown>>,
  vendor: string,
): UserPatch {
  const flags = readAttributeOptions(options);
  const set: UserValues = { ...flags, ...options.set };
  const twice = USER_ATTRIBUTE_NAMES.find((name) => flags[name] !== undefined && flags[name] !== set[name]);
  if (twice !== undefined)
    throw new Failure(
      'usage',
      `${flagTyped(twice, options)} and --set ${twice} contradict each other; give one`,
    );
  const clear = options.clear ?? [];
  const { removeEmail = [] } = options;
  if (options.file !== undefined && removeEmail.length > 0)
    throw new Failure(
      'usage',
      '--file cannot be combined with other flags; put the removal of addresses into the file',
    );
  const asksForNothing = Object.keys(set).length === 0 && clear.length === 0 && removeEmail.length === 0;
  if (asksForNothing && options.file === undefined) {
    throw new Failure('usage', 'no changes given', {
      hint: '--title "VP", --set title=VP, --clear title or --file',
    });
  }
  const both = clear.find((name) => set[name] !== undefined);
  if (both !== undefined) throw new Failure('usage', `${both} cannot be set and cleared at once`);
  for (const name of ['password', 'profileUrl'] as const) {
    if (set[name] === undefined) continue;
    const code = name === 'password' ? 'password_change_not_allowed' : 'invalid_request_payload';
    throw new Failure('usage', `${name} cannot be changed`, { code, hint: `orgctl explain ${code}` });
  }
  const filled: UserValues = {};
  const blank = USER_ATTRIBUTE_NAMES.filter(
    (name) => isBlankText(set[name]) && USER_ATTRIBUTES[name].mayClear,
  );
  for (const name of USER_ATTRIBUTE_NAMES) if (!blank.includes(name)) copyValue(name, set, filled);
  checkAttributes(filled, vendor, options);
  return { set: filled, clear: [...clear, ...blank] };
}

/**
 * Refuses guest settings that do not fit the user, depending on the kind of guest the user is.
 * @param where the expression that selected users
 * @throws Failure `usage`; nothing was sent
 */
export function refuseGuestValues(patch: UserPatch, user: User, where: string | undefined): void {
  refuseLoneExpiration(patch, user);
  refuseMoreChannels(patch, user, where);
}

/**
 * Refuses an expiration for a full member: the service would ignore it (SCIM §3).
 * @throws Failure `usage`; nothing was sent
 */
export function refuseLoneExpiration({ set }: UserPatch, { values }: User): void {
  if (set.guestExpiration !== undefined && set.guest === undefined && isSingleChannelGuest(values))
    throw new Failure(
      'usage',
      `--guest-expiration needs --guest: ${values.userName} is a single-channel guest`,
    );
  const isGuestAfter = set.guest ?? values.guest === true;
  if (set.guestExpiration === undefined || isGuestAfter) return;
  throw new Failure('usage', `--guest-expiration needs --guest: ${values.userName} is a full member`, {
    hint: `orgctl scim users convert ${values.userName} --to guest --expires ${set.guestExpiration.slice(0, 10)}`,
  });
}

/**
 * Refuses an expression for guests that would give single-channel guests more channels.
 * @throws Failure `usage`; nothing was sent
 */
function refuseMoreChannels(patch: UserPatch, { values }: User, where: string | undefined): void {
  if (where === undefined || patch.set.guest !== true || !isSingleChannelGuest(values)) return;
  throw new Failure(
    'usage',
    `${values.userName} is a single-channel guest; --guest with --where would make a multi-channel guest`,
    { hint: 'exclude single-channel guests with: ultra_restricted eq false' },
  );
}

/**
 * Returns a patch that also removes the addresses of --remove-email (SCIM §4.3 rule 6).
 * @throws Failure `invalidInput` with missing_primary_email for the primary address without a replacement,
 * `usage` for an address that the user does not have, or that the patch also sets
 */
export function withoutEmails(
  patch: UserPatch,
  { values }: User,
  options: PatchOptions & Readonly<Record<string, unknown>>,
): UserPatch {
  const clear = new Set(patch.clear);
  for (const address of options.removeEmail ?? []) {
    const is = (own: string | undefined) => isSameAddress(own, address);
    const other = OTHER_EMAIL_NAMES.find((name) => is(values[name]));
    const isPrimary = is(values.email);
    const given = EMAIL_NAMES.find((name) => !(name === 'email' && isPrimary) && is(patch.set[name]));
    if (given !== undefined)
      throw new Failure('usage', `${address} cannot be both set by ${flagTyped(given, options)} and removed`);
    if (other !== undefined) {
      // Another address in its place already removes it.
      if (patch.set[other] === undefined) clear.add(other);
    } else if (!isPrimary) {
      throw new Failure('usage', `${values.userName} does not have the e-mail ${address}`, {
        hint: `orgctl scim users get ${values.userName} --columns ${EMAIL_NAMES.join()}`,
      });
    } else if (patch.set.email !== undefined && !is(patch.set.email)) {
      // The new primary address may be another one of the user, whose place it then leaves.
      const moved = OTHER_EMAIL_NAMES.find((name) => isSameAddress(values[name], patch.set.email));
      if (moved !== undefined && patch.set[moved] === undefined) clear.add(moved);
    } else {
      throw new Failure('invalidInput', `${address} is the primary e-mail; nothing was sent`, {
        code: 'missing_primary_email',
        hint: 'give another one with --primary-email',
      });
    }
  }
  return { ...patch, clear: [...clear] };
}

function isSameAddress(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && composedEmailKey(one) === composedEmailKey(other);
}

/** PATCH bodies from a file, and the values that they set for certain. */
export interface WrittenPatch {
  readonly bodies: readonly JsonObject[];
  readonly wanted: UserPatch;
}

/**
 * Returns the PATCH bodies of a file: operations unchanged, attributes in the form of the SCIM version.
 * @throws Failure `usage` if flags are given too, `invalidInput` for what the service would refuse
 */
export async function patchFileBodies(
  context: Context,
  dialect: SchemaDialect,
  file: string,
  flags: UserPatch,
): Promise<WrittenPatch> {
  const [extra] = [...Object.keys(flags.set), ...flags.clear];
  if (extra !== undefined)
    throw new Failure('usage', `--file cannot be combined with other flags; put ${extra} into the file`, {
      hint: `omit ${flagOf('title')} and similar flags`,
    });
  const body = await readUserFile(context, dialect, file);
  if ('Operations' in body)
    return { bodies: [operationsBody(body, dialect, file)], wanted: { set: {}, clear: [] } };
  checkBody(body, dialect, 'patch', file);
  return {
    bodies: dialect.version === '1.1' ? [body] : patchOpBodies(body, dialect),
    wanted: valuesIn(body, dialect),
  };
}

/** Returns the values that the attributes in a body set and clear; values deleted from lists are left out. */
function valuesIn(body: JsonObject, dialect: SchemaDialect): UserPatch {
  const values = valuesOfRequest(parseUserRequest(body, dialect, 'patch').request);
  const set: UserValues = {};
  for (const name of USER_ATTRIBUTE_NAMES) if (!isBlankText(values[name])) copyValue(name, values, set);
  const isCleared = (name: UserAttributeName) => values[name] !== undefined && isBlankText(values[name]);
  return { set, clear: USER_ATTRIBUTE_NAMES.filter(isCleared) };
}

function isBlankText(value: string | boolean | undefined): boolean {
  return typeof value === 'string' && value.trim() === '';
}

/** Returns the operations unchanged, if the version supports them and each has a valid `op` (SCIM §2.3). */
function operationsBody(
  { Operations: operations }: JsonObject,
  dialect: SchemaDialect,
  file: string,
): JsonObject {
  if (dialect.version === '1.1')
    throw new Failure('usage', '"Operations" is only for SCIM 2.0; SCIM 1.1 takes attributes', {
      hint: '--scim-version 2.0, or attributes in the file',
    });
  const isComplete =
    Array.isArray(operations) && operations.length > 0 && operations.every((item) => hasKnownOp(item));
  if (!isComplete) {
    throw new Failure(
      'invalidInput',
      `${file}: "Operations" must be a list of {op: add, replace or remove, path, value}`,
      {
        code: 'invalid_request_payload',
        hint: 'orgctl explain invalid_request_payload',
      },
    );
  }
  return { schemas: [MESSAGE_URIS.patchOp], Operations: operations };
}

function hasKnownOp(item: Json): boolean {
  const op = isJsonObject(item) ? item['op'] : undefined;
  return typeof op === 'string' && ['add', 'replace', 'remove'].includes(op.toLowerCase());
}
