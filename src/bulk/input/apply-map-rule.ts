import type { Issue } from '../../failure/issue.ts';
import { isDay } from '../../rules/date-time.ts';
import { comparisonKey } from '../../values/comparison-key.ts';
import { deriveAlways } from '../../values/remember.ts';
import { asQuestion, suggest } from '../../values/suggest.ts';
import type { ColumnMap, DayMeaning, MapSource, MapVariant } from './column-map.ts';
import { dateReader, digitCountMismatch } from './map-dates.ts';
import type { TemplatePart } from './map-template.ts';

/** The text of a column, or the problem with the cells that the column is made of. */
export type MappedCell =
  | { readonly text: string }
  | { readonly problem: Pick<Issue, 'code' | 'message' | 'example'> };

/** Returns the cell of a row under a heading. */
export type CellLookup = (heading: string) => string;

/**
 * Builds the text of a column: source, steps, date, meaning of the day, lookup, and the default for a blank.
 * @param rule identifies the column and the variant, for `remember`
 */
export function textOfVariant(
  rule: string,
  variant: MapVariant,
  cellOf: CellLookup,
  { today, remember = deriveAlways }: Pick<ColumnMap, 'today' | 'remember'>,
): MappedCell {
  const cells = headingsOfSource(variant.source).map(cellOf);
  let text = remember(rule, cells, () =>
    variant.steps.reduce((value, step) => step(value), textFrom(variant.source, cellOf)),
  );
  if (text.trim() === '') return { text: variant.fallback ?? '' };
  if (variant.date !== undefined) {
    const { pattern, read } = variant.date;
    const written = text;
    const day = remember(`date ${pattern}`, [written], () => read(written) ?? '');
    if (day === '')
      return {
        problem: {
          code: 'not_a_date',
          message: `"${text}" is not a date like ${pattern}${serialHint(text) || digitsHint(text, pattern)}`,
        },
      };
    // A lookup may translate a date that stands for none, such as 00.00.0000.
    if (variant.lookup === undefined && !isDay(day.slice(0, 10)))
      return { problem: { code: 'not_a_date', message: `"${text}" is a day that does not exist` } };
    text = day;
  }
  if (variant.today !== undefined) {
    const meaning = meaningOfDay(text, variant.today, today);
    if (meaning === undefined)
      return { problem: { code: 'not_a_date', message: `"${text}" is not a date like YYYY-MM-DD` } };
    text = meaning;
  }
  return variant.lookup === undefined ? { text } : applyLookup(text, variant.lookup, variant.otherwise);
}

const SERIAL = dateReader('serial');

/** Explains a number in a date column: it may be a spreadsheet's serial number. */
function serialHint(text: string): string {
  const day = SERIAL?.(text);
  return day === undefined ? '' : `; as a spreadsheet serial number it is ${day} (date: serial)`;
}

/** Explains a number that has lost or gained a digit: a spreadsheet removes leading zeros. */
function digitsHint(text: string, pattern: string): string {
  const digits = digitCountMismatch(text, pattern);
  if (digits === undefined) return '';
  const why = digits.found < digits.expected ? '; a zero may be lost' : '';
  return `: it has ${digits.found} digits, not ${digits.expected}${why}`;
}

const DAY = dateReader('YYYY-MM-DD');

/** Compares days as text, YYYY-MM-DD. */
function meaningOfDay(text: string, meaning: DayMeaning, today: string): string | undefined {
  const day = DAY?.(text)?.slice(0, 10);
  if (day === undefined || !isDay(day)) return undefined;
  if (day === today) return meaning.today ?? '';
  return (day < today ? meaning.past : meaning.future) ?? '';
}

/** Looks a text up. A text without an entry is a problem unless the map has an `otherwise`. */
export function applyLookup(
  text: string,
  { exact, values, words, name }: NonNullable<MapVariant['lookup']>,
  otherwise: string | undefined,
): MappedCell {
  const found =
    exact.get(text.trim().normalize('NFC')) ??
    values.get(comparisonKey(text)) ??
    (otherwise === KEEP ? text : otherwise);
  if (found !== undefined) return { text: found };
  const suggestion = suggest(text.trim(), words);
  const where = name === undefined ? 'lookup value' : `value in the lookup "${name}"`;
  return {
    problem: { code: 'not_in_lookup', message: `no ${where} for "${text}"${asQuestion(suggestion)}` },
  };
}

/** `otherwise: \keep` keeps texts that the lookup does not have. */
const KEEP = '\\keep';

function textFrom(source: MapSource, cellOf: CellLookup): string {
  if ('value' in source) return source.value;
  if ('from' in source) return source.from.map(cellOf).find((cell) => cell.trim() !== '') ?? '';
  return textOfTemplate(source.template, cellOf);
}

/** Fills in a template. Returns an empty text if a required cell is blank. */
export function textOfTemplate(template: readonly TemplatePart[], cellOf: CellLookup): string {
  let text = '';
  for (const part of template) {
    if ('text' in part) {
      text += part.text;
      continue;
    }
    const cell = part.steps.reduce((value, step) => step(value), cellOf(part.heading).trim());
    if (cell === '' && !part.isOptional) return '';
    text += cell;
  }
  return text.replace(/\s+/g, ' ').trim();
}

/** The headings that a source uses. */
export function headingsOfSource(source: MapSource): readonly string[] {
  if ('from' in source) return source.from;
  return 'value' in source ? [] : headingsOfTemplate(source.template);
}

/** The headings of a template. */
export function headingsOfTemplate(template: readonly TemplatePart[]): readonly string[] {
  return template.flatMap((part) => ('heading' in part ? [part.heading] : []));
}
