import { isJsonObject } from '../../rules/json-value.ts';
import { defined } from '../../values/defined.ts';
import type { DayMeaning, MapSource, MapVariant } from './column-map.ts';
import type { UserColumn } from './columns.ts';
import type { GroupColumn } from './group-columns.ts';
import { scalarText } from './lookup.ts';
import { type MapCondition, parseCondition } from './map-condition.ts';
import { combineDateReaders, DATE_WORDS, dateReader } from './map-dates.ts';
import { type MapKeys, type MapReading, type MapReport, unknownWord } from './map-report.ts';
import { parseTemplate, type TemplatePart } from './map-template.ts';
import { listOf, readLookup, readMapText } from './map-values.ts';
import { readStep } from './read-map-step.ts';

const RULE_KEYS = [
  'when',
  'from',
  'template',
  'value',
  'steps',
  'date',
  'today',
  'lookup',
  'match',
  'otherwise',
  'default',
];

/**
 * Reads one rule of a column.
 * @returns undefined if it is invalid, which was reported
 */
export function readVariant(
  given: unknown,
  column: UserColumn | GroupColumn,
  keys: MapKeys,
  reading: MapReading,
): MapVariant | undefined {
  const { report } = reading;
  const rule: Readonly<Record<string, unknown>> = isJsonObject(given) ? given : { from: given };
  for (const key of Object.keys(rule))
    if (!RULE_KEYS.includes(key)) unknownWord(report, [...keys, key], key, RULE_KEYS);
  const when = readCondition(rule['when'], [...keys, 'when'], reading);
  const source = readSource(rule, keys, report);
  const steps = readSteps(rule['steps'], column, keys, report);
  const date = readDate(rule['date'], [...keys, 'date'], report);
  const today = readToday(rule['today'], [...keys, 'today'], report);
  const lookup = readLookup(rule['lookup'], [...keys, 'lookup'], reading);
  const match = readMatch(rule['match'], column, [...keys, 'match'], report);
  const otherwise = readMapText(rule['otherwise'], [...keys, 'otherwise'], report);
  const fallback = readMapText(rule['default'], [...keys, 'default'], report);
  if (source === undefined || steps === undefined) return undefined;
  return {
    source,
    ...steps,
    ...defined({ when, date, today, lookup, match, otherwise, fallback }),
  };
}

function readCondition(
  given: unknown,
  keys: MapKeys,
  { report, placeOf, today }: MapReading,
): MapCondition | undefined {
  if (given === undefined || given === null) return undefined;
  const example = `when: 'Status eq "Active" and Country pr'`;
  const parsed = parseCondition(scalarText(given) ?? '', placeOf(keys), today);
  if ('condition' in parsed) return parsed.condition;
  report('invalid_map', keys, parsed.problem, 'value', { example });
  return undefined;
}

function readSource(
  rule: Readonly<Record<string, unknown>>,
  keys: MapKeys,
  report: MapReport,
): MapSource | undefined {
  const given = ['from', 'template', 'value'].filter((key) => rule[key] !== undefined && rule[key] !== null);
  if (given.length !== 1) {
    const message = 'a column needs exactly one of "from", "template" and "value"';
    report('invalid_map', keys, message, 'key', { example: 'from: Work Email' });
    return undefined;
  }
  if (given[0] === 'value') return { value: readMapText(rule['value'], [...keys, 'value'], report) ?? '' };
  if (given[0] === 'template') {
    const parts = readTemplate(scalarText(rule['template']) ?? '', [...keys, 'template'], report);
    return parts === undefined ? undefined : { template: parts };
  }
  const from = listOf(rule['from']).map(scalarText);
  if (from.length > 0 && !from.includes(undefined))
    return { from: from.filter((name) => name !== undefined) };
  report('invalid_map', keys, '"from" must be a heading or a list of headings', 'key', {
    example: 'from: Work Email',
  });
  return undefined;
}

function readTemplate(text: string, keys: MapKeys, report: MapReport): readonly TemplatePart[] | undefined {
  const parsed = parseTemplate(text);
  if ('parts' in parsed) return parsed.parts;
  report('invalid_map', keys, parsed.problem, 'value', { example: "'{First}.{Last|lower}'" });
  return undefined;
}

/**
 * Reads the steps. `unique` must be the last one, for a userName: which names are in use is known only when
 * planning.
 */
function readSteps(
  given: unknown,
  column: UserColumn | GroupColumn,
  keys: MapKeys,
  report: MapReport,
): Pick<MapVariant, 'steps' | 'isNumbered'> | undefined {
  const words = listOf(given);
  const at = words.indexOf('unique');
  if (at >= 0 && (column !== 'userName' || at < words.length - 1)) {
    const message =
      column === 'userName' ? '"unique" must be the last step' : 'only a userName can be "unique"';
    report('invalid_map', [...keys, 'steps', at], message);
    return undefined;
  }
  const plain = at < 0 ? words : words.slice(0, at);
  const steps = plain.map((step, index) => readStep(step, [...keys, 'steps', index], report));
  if (steps.includes(undefined)) return undefined;
  const read = steps.filter((step) => step !== undefined);
  return at < 0 ? { steps: read } : { steps: read, isNumbered: true };
}

/** A pattern or a list of patterns; the first match is used. */
function readDate(given: unknown, keys: MapKeys, report: MapReport): MapVariant['date'] {
  const patterns = listOf(given).map((pattern) => scalarText(pattern) ?? '');
  if (patterns.length === 0) return undefined;
  const readers = patterns.map((pattern, index) => {
    const read = dateReader(pattern);
    if (read !== undefined) return read;
    const at = Array.isArray(given) ? [...keys, index] : keys;
    report('invalid_map', at, `"${pattern}" is not a date pattern`, 'value', {
      expected: `YYYY or YY, MM or MMM, DD; or ${DATE_WORDS.join(', ')}`,
      example: 'DD.MM.YYYY',
    });
    return undefined;
  });
  if (readers.includes(undefined)) return undefined;
  return {
    pattern: patterns.join(' or '),
    read: combineDateReaders(readers.filter((read) => read !== undefined)),
  };
}

const DAYS = ['past', 'today', 'future'] as const;

function readToday(given: unknown, keys: MapKeys, report: MapReport): DayMeaning | undefined {
  if (given === undefined || given === null) return undefined;
  if (!isJsonObject(given) || Object.keys(given).length === 0) {
    const message = '"today" maps past, today and future to a text';
    report('invalid_map', keys, message, 'key', {
      example: 'today: {past: false, today: true, future: true}',
    });
    return undefined;
  }
  for (const key of Object.keys(given))
    if (!DAYS.some((day) => day === key)) unknownWord(report, [...keys, key], key, DAYS);
  return Object.fromEntries(
    DAYS.flatMap((day) => {
      const text = readMapText(given[day], [...keys, day], report);
      return text === undefined ? [] : [[day, text]];
    }),
  );
}

/** A heading, or a template of several. */
function readMatch(
  given: unknown,
  column: UserColumn | GroupColumn,
  keys: MapKeys,
  report: MapReport,
): readonly TemplatePart[] | undefined {
  const text = readMapText(given, keys, report);
  if (text === undefined) return undefined;
  if (column !== 'manager')
    report('invalid_map', keys, '"match" is allowed only for the column manager', 'key');
  if (/[{}]/.test(text)) return readTemplate(text, keys, report);
  return [{ heading: text.trim(), isOptional: false, steps: [] }];
}
