import { isDay, startDateFrom } from '../../rules/date-time.ts';
import type { UserColumn } from './columns.ts';
import { dateReader } from './map-dates.ts';
import { type ProposedRule, scalar } from './proposed-map.ts';

/** The format of a date that needs no pattern. */
const ISO_DAY = 'YYYY-MM-DD';
const readIsoDay = dateReader(ISO_DAY);

/** Common date patterns of exports, the more likely ones first. */
const DATE_PATTERNS = [
  ISO_DAY,
  'DD.MM.YYYY',
  'MM/DD/YYYY',
  'DD/MM/YYYY',
  'YYYY/MM/DD',
  'DD-MM-YYYY',
  'MM-DD-YYYY',
  'MM/DD/YY',
  'DD/MM/YY',
  'DD.MM.YY',
  'YYYY.MM.DD',
  'YYYYMMDD',
  'D MMM YYYY',
  'MMM D, YYYY',
  'D-MMM-YYYY',
  'D-MMM-YY',
  'D. MMM YYYY',
  'DD. MM. YYYY',
  'MMM D YYYY',
  'D de MMM de YYYY',
  'epoch',
  'serial',
];

/**
 * The patterns of the dates under a heading, and a remark for the user; undefined if most cells are not
 * dates.
 */
export interface ProposedDates {
  readonly patterns: readonly string[];
  readonly remark?: string;
}

/**
 * Finds the pattern that fits most cells, and a second one if it fits all others. Cells that fit neither
 * become findings of a check.
 */
export function proposeDates(cells: readonly string[]): ProposedDates | undefined {
  const readings = DATE_PATTERNS.map((pattern) => {
    const read = dateReader(pattern);
    return { pattern, fitting: new Set(cells.filter((cell) => isDay((read?.(cell) ?? '').slice(0, 10)))) };
  });
  const count = (fitting: ReadonlySet<string>) => cells.filter((cell) => fitting.has(cell)).length;
  const most = Math.max(...readings.map(({ fitting }) => count(fitting)));
  const [best, ...others] = readings.filter(({ fitting }) => count(fitting) === most);
  if (best === undefined || most * 5 < cells.length * 3) return undefined;
  const left = cells.filter((cell) => !best.fitting.has(cell));
  const second = readings.find(
    ({ pattern, fitting }) =>
      left.length > 0 && hasSameDateOrder(pattern, best.pattern) && left.every((cell) => fitting.has(cell)),
  );
  const alike = others.filter(({ pattern }) => isDifferentDay(pattern, best.pattern));
  const odd = second === undefined ? left : [];
  const remarks = [
    ...(alike.length === 0 ? [] : [`${alike.map(({ pattern }) => pattern).join(' or ')} could also fit`]),
    ...(odd.length === 0 ? [] : [`not in this format: ${[...new Set(odd)].slice(0, 3).join(', ')}`]),
  ];
  return {
    patterns: [best.pattern, ...(second === undefined ? [] : [second.pattern])],
    ...(remarks.length === 0 ? {} : { remark: remarks.join('; ') }),
  };
}

/** Whether two different patterns have day, month and year in the same order. */
function hasSameDateOrder(one: string, other: string): boolean {
  const order = (pattern: string) =>
    [...pattern].filter((letter, at) => letter !== pattern[at - 1] && 'YMD'.includes(letter)).join('');
  return one !== other && order(one) === order(other) && order(one) !== '';
}

/**
 * Whether two patterns that fit the same cells may disagree about the day. Patterns of the same order, such
 * as one with a two-digit year, do not.
 */
function isDifferentDay(one: string, other: string): boolean {
  return !hasSameDateOrder(one, other);
}

/** Proposes a rule for a column of dates. */
export function dateRule(column: UserColumn, heading: string, cells: readonly string[]): ProposedRule {
  const found = proposeDates(cells);
  if (cells.length === 0) return { column, yaml: scalar(heading) };
  if (found === undefined) {
    return {
      column,
      yaml: `{ from: ${scalar(heading)}, date: YYYY-MM-DD }`,
      remark: 'set the date format',
      isOpen: true,
    };
  }
  const { patterns, remark } = found;
  const more = remark === undefined ? {} : { remark };
  if (patterns.length === 1 && patterns[0] === ISO_DAY && !cells.some(needsReading))
    return { column, yaml: scalar(heading), ...more };
  return { column, yaml: `{ from: ${scalar(heading)}, date: ${datesYaml(patterns)} }`, ...more };
}

/** Whether a date is only readable with its pattern, such as the `2024-01-02 00:00:00.000` of a database. */
function needsReading(cell: string): boolean {
  return startDateFrom(cell) === undefined && readIsoDay?.(cell) !== undefined;
}

/** The patterns of a date as YAML. */
export function datesYaml(patterns: readonly string[]): string {
  const quoted = patterns.map((pattern) => (/^[\w./ -]+$/.test(pattern) ? pattern : `'${pattern}'`));
  return quoted.length === 1 ? (quoted[0] ?? '') : `[${quoted.join(', ')}]`;
}
