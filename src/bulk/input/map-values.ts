import { isJsonObject } from '../../rules/json-value.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import { type Lookup, lookupOf, scalarText } from './lookup.ts';
import { type MapKeys, type MapReading, type MapReport, unknownWord } from './map-report.ts';

/** Returns a value of a map that may be one value or a list as a list; empty if it is missing. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/**
 * Reads a text, a number or a boolean of a map as a text.
 * @param keys its path; the last one is its name
 * @returns undefined if it is missing, or a list or an object, which was reported
 */
export function readMapText(given: unknown, keys: MapKeys, report: MapReport): string | undefined {
  if (given === undefined || given === null) return undefined;
  const text = scalarText(given);
  if (text === undefined) report('invalid_map', keys, `"${keys.at(-1)}" takes a text`);
  return text;
}

/** Reports the entries of a lookup whose value is a list or an object. */
export function reportWrongValues(table: JsonObject, keys: MapKeys, report: MapReport): void {
  for (const [word, value] of Object.entries(table)) readMapText(value, [...keys, word], report);
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
    reportWrongValues(given, keys, report);
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
