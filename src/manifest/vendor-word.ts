import { isJsonObject } from '../rules/json-value.ts';
import type { Json } from '../spec/wire.ts';
import type { Path } from './path.ts';

/** The word that a manifest uses for its vendor, and the first place of it. */
export interface VendorWord {
  readonly word: string;
  readonly path: Path;
  /** UTF-16 offsets in the string. */
  readonly part: readonly [start: number, end: number];
}

const REFERENCE = /^([a-z][a-z0-9_-]*)#\/(?:functions|types|workflows)\//;

/** Returns the other word that a manifest uses before `#/` throughout; undefined when it uses the given one, or several. */
export function otherVendorWord(root: Json, vendor: string): VendorWord | undefined {
  let found: VendorWord | undefined;
  let isMixed = false;
  const visit = (value: Json, path: Path): void => {
    if (isMixed) return;
    if (typeof value === 'string') {
      const word = REFERENCE.exec(value)?.[1];
      if (word === undefined) return;
      if (word === vendor || (found !== undefined && found.word !== word)) isMixed = true;
      found ??= { word, path, part: [0, word.length] };
    } else if (Array.isArray(value)) {
      value.forEach((item: Json, index) => void visit(item, [...path, index]));
    } else if (isJsonObject(value)) {
      for (const [key, child] of Object.entries(value)) visit(child, [...path, key]);
    }
  };
  visit(root, []);
  if (isMixed || found === undefined) return undefined;
  const runtime =
    isJsonObject(root) && isJsonObject(root['settings']) ? root['settings']['function_runtime'] : undefined;
  return runtime === vendor ? undefined : found;
}
