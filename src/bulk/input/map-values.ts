import { isJsonObject } from '../../rules/json-value.ts';
import { type Lookup, lookupOf, scalarText } from './lookup.ts';
import { type MapKeys, type MapReading, unknownWord } from './map-report.ts';

/** Returns a value of a map that may be one value or a list as a list; empty if it is missing. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/**
 * Reads a lookup that is inline or referenced by name.
 * @returns undefined if there is none or it is invalid, which was reported
 */
export function readLookup(
  given: unknown,
  keys: MapKeys,
  { lookups, report }: MapReading,
): Lookup | undefined {
  if (given === undefined || given === null) return undefined;
  if (isJsonObject(given)) {
    if (Object.keys(given).length > 0) return lookupOf(undefined, Object.entries(given));
    report('invalid_map', keys, 'the lookup is empty', 'key', {
      example: 'lookup: {Active: true, Left: false}',
    });
    return undefined;
  }
  const name = scalarText(given) ?? '';
  const lookup = lookups.get(name);
  if (lookup === undefined) unknownWord(report, keys, name, [...lookups.keys()], 'lookup');
  return lookup;
}
