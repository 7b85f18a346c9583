import type { Issue, Place } from '../../failure/issue.ts';
import { asQuestion, suggest } from '../../values/suggest.ts';
import { columnOf } from './columns.ts';
import type { Lookup } from './lookup.ts';

/** A parsed map file, with the places of its parts. */
export interface MapDocument {
  readonly value: Readonly<Record<string, unknown>>;
  placeOf(keys: readonly (string | number)[], which?: 'key' | 'value'): Place;
}

export type MapKeys = readonly (string | number)[];
export type MapReport = (
  code: string,
  keys: MapKeys,
  message: string,
  which?: 'key' | 'value',
  more?: Partial<Issue>,
) => void;

/** What parsing a part of a map needs: named lookups, places, the report of findings, and the date. */
export interface MapReading {
  readonly lookups: ReadonlyMap<string, Lookup>;
  readonly placeOf: MapDocument['placeOf'];
  readonly report: MapReport;
  /** The date that rules compare with, YYYY-MM-DD. */
  readonly today: string;
}

/** Reports a word that is not part of the map format, with a similar known word. */
export function unknownWord(
  report: MapReport,
  keys: MapKeys,
  word: string,
  known: readonly string[],
  what = 'map key',
): void {
  const found = suggest(word, known);
  const suggestion = what === 'column' ? columnOf(found ?? '') : found;
  const which = what === 'step' || what === 'lookup' ? 'value' : 'key';
  report('invalid_map', keys, `"${word}" is not a ${what}${asQuestion(suggestion)}`, which);
}
