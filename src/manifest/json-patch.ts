import { isJsonObject } from '../rules/json-value.ts';
import { sameJson } from '../rules/same-json.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import { manifestMeaning } from './meaning.ts';
import { type Path, pointerOf } from './path.ts';

/**
 * Returns the operations of a JSON Patch (RFC 6902) that change the first manifest into the second; none if
 * both have the same meaning. Lists are replaced as a whole.
 */
export function jsonPatch(before: Json, after: Json): readonly JsonObject[] {
  return sameJson(manifestMeaning(before), manifestMeaning(after)) ? [] : operations(before, after, []);
}

function operations(before: Json, after: Json, path: Path): readonly JsonObject[] {
  if (sameJson(before, after)) return [];
  if (!isJsonObject(before) || !isJsonObject(after))
    return [{ op: 'replace', path: pointerOf(path), value: after }];
  const removed = Object.keys(before)
    .filter((key) => !Object.hasOwn(after, key))
    .map((key) => ({ op: 'remove', path: pointerOf([...path, key]) }));
  const others = Object.entries(after).flatMap(([key, value]) => {
    const old = Object.hasOwn(before, key) ? before[key] : undefined;
    if (old === undefined) return [{ op: 'add', path: pointerOf([...path, key]), value }];
    return operations(old, value, [...path, key]);
  });
  return [...removed, ...others];
}
