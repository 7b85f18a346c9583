import { existsSync, readFileSync, statSync } from 'node:fs';
import { isJsonObject } from '../../rules/json-value.ts';
import type { Json } from '../../spec/protocol-types.ts';
import { documentIn, looksLikeMap } from './invent-map.ts';

/** A map is written by hand. In bytes. */
const LARGEST_MAP = 1024 * 1024;

/**
 * Returns the conditions of the maps that a command line names: parts of words that they look for have to be
 * found in inventions.
 */
export function conditionsInMaps(argv: readonly string[]): readonly string[] {
  return argv.flatMap((word) => {
    const path = word.replace(/^--[\w-]+=/, '');
    if (!/\.(?:ya?ml|json)$/i.test(path) || !existsSync(path)) return [];
    const stat = statSync(path);
    if (!stat.isFile() || stat.size > LARGEST_MAP) return [];
    const document = documentIn(readFileSync(path, 'utf8'), path);
    return looksLikeMap(document) ? conditionsIn(document) : [];
  });
}

/** Every text but those of steps, whose patterns are no conditions. */
function conditionsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(conditionsIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => (name === 'steps' ? [] : conditionsIn(member)));
}
