import { Failure } from '../failure/failure.ts';
import { isJsonObject } from '../rules/json-value.ts';
import type { Dialect } from '../rules/schema-uris.ts';
import type { UserPatch } from '../scim/user-patch.ts';
import { MESSAGE_URIS } from '../spec/scim-schemas.ts';
import type { UserAttributeName, UserValues } from '../spec/user-attributes.ts';
import type { Json, JsonObject } from '../spec/wire.ts';
import { checkAttributes, flagOf, readAttributeOptions } from './attribute-options.ts';
import type { Context } from './context.ts';
import { checkBody, readUserFile } from './new-user.ts';

interface PatchOptions {
  readonly set?: UserValues | undefined;
  readonly clear?: readonly UserAttributeName[] | undefined;
  readonly file?: string | undefined;
}

/**
 * Returns what the flags of a patch ask for.
 * @throws Failure `usage` when they ask for nothing, or to set and clear one attribute; `invalidInput` for a bad value.
 */
export function readUserPatch(
  options: PatchOptions & Readonly<Record<string, unknown>>,
  vendor: string,
): UserPatch {
  const set: UserValues = { ...readAttributeOptions(options), ...options.set };
  const clear = options.clear ?? [];
  if (Object.keys(set).length === 0 && clear.length === 0 && options.file === undefined) {
    throw new Failure('usage', 'nothing to change was given', {
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
  checkAttributes(set, vendor);
  return { set, clear };
}

/**
 * Returns the PATCH body that a file holds: operations as they are, attributes in the form of the version.
 * @throws Failure `usage` when flags are given beside it, `invalidInput` for what the service would refuse.
 */
export async function patchFileBody(
  context: Context,
  dialect: Dialect,
  file: string,
  flags: UserPatch,
): Promise<JsonObject> {
  const [extra] = [...Object.keys(flags.set), ...flags.clear];
  if (extra !== undefined)
    throw new Failure('usage', `--file stands alone; put ${extra} into the file`, {
      hint: `without ${flagOf('title')} and the like`,
    });
  const body = await readUserFile(context, dialect, file);
  if ('Operations' in body) return { ...body, schemas: [MESSAGE_URIS.patchOp] };
  checkBody(body, dialect, 'patch', file);
  return dialect.version === '1.1' ? body : patchOpOf(body);
}

/** Every attribute becomes an operation: v2 takes no other form for most of them (SCIM §2.3). */
function patchOpOf({ schemas: _, meta, id: __, ...attributes }: JsonObject): JsonObject {
  const removed = isJsonObject(meta) && Array.isArray(meta['attributes']) ? meta['attributes'] : [];
  const operations: Json[] = [
    ...removed.map((path: Json) => ({ op: 'remove', path })),
    ...Object.entries(attributes).map(([path, value]) => ({ op: 'replace', path, value })),
  ];
  return { schemas: [MESSAGE_URIS.patchOp], Operations: operations };
}
