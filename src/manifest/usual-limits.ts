import type { ManifestField } from '../spec/manifest-field-types.ts';
import { MANIFEST_PATTERNS } from '../spec/manifest-patterns.ts';

/** Returns the limits of a field that are not in the document, as texts to follow "usually". */
export function usualLimits(field: ManifestField): readonly string[] {
  switch (field.kind) {
    case 'text':
      return [
        ...limit(field.usualMinLength, (count) =>
          count === 1 ? 'not empty' : `at least ${count} characters`,
        ),
        ...limit(field.usualMaxLength, (count) => `at most ${count} characters`),
        ...limit(field.usualPattern, (pattern) => MANIFEST_PATTERNS[pattern].expected),
      ];
    case 'list':
      return [
        ...limit(field.usualMinItems, (count) => `at least ${items(count)}`),
        ...limit(field.usualMaxItems, (count) => `at most ${items(count)}`),
      ];
    case 'map':
      return limit(field.usualMaxEntries, (count) => `at most ${count} entries`);
    default:
      return [];
  }
}

/** Returns a limit in words, if there is one. */
export function limit<T>(value: T | undefined, say: (value: T) => string): readonly string[] {
  return value === undefined ? [] : [say(value)];
}

/** Returns a number of items in words. */
export function items(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}
