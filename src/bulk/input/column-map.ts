import type { Issue, Place } from '../../failure/issue.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import { nearest } from '../../rules/nearest.ts';
import { columnOf, HEADINGS, type UserColumn } from './columns.ts';
import { dateReader, PLAIN_STEPS, replacing, STEPS_WITH_TEXT, type Step } from './map-steps.ts';
import { parseTemplate, type TemplatePart } from './map-template.ts';
import { MATCH_KEYS, type MatchKey, matchKeysFrom } from './match-keys.ts';

/** Where the text of a column comes from. */
export type MapSource =
  /** The first of these headings whose cell is not blank. */
  | { readonly from: readonly string[] }
  | { readonly template: readonly TemplatePart[] }
  | { readonly value: string };

/** How one column is made of the cells of a file. */
export interface MapRule {
  readonly column: UserColumn;
  /** Where the map says so. */
  readonly at: Place;
  readonly source: MapSource;
  readonly steps: readonly Step[];
  /** How the date is written, and its reader. */
  readonly date?: { readonly pattern: string; readonly read: (text: string) => string | undefined };
  readonly lookup?: Lookup;
  /** The text is what another row has under this heading; that row's user is meant. */
  readonly match?: string;
  /** For a text that the lookup does not have. */
  readonly otherwise?: string;
  /** For a blank. */
  readonly fallback?: string;
}

/** Texts and what they stand for; letter case and blanks around them do not count. */
export interface Lookup {
  readonly name: string;
  readonly values: ReadonlyMap<string, string>;
  /** The texts as they are written. */
  readonly words: readonly string[];
}

/** A map of headings to columns (engine, Input: `--map`). */
export interface ColumnMap {
  readonly rules: readonly MapRule[];
  /** The keys by which users are found. */
  readonly match?: readonly MatchKey[];
  /** sha256 of everything that it says. */
  readonly digest: string;
}

/** The parts of a map file, read and located. */
export interface MapDocument {
  readonly value: Readonly<Record<string, unknown>>;
  placeOf(keys: readonly (string | number)[], which?: 'key' | 'value'): Place;
}

type Keys = readonly (string | number)[];
type Report = (
  code: string,
  keys: Keys,
  message: string,
  which?: 'key' | 'value',
  more?: Partial<Issue>,
) => void;

const MAP_KEYS = ['columns', 'lookups', 'match'];
const RULE_KEYS = ['from', 'template', 'value', 'steps', 'date', 'lookup', 'match', 'otherwise', 'default'];

/**
 * Reads the rules of a map.
 * @param lookups the tables that it names, read from their files where it names files.
 * @returns the rules, and everything that is wrong with them, each with its place in the map.
 */
export function readMapRules(
  document: MapDocument,
  lookups: ReadonlyMap<string, Lookup>,
): Pick<ColumnMap, 'rules' | 'match'> & { readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  const report: Report = (code, keys, message, which = 'value', more = {}) => {
    issues.push({ code, path: keys.join('.'), message, ...more, at: document.placeOf(keys, which) });
  };
  for (const key of Object.keys(document.value))
    if (!MAP_KEYS.includes(key)) unknownWord(report, [key], key, MAP_KEYS);
  const match = readMatch(document.value['match'], report);
  const { columns } = document.value;
  if (!isJsonObject(columns)) {
    report('invalid_map', [], 'a map has "columns"', 'value', { example: 'columns: {email: Work Email}' });
    return { rules: [], issues };
  }
  const rules: MapRule[] = [];
  for (const [name, given] of Object.entries(columns)) {
    const keys = ['columns', name];
    const column = columnOf(name);
    if (column === undefined) unknownWord(report, keys, name, HEADINGS, 'column');
    else if (rules.some((rule) => rule.column === column))
      report('duplicate_column', keys, `"${name}" is a column that this map gives already`, 'key');
    else {
      const rule = readRule(given, column, keys, lookups, report);
      if (rule !== undefined) rules.push({ ...rule, at: document.placeOf(keys, 'key') });
    }
  }
  return { rules, issues, ...(match === undefined ? {} : { match }) };
}

function readMatch(given: unknown, report: Report): readonly MatchKey[] | undefined {
  if (given === undefined || given === null) return undefined;
  const keys = matchKeysFrom(listOf(given).map((key) => textOf(key) ?? ''));
  if (keys === undefined)
    report('invalid_map', ['match'], `"match" is a list of ${MATCH_KEYS.join(', ')}`, 'value', {
      example: 'match: [employeeNumber, email]',
    });
  return keys;
}

function readRule(
  given: unknown,
  column: UserColumn,
  keys: Keys,
  lookups: ReadonlyMap<string, Lookup>,
  report: Report,
): Omit<MapRule, 'at'> | undefined {
  const rule: Readonly<Record<string, unknown>> = isJsonObject(given) ? given : { from: given };
  for (const key of Object.keys(rule))
    if (!RULE_KEYS.includes(key)) unknownWord(report, [...keys, key], key, RULE_KEYS);
  const source = readSource(rule, keys, report);
  const steps = listOf(rule['steps']).map((step, index) => readStep(step, [...keys, 'steps', index], report));
  const date = readDate(rule['date'], [...keys, 'date'], report);
  const lookup = readLookup(rule['lookup'], [...keys, 'lookup'], lookups, report);
  const match = textOf(rule['match']);
  if (match !== undefined && column !== 'manager')
    report('invalid_map', [...keys, 'match'], 'only a manager can be another row', 'key');
  const otherwise = textOf(rule['otherwise']);
  const fallback = textOf(rule['default']);
  if (source === undefined || steps.includes(undefined)) return undefined;
  return {
    column,
    source,
    steps: steps.filter((step) => step !== undefined),
    ...(date === undefined ? {} : { date }),
    ...(lookup === undefined ? {} : { lookup }),
    ...(match === undefined ? {} : { match }),
    ...(otherwise === undefined ? {} : { otherwise }),
    ...(fallback === undefined ? {} : { fallback }),
  };
}

function readSource(
  rule: Readonly<Record<string, unknown>>,
  keys: Keys,
  report: Report,
): MapSource | undefined {
  const given = ['from', 'template', 'value'].filter((key) => rule[key] !== undefined && rule[key] !== null);
  if (given.length !== 1) {
    const message = 'a column is made of one of "from", "template" and "value"';
    report('invalid_map', keys, message, 'key', { example: 'from: Work Email' });
    return undefined;
  }
  if (given[0] === 'value') return { value: textOf(rule['value']) ?? '' };
  if (given[0] === 'template') {
    const parsed = parseTemplate(textOf(rule['template']) ?? '');
    if ('parts' in parsed) return { template: parsed.parts };
    report('invalid_map', [...keys, 'template'], parsed.problem, 'value', {
      example: "'{First}.{Last|lower}'",
    });
    return undefined;
  }
  const from = listOf(rule['from']).map(textOf);
  if (from.length > 0 && !from.includes(undefined))
    return { from: from.filter((name) => name !== undefined) };
  report('invalid_map', keys, '"from" is a heading, or a list of them', 'key', {
    example: 'from: Work Email',
  });
  return undefined;
}

function readStep(given: unknown, keys: Keys, report: Report): Step | undefined {
  if (typeof given === 'string') {
    const plain = Object.entries(PLAIN_STEPS).find(([name]) => name === given)?.[1];
    if (plain === undefined) unknownWord(report, keys, given, STEP_NAMES, 'step');
    return plain;
  }
  const [[name, argument] = ['', undefined]] = isJsonObject(given) ? Object.entries(given) : [];
  if (name === 'replace' && isJsonObject(argument))
    return replacing(Object.entries(argument).map(([from, to]) => [from, textOf(to) ?? '']));
  const make = Object.entries(STEPS_WITH_TEXT).find(([known]) => known === name)?.[1];
  const text = textOf(argument);
  if (make !== undefined && text !== undefined && text !== '') return make(text);
  if (make === undefined) unknownWord(report, keys, name, STEP_NAMES, 'step');
  else report('invalid_map', keys, `"${name}" takes a text`, 'value', { example: `{${name}: ","}` });
  return undefined;
}

/** Every step that a map may name. */
export const STEP_NAMES: readonly string[] = [
  ...Object.keys(PLAIN_STEPS),
  ...Object.keys(STEPS_WITH_TEXT),
  'replace',
];

function readDate(given: unknown, keys: Keys, report: Report): MapRule['date'] {
  const pattern = textOf(given);
  if (pattern === undefined) return undefined;
  const read = dateReader(pattern);
  if (read !== undefined) return { pattern, read };
  const message = `"${pattern}" is not a pattern of a day`;
  report('invalid_map', keys, message, 'value', { expected: 'YYYY or YY, MM, DD', example: 'DD.MM.YYYY' });
  return undefined;
}

function readLookup(
  given: unknown,
  keys: Keys,
  lookups: ReadonlyMap<string, Lookup>,
  report: Report,
): Lookup | undefined {
  if (given === undefined || given === null) return undefined;
  if (isJsonObject(given)) return lookupOf('the lookup', Object.entries(given));
  const name = textOf(given) ?? '';
  const lookup = lookups.get(name);
  if (lookup === undefined) unknownWord(report, keys, name, [...lookups.keys()], 'lookup');
  return lookup;
}

/** Returns a lookup of texts and what they stand for. */
export function lookupOf(name: string, entries: Iterable<readonly [string, unknown]>): Lookup {
  const values = new Map<string, string>();
  const words: string[] = [];
  for (const [key, value] of entries) {
    words.push(key);
    values.set(lookupKey(key), textOf(value) ?? '');
  }
  return { name, values, words };
}

/** What of a text counts in a lookup. */
export function lookupKey(text: string): string {
  return text.trim().toLowerCase();
}

function unknownWord(
  report: Report,
  keys: Keys,
  word: string,
  known: readonly string[],
  what = 'word of a map',
): void {
  const found = nearest(word, known);
  const suggestion = what === 'column' ? columnOf(found ?? '') : found;
  const like = suggestion === undefined ? '' : ` (did you mean "${suggestion}"?)`;
  const which = what === 'step' || what === 'lookup' ? 'value' : 'key';
  report('invalid_map', keys, `"${word}" is not a ${what}${like}`, which);
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** Numbers and booleans of YAML are meant as they are written. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
