import type { Issue, Place } from '../../failure/issue.ts';
import { asQuestion, suggest } from '../../rules/suggest.ts';
import { columnOf } from './columns.ts';
import type { Lookup } from './lookup.ts';

/** The parts of a map file, read and located. */
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

/**
 * What reading a part of a map needs: the tables that it may name, where a part stands, where findings go,
 * and the day.
 */
export interface MapReading {
  readonly lookups: ReadonlyMap<string, Lookup>;
  readonly placeOf: MapDocument['placeOf'];
  readonly report: MapReport;
  /** The day with which dates are compared, YYYY-MM-DD. */
  readonly today: string;
}

/** Reports a word that a map does not know, with the nearest that it does. */
export function unknownWord(
  report: MapReport,
  keys: MapKeys,
  word: string,
  known: readonly string[],
  what = 'word of a map',
): void {
  const found = suggest(word, known);
  const suggestion = what === 'column' ? columnOf(found ?? '') : found;
  const which = what === 'step' || what === 'lookup' ? 'value' : 'key';
  report('invalid_map', keys, `"${word}" is not a ${what}${asQuestion(suggestion)}`, which);
}
