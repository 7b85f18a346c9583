import type { ManifestField } from '../spec/manifest-field-types.ts';
import { MANIFEST } from '../spec/manifest-fields.ts';
import { suggest } from '../values/suggest.ts';
import type { Path } from './path.ts';

/**
 * Returns the known key that an unknown one resembles most. Up to two letters or a third of them may differ;
 * in words of fewer than four letters, one.
 */
export function nearestKey(word: string, known: Iterable<string>): string | undefined {
  return suggest(word, known, mostEditsOf(word));
}

/** Returns the number of letters in which a word and the key that it resembles may differ. */
export function mostEditsOf(word: string): number {
  return word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3));
}

/** Whether a key has a place outside of lists and maps. */
export function isKnownKey(key: string): boolean {
  return homesOf(key).length > 0;
}

let homes: ReadonlyMap<string, readonly Path[]> | undefined;

/** Returns the places where a key belongs, except those in lists and maps. */
export function homesOf(key: string): readonly Path[] {
  homes ??= collectHomes();
  return homes.get(key) ?? [];
}

/** Returns all keys that have a place outside of lists and maps. */
export function allKeys(): readonly string[] {
  homes ??= collectHomes();
  return [...homes.keys()];
}

/** Returns the paths of all fields outside of lists and maps, in dotted form. */
export function fieldPaths(): readonly string[] {
  homes ??= collectHomes();
  return [...homes.values()].flat().map((path) => path.join('.'));
}

function collectHomes(): ReadonlyMap<string, readonly Path[]> {
  const found = new Map<string, Path[]>();
  const collect = (field: ManifestField, path: Path): void => {
    if (field.kind !== 'object') return;
    for (const [key, child] of Object.entries(field.fields)) {
      found.set(key, [...(found.get(key) ?? []), [...path, key]]);
      collect(child, [...path, key]);
    }
  };
  collect(MANIFEST, []);
  return found;
}
