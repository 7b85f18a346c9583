import type { Issue } from '../../failure/issue.ts';
import { isDay } from '../../rules/date-time.ts';
import { asQuestion, suggest } from '../../rules/suggest.ts';
import { foldedText } from '../../values/folded-text.ts';
import { makeAnew } from '../../values/remember.ts';
import type { ColumnMap, DayMeaning, MapSource, MapVariant } from './column-map.ts';
import { dateReader } from './map-dates.ts';
import type { TemplatePart } from './map-template.ts';

/** The text of a column, or what is wrong with the cells that it is made of. */
export type Made =
  | { readonly text: string }
  | { readonly problem: Pick<Issue, 'code' | 'message' | 'example'> };

/** What a row has under a heading. */
export type CellOf = (heading: string) => string;

/**
 * Makes the text of a column: source, steps, date, what the day stands for, lookup, and the default for a
 * blank.
 * @param rule names the column and which of its rules this is, for `remember`
 */
export function textOfVariant(
  rule: string,
  variant: MapVariant,
  cellOf: CellOf,
  { today, remember = makeAnew }: Pick<ColumnMap, 'today' | 'remember'>,
): Made {
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
          message: `"${text}" is not a date like ${pattern}${serialHint(text)}`,
        },
      };
    text = day;
  }
  if (variant.today !== undefined) {
    const meaning = meaningOfDay(text, variant.today, today);
    if (meaning === undefined)
      return { problem: { code: 'not_a_date', message: `"${text}" is not a date like YYYY-MM-DD` } };
    text = meaning;
  }
  return variant.lookup === undefined ? { text } : lookedUp(text, variant.lookup, variant.otherwise);
}

const SERIAL = dateReader('serial');

/** What a number among dates may be. */
function serialHint(text: string): string {
  const day = SERIAL?.(text);
  return day === undefined ? '' : `; as the number of a spreadsheet it is ${day} (date: serial)`;
}

const DAY = dateReader('YYYY-MM-DD');

/** Days are compared as they are written, YYYY-MM-DD. */
function meaningOfDay(text: string, meaning: DayMeaning, today: string): string | undefined {
  const day = DAY?.(text)?.slice(0, 10);
  if (day === undefined || !isDay(day)) return undefined;
  if (day === today) return meaning.today ?? '';
  return (day < today ? meaning.past : meaning.future) ?? '';
}

/** Looks a text up; one that is not there is a problem, unless something stands for it otherwise. */
export function lookedUp(
  text: string,
  { exact, values, words, name }: NonNullable<MapVariant['lookup']>,
  otherwise: string | undefined,
): Made {
  const found =
    exact.get(text.trim().normalize('NFC')) ??
    values.get(foldedText(text)) ??
    (otherwise === KEEP ? text : otherwise);
  if (found !== undefined) return { text: found };
  const suggestion = suggest(text.trim(), words);
  return {
    problem: { code: 'not_in_lookup', message: `"${text}" is not in ${name}${asQuestion(suggestion)}` },
  };
}

/** `otherwise: \keep` lets through what a lookup does not have. */
const KEEP = '\\keep';

function textFrom(source: MapSource, cellOf: CellOf): string {
  if ('value' in source) return source.value;
  if ('from' in source) return source.from.map(cellOf).find((cell) => cell.trim() !== '') ?? '';
  return textOfTemplate(source.template, cellOf);
}

/** Puts the cells of a template together; nothing when one of them is blank that must not be. */
export function textOfTemplate(template: readonly TemplatePart[], cellOf: CellOf): string {
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

/** The headings that a source takes. */
export function headingsOfSource(source: MapSource): readonly string[] {
  if ('from' in source) return source.from;
  return 'value' in source ? [] : headingsOfTemplate(source.template);
}

/** The headings of a template. */
export function headingsOfTemplate(template: readonly TemplatePart[]): readonly string[] {
  return template.flatMap((part) => ('heading' in part ? [part.heading] : []));
}
