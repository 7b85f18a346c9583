import type { ChangeOf } from '../../bulk/plan/change.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import { pathParts, readWrittenPatch, type WrittenOperation } from '../../rules/patch-operations.ts';
import { extensionOfUri } from '../../rules/schema-uris.ts';
import { EXTENSION_PATH } from '../../rules/user-patch-effect.ts';
import { USER_ATTRIBUTE_NAMES, USER_ATTRIBUTES, type UserAttributeName } from '../../spec/user-attributes.ts';

/** Members of a request that change no attribute. */
const NO_ATTRIBUTES: readonly string[] = ['schemas', 'id', 'meta'];

/**
 * Returns the parts of handwritten requests that `set` and `clear` do not describe, or not completely: the
 * path of each operation or attribute, a removal after "remove". Values are not included.
 */
export function partsAsWritten(change: ChangeOf<'sendUserPatch'>): readonly string[] {
  const parts = change.bodies.flatMap((body) => {
    const { operations, unclear } = readWrittenPatch(body);
    const left = operations.filter((one) => !isDescribed(one, 'Operations' in body, change));
    return [...left.map(({ op, path }) => (op === 'remove' ? `remove ${path}` : path)), ...unclear];
  });
  return [...new Set(parts)];
}

function isDescribed(
  { op, path, value }: WrittenOperation,
  isReplacing: boolean,
  { set, clear, before }: ChangeOf<'sendUserPatch'>,
): boolean {
  if (NO_ATTRIBUTES.includes(path)) return true;
  const isTold = (name: UserAttributeName) => set[name] !== undefined || clear.includes(name);
  const names = namesAt(path);
  if (op === 'remove' || !names.some(isTold)) return false;
  if (!Array.isArray(value)) return true;
  // A list may also delete values, and takes the place of the stored one: always in operations, and of an
  // address (SCIM §4.3 rule 9).
  if (value.some((entry) => isJsonObject(entry) && entry['operation'] === 'delete')) return false;
  const isWhole = isReplacing || path === 'addresses';
  return !isWhole || names.every((name) => before[name] === undefined || isTold(name));
}

/** The attributes of a user to which a path belongs. */
function namesAt(path: string): readonly UserAttributeName[] {
  const extension = extensionOfUri(EXTENSION_PATH.exec(path.trim())?.[1] ?? '');
  if (extension !== undefined)
    return USER_ATTRIBUTE_NAMES.filter((name) => USER_ATTRIBUTES[name].part === extension);
  const first = pathParts(path)?.name;
  return USER_ATTRIBUTE_NAMES.filter(
    (name) => USER_ATTRIBUTES[name].path.split(/[.[]/, 1)[0]?.toLowerCase() === first,
  );
}
