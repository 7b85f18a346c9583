import { parseUserRequest } from '../../rules/parse-user-request.ts';
import { isSameValue } from '../../rules/same-value.ts';
import type { SchemaDialect } from '../../rules/schema-uris.ts';
import { valuesOfRequest } from '../../rules/stored-values.ts';
import type { User } from '../../scim/user.ts';
import { userBody } from '../../scim/user-body.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import { USER_ATTRIBUTE_NAMES, type UserAttributeName, type UserValues } from '../../spec/user-attributes.ts';
import { defined } from '../../values/defined.ts';
import { checkBody } from './new-user.ts';
import { withFlags } from './with-flags.ts';

/**
 * Returns the body of a PUT from flags and a file. It always contains `active`, userName and email: what the
 * service does without `active` is undocumented (assumption `put-without-active`).
 */
export function replacementBody(
  dialect: SchemaDialect,
  user: User,
  flags: UserValues,
  { file, document = {} }: { readonly file?: string | undefined; readonly document?: JsonObject | undefined },
): JsonObject {
  const { active, userName, email } = user.values;
  const kept: UserValues = {
    active,
    ...defined({ userName, email }),
  };
  const given = { ...impliedBy(flags, user), ...flags };
  const body = withFlags({ ...userBody(kept, dialect), ...document }, given, dialect, 'replace');
  checkBody(body, dialect, 'replace', file);
  return body;
}

/**
 * Returns the values without which flags would have no effect: an expiration needs the guest object, which a
 * guest keeps if the body has none (assumption `put-without-guest`); and of two names, userName wins.
 */
function impliedBy({ guestExpiration, nickName }: UserValues, user: User): UserValues {
  return {
    ...(guestExpiration !== undefined && user.values.guest === true ? { guest: true } : {}),
    ...(nickName === undefined ? {} : { userName: nickName }),
  };
}

/** Returns the values that a PUT sets. */
export function valuesAfter(body: JsonObject, dialect: SchemaDialect): UserValues {
  return valuesOfRequest(parseUserRequest(body, dialect, 'replace').request);
}

/** Attributes that the service fills in by itself or never empties. */
const NOT_BLANKED: readonly UserAttributeName[] = [
  'userName',
  'nickName',
  'email',
  'photo',
  'profileUrl',
  'active',
  'guest',
];

/**
 * Returns the attributes that lose their value, and timezone if it is reset to the default (SCIM §4.4). A
 * guest without guest attributes in the body stays a guest with the same expiration; a guest sent without an
 * expiration loses it.
 */
export function attributesClearedBy(
  body: JsonObject,
  user: User,
  dialect: SchemaDialect,
): readonly UserAttributeName[] {
  const after = valuesAfter(body, dialect);
  return USER_ATTRIBUTE_NAMES.filter((name) => {
    const value = after[name];
    const isBlank = value === undefined || (typeof value === 'string' && value.trim() === '');
    // An empty timezone is set to the default one.
    if (name === 'timezone') return isBlank && !isSameValue(name, after, user.values);
    if (name === 'guestExpiration' && after.guest !== true) return false;
    return user.values[name] !== undefined && isBlank && !NOT_BLANKED.includes(name);
  });
}
