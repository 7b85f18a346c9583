import { isJsonObject } from '../../rules/json-value.ts';
import { type Lookup, lookupOf, scalarText } from './lookup.ts';
import { type MapKeys, type MapReading, unknownWord } from './map-report.ts';

/** Returns what a map may write as one value or as a list of them; nothing where it is left out. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/**
 * Reads a lookup that is written where it is used, or named. @returns undefined when there is none, or it
 * cannot be used, which was reported.
 */
export function readLookup(
  given: unknown,
  keys: MapKeys,
  { lookups, report }: MapReading,
): Lookup | undefined {
  if (given === undefined || given === null) return undefined;
  if (isJsonObject(given)) {
    if (Object.keys(given).length > 0) return lookupOf('the lookup', Object.entries(given));
    report('invalid_map', keys, 'the lookup is empty: it says nothing about any text', 'key', {
      example: 'lookup: {Active: true, Left: false}',
    });
    return undefined;
  }
  const name = scalarText(given) ?? '';
  const lookup = lookups.get(name);
  if (lookup === undefined) unknownWord(report, keys, name, [...lookups.keys()], 'lookup');
  return lookup;
}
