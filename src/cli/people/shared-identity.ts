import { Failure } from '../../failure/failure.ts';
import { isJsonObject, objectsIn } from '../../rules/json-value.ts';
import { pathParts } from '../../rules/patch-operations.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import type { UserAttributeName, UserValues } from '../../spec/user-attributes.ts';
import { EMAIL_NAMES } from '../../spec/user-slots.ts';
import { flagTyped } from '../options/attribute-options.ts';

/**
 * Attributes that must be unique among users (SCIM §4.3). The service would refuse the second user, after the
 * first was already changed.
 */
const OF_ONE: readonly UserAttributeName[] = ['userName', 'nickName', ...EMAIL_NAMES];
const MEMBERS_OF_ONE: ReadonlyMap<string, string> = new Map(
  ['userName', 'nickName', 'emails'].map((name) => [name.toLowerCase(), name]),
);

/**
 * Refuses to give several users the same value of a unique attribute.
 * @param options the flags of the command, by attribute name
 * @param bodies the bodies of a file, sent for each user
 * @throws Failure `usage`; nothing was sent
 */
export function refuseSharedIdentity(
  count: number,
  values: UserValues,
  options: Readonly<Record<string, unknown>>,
  bodies: readonly JsonObject[] = [],
): void {
  if (count < 2) return;
  const flag = OF_ONE.find((name) => values[name] !== undefined);
  const what =
    flag === undefined
      ? bodies.map(uniqueMemberIn).find((name) => name !== undefined)
      : flagTyped(flag, options);
  if (what === undefined) return;
  throw new Failure('usage', `${count} users given, but ${what} can be set for only one; nothing was sent`, {
    hint: 'give one user, or set different values with: orgctl bulk plan FILE.csv',
  });
}

function uniqueMemberIn(body: JsonObject): string | undefined {
  const { Operations: operations } = body;
  if (operations === undefined) return uniqueMemberAmong(Object.keys(body));
  for (const { op, path, value } of objectsIn(operations)) {
    if (typeof op === 'string' && op.toLowerCase() === 'remove') continue;
    const paths = typeof path === 'string' ? [path] : isJsonObject(value) ? Object.keys(value) : [];
    const found = uniqueMemberAmong(paths.map((one) => pathParts(one)?.name ?? one));
    if (found !== undefined) return found;
  }
  return undefined;
}

function uniqueMemberAmong(names: readonly string[]): string | undefined {
  return names.map((name) => MEMBERS_OF_ONE.get(name.toLowerCase())).find((name) => name !== undefined);
}
