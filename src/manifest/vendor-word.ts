import { isJsonObject } from '../rules/json-value.ts';
import type { Json } from '../spec/protocol-types.ts';
import type { Path } from './path.ts';

/** The vendor word used by a manifest, and its first occurrence. */
export interface VendorWord {
  readonly word: string;
  readonly path: Path;
  /** UTF-16 offsets in the string. */
  readonly part: readonly [start: number, end: number];
}

const REFERENCE = /^([a-z][a-z0-9_-]*)#\/(?:functions|types|workflows)\//;

/**
 * Returns another word than `vendor` that a manifest uses before `#/` throughout; undefined if it uses
 * `vendor`, or several words.
 */
export function otherVendorWord(root: Json, vendor: string): VendorWord | undefined {
  const words = new Set<string>();
  collectWords(root, words);
  const [word, ...others] = words;
  if (word === undefined || others.length > 0 || word === vendor) return undefined;
  const settings = isJsonObject(root) ? root['settings'] : undefined;
  if (isJsonObject(settings) && settings['function_runtime'] === vendor) return undefined;
  const path = firstPlace(root, word, []);
  return path === undefined ? undefined : { word, path, part: [0, word.length] };
}

function collectWords(value: Json, words: Set<string>): void {
  if (typeof value === 'string') {
    const word = value.includes('#/') ? REFERENCE.exec(value)?.[1] : undefined;
    if (word !== undefined) words.add(word);
  } else if (Array.isArray(value)) {
    for (const item of value) collectWords(item, words);
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) collectWords(value[key] ?? null, words);
  }
}

function firstPlace(value: Json, word: string, path: Path): Path | undefined {
  if (typeof value === 'string') return REFERENCE.exec(value)?.[1] === word ? path : undefined;
  const children: readonly (readonly [string | number, Json])[] = Array.isArray(value)
    ? value.map((item: Json, index) => [index, item] as const)
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  for (const [step, child] of children) {
    const found = firstPlace(child, word, [...path, step]);
    if (found !== undefined) return found;
  }
  return undefined;
}
