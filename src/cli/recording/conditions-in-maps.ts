import { existsSync, readFileSync, statSync } from 'node:fs';
import { isJsonObject } from '../../rules/json-value.ts';
import type { Json } from '../../spec/protocol-types.ts';
import { documentIn, looksLikeMap } from './invent-map.ts';

/** Maximum size of a map, in bytes; maps are written by hand. */
const MAX_MAP_SIZE = 1024 * 1024;

/**
 * Returns the texts of conditions in the maps that a command line names: the invented values must still
 * contain the parts of words that the conditions search for.
 */
export function conditionsInMaps(argv: readonly string[]): readonly string[] {
  return argv.flatMap((word) => {
    const path = word.replace(/^--[\w-]+=/, '');
    if (!/\.(?:ya?ml|json)$/i.test(path) || !existsSync(path)) return [];
    const stat = statSync(path);
    if (!stat.isFile() || stat.size > MAX_MAP_SIZE) return [];
    const document = documentIn(readFileSync(path, 'utf8'), path);
    return looksLikeMap(document) ? conditionsIn(document) : [];
  });
}

/** Returns all texts except those in steps, whose patterns are not conditions. */
function conditionsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(conditionsIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => (name === 'steps' ? [] : conditionsIn(member)));
}
