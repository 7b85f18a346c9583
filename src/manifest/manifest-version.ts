import { isJsonObject } from '../rules/json-value.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import { isKnownKey, nearestKey } from './known-keys.ts';

/** Version of the manifest format (WEB §9); undefined if the manifest specifies one that does not exist. */
export type ManifestVersion = 1 | 2 | undefined;

/** Returns the version of a manifest, by default 1. A misspelled key counts as the correct one. */
export function manifestVersion(root: Json): ManifestVersion {
  if (!isJsonObject(root)) return undefined;
  const metadata = valueOfMistyped(root, '_metadata');
  if (metadata === undefined) return 1;
  if (!isJsonObject(metadata)) return undefined;
  const major = valueOfMistyped(metadata, 'major_version');
  if (major === undefined || major === 1 || major === '1') return 1;
  return major === 2 || major === '2' ? 2 : undefined;
}

function valueOfMistyped(object: JsonObject, key: string): Json | undefined {
  if (Object.hasOwn(object, key)) return object[key];
  const mistyped = Object.keys(object).find((name) => !isKnownKey(name) && nearestKey(name, [key]) === key);
  return mistyped === undefined ? undefined : object[mistyped];
}
