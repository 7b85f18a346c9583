import { LIST_SLOTS } from '../../spec/user-slots.ts';
import type { UserColumn } from './columns.ts';
import type { CellIssue } from './desired-state.ts';
import { dateReader } from './map-dates.ts';

/** The code of findings about damage by a spreadsheet. */
export const DAMAGE = 'spreadsheet_damage';

/** The first character of every damaged value. */
const MAY_BE_DAMAGED = /^[#\-\d]/;

/** A long number that a spreadsheet rounded. */
const ROUNDED = /^-?\d(?:[.,]\d+)?E\+?\d{1,3}$/i;

/** Spreadsheet errors, in English, German, French and Spanish. */
const ERRORS = new Set(
  `#N/A #REF! #VALUE! #NAME? #DIV/0! #NULL! #NUM! #SPILL! #CALC! #GETTING_DATA #NV #BEZUG! #WERT! #ZAHL! #NAME #REFERENZ!
  #VALEUR! #NOM? #NOMBRE! #NUL! #VALOR! #¿NOMBRE? #¡REF! #¡VALOR! #¡DIV/0! #¡NUM!`.split(/\s+/),
);

/** The text shown if a column is too narrow; some exports write it instead of the value. */
const TOO_NARROW = /^#{2,}$/;

/** A whole number stored with decimals. */
const WITH_DECIMALS = /^(\d+)[.,]0+$/;

/** Columns of numbers that may lose their leading zeros. */
export const CODES = ['employeeNumber', 'costCenter'] as const satisfies readonly UserColumn[];

/** Columns in which a number with decimals is damage. */
const WHOLE: readonly UserColumn[] = [
  'employeeNumber',
  'manager',
  ...LIST_SLOTS.phoneNumbers.names,
  'postalCode',
];

/**
 * Columns whose numbers are identifiers and are read as whole numbers. A cost center may have decimals unless
 * the decimal separator is set.
 */
export const NUMBER_COLUMNS: ReadonlySet<UserColumn> = new Set([...CODES, ...WHOLE]);

const DAYS: readonly UserColumn[] = ['startDate', 'guestExpiration'];

const SERIAL = dateReader('serial');

/** Returns findings about visible spreadsheet damage in the cells of a row. */
export function damageIn(cells: ReadonlyMap<UserColumn, string>): readonly CellIssue[] {
  const found: CellIssue[] = [];
  // Not for…of: a Map iterator allocates three objects per cell.
  cells.forEach((cell, column) => {
    const message = column === 'password' || cell === '' ? undefined : damageOf(column, cell.trim());
    if (message !== undefined) found.push({ column, issue: { code: DAMAGE, path: column, message } });
  });
  return found;
}

/** Describes spreadsheet damage in a cell of any column: an error instead of a value, or a rounded number. */
export function spreadsheetError(cell: string): string | undefined {
  if (TOO_NARROW.test(cell)) return `"${cell}" is a spreadsheet placeholder for a column that is too narrow`;
  if (cell.startsWith('#') && ERRORS.has(cell.toUpperCase()))
    return `"${cell}" is a spreadsheet error, not a value`;
  if (ROUNDED.test(cell) && /E\+|[.,]/i.test(cell))
    return `"${cell}" was rounded by a spreadsheet; export the column as text`;
  return undefined;
}

function damageOf(column: UserColumn, cell: string): string | undefined {
  // Most cells of a large file end here.
  if (!MAY_BE_DAMAGED.test(cell)) return undefined;
  const error = spreadsheetError(cell);
  if (error !== undefined) return error;
  if (WHOLE.includes(column)) {
    const whole = WITH_DECIMALS.exec(cell)?.[1];
    if (whole !== undefined)
      return `"${cell}" has decimals; --decimal ${cell.includes(',') ? ',' : '.'} reads it as ${whole}`;
  }
  const day = DAYS.includes(column) ? SERIAL?.(cell) : undefined;
  return day === undefined ? undefined : `"${cell}" is a spreadsheet serial number for the date ${day}`;
}

/** Removes the decimals of whole numbers, if the user set the decimal separator. */
export function withWholeNumbers(
  cells: ReadonlyMap<UserColumn, string>,
  decimal: ',' | '.' | undefined,
): ReadonlyMap<UserColumn, string> {
  if (decimal === undefined) return cells;
  const whole = new Map(cells);
  for (const column of NUMBER_COLUMNS) {
    const cell = cells.get(column);
    if (cell !== undefined) whole.set(column, wholeNumber(cell, decimal));
  }
  return whole;
}

/** Returns a whole number without its decimals; any other text is unchanged. */
export function wholeNumber(text: string, decimal: ',' | '.'): string {
  const number = text.trim();
  const found = number.includes(decimal) ? WITH_DECIMALS.exec(number)?.[1] : undefined;
  return found ?? text;
}
