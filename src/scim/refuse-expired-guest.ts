import { Failure } from '../failure/failure.ts';
import { parseDateTime } from '../rules/date-time.ts';
import { isJsonObject } from '../rules/json-value.ts';
import { extensionOfUri } from '../rules/schema-uris.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';

/**
 * Refuses a body that sets a guest expiration in the past: the service would deactivate the account
 * immediately (assumption `expired-guest`).
 * @param now milliseconds since 1970.
 * @throws Failure `invalidInput` with the date; nothing was sent.
 */
export function refuseExpiredGuest(body: JsonObject, now: number): void {
  for (const expiration of expirationsIn(body)) refuseExpiration(expiration, now);
}

/** Like refuseExpiredGuest, for one expiration; ignores a value that is not a date-time. */
export function refuseExpiration(expiration: Json | undefined, now: number): void {
  const time = typeof expiration === 'string' ? parseDateTime(expiration)?.time : undefined;
  if (time === undefined || time > now) return;
  throw new Failure('invalidInput', `the guest expiration ${expiration} is in the past; nothing was sent`, {
    code: 'invalid_attribute_format',
    hint: 'give a later date, or deactivate the account: orgctl scim users deactivate --help',
  });
}

/** Returns the expirations in attributes and in operations with or without a path. */
function expirationsIn(body: JsonObject): readonly (Json | undefined)[] {
  const { Operations: operations } = body;
  const own: (Json | undefined)[] = [];
  for (const [name, value] of Object.entries(body))
    if (extensionOfUri(name) === 'guest' && isJsonObject(value)) own.push(value['expiration']);
  if (!Array.isArray(operations)) return own;
  return operations.filter(isJsonObject).flatMap(({ path, value }) => {
    if (typeof path !== 'string') return isJsonObject(value) ? expirationsIn(value) : [];
    const [, uri = '', sub] = /^(.*?)(?:[:.](expiration))?$/i.exec(path) ?? [];
    if (extensionOfUri(uri) !== 'guest') return [];
    if (sub !== undefined) return [value];
    return isJsonObject(value) ? [value['expiration']] : [];
  });
}
