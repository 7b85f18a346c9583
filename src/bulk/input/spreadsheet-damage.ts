import type { Issue } from '../../failure/issue.ts';
import { LIST_SLOTS } from '../../spec/user-slots.ts';
import type { UserColumn } from './columns.ts';
import type { CellIssue, DesiredUser } from './desired-state.ts';
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

/** Maximum number of rows kept for each length until all numbers are known, in files of any length. */
export const MOST_REMEMBERED = 1000;

/** A number that seems to have lost its leading zeros. */
export interface TruncatedNumber {
  readonly column: (typeof CODES)[number];
  readonly row: DesiredUser;
  readonly message: string;
}

/**
 * Numbers that seem to have lost their leading zeros and whose rows were not kept, without rows with an ID,
 * whose number may be right.
 */
export interface FurtherNumbers {
  readonly column: TruncatedNumber['column'];
  readonly count: number;
  /** The first line with one of them. */
  readonly line: number;
}

interface SameLength {
  count: number;
  withZero: number;
  /** Rows with a number that starts with another digit. */
  readonly rows: DesiredUser[];
  /** The number of rows that are not kept and have no ID, and the first line of one. */
  left: number;
  firstLeft: number | undefined;
}

/**
 * Finds numbers without the leading zeros of the other numbers. The expected length is that of the numbers
 * with a leading zero, if these have one length and no number is longer; otherwise a length with such numbers
 * and at least 90 % of all numbers.
 */
export class LeadingZeros {
  private readonly columns = new Map<TruncatedNumber['column'], Map<number, SameLength>>();
  private readonly most: number;

  /** @param most maximum number of rows to keep for each length */
  constructor(most: number) {
    this.most = most;
  }

  /** Records the numbers of a row. */
  see(row: DesiredUser): void {
    for (const column of CODES) {
      const value = row.set[column]?.trim();
      if (value === undefined || !isDigits(value)) continue;
      const lengths = this.columns.get(column) ?? new Map<number, SameLength>();
      this.columns.set(column, lengths);
      const same = lengths.get(value.length) ?? noNumbers();
      lengths.set(value.length, same);
      same.count += 1;
      if (value.startsWith('0')) same.withZero += 1;
      else if (same.rows.length < this.most) same.rows.push(row);
      else if (row.id === undefined) {
        same.left += 1;
        same.firstLeft ??= row.line;
      }
    }
  }

  /** Returns the numbers that are too short, once all rows are known. */
  tooShort(): readonly TruncatedNumber[] {
    return this.shortLengths().flatMap(([column, { rows }, usual]) =>
      rows.map((row) => shortNumber(column, row, row.set[column]?.trim() ?? '', usual)),
    );
  }

  /** Returns the numbers that are too short and that `tooShort` does not have. */
  further(): readonly FurtherNumbers[] {
    return this.shortLengths().flatMap(([column, { left, firstLeft }]) =>
      firstLeft === undefined ? [] : [{ column, count: left, line: firstLeft }],
    );
  }

  /** The numbers of a column with the same length, less than the usual one, which comes last. */
  private shortLengths() {
    return [...this.columns].flatMap(([column, lengths]) => {
      const usual = usualLength(lengths);
      if (usual === undefined) return [];
      return [...lengths].flatMap(([length, same]) =>
        length < usual ? [[column, same, usual] as const] : [],
      );
    });
  }
}

function noNumbers(): SameLength {
  return { count: 0, withZero: 0, rows: [], left: 0, firstLeft: undefined };
}

/** The length of numbers with leading zeros; undefined if there are none, or several lengths. */
function usualLength(
  lengths: ReadonlyMap<number, Pick<SameLength, 'count' | 'withZero'>>,
): number | undefined {
  const total = [...lengths.values()].reduce((sum, { count }) => sum + count, 0);
  const padded = [...lengths].filter(([, { withZero }]) => withZero > 0);
  const [first] = padded;
  if (padded.length === 1 && first !== undefined && first[0] === Math.max(...lengths.keys())) return first[0];
  return padded.find(([, { count }]) => isNearlyAll(count, total))?.[0];
}

/**
 * Returns the length of an organization's numbers if some have leading zeros and nearly all have the same
 * length.
 */
export function lengthOfCodes(values: Iterable<string | undefined>): number | undefined {
  const lengths = new Map<number, { count: number; withZero: number }>();
  for (const value of values) {
    if (value === undefined || !isDigits(value)) continue;
    const { count, withZero } = lengths.get(value.length) ?? { count: 0, withZero: 0 };
    lengths.set(value.length, { count: count + 1, withZero: withZero + (value.startsWith('0') ? 1 : 0) });
  }
  const length = usualLength(lengths);
  const total = [...lengths.values()].reduce((sum, { count }) => sum + count, 0);
  return length !== undefined && isNearlyAll(lengths.get(length)?.count ?? 0, total) ? length : undefined;
}

/** Whether at least 90 % of the numbers have the same length, so that another length is an exception. */
function isNearlyAll(count: number, total: number): boolean {
  return count * 10 >= total * 9;
}

/** Whether a number equals another one without its leading zeros. */
export function hasLostZeros(value: string, whole: string): boolean {
  return (
    isDigits(value) &&
    isDigits(whole) &&
    whole.length > value.length &&
    whole === value.padStart(whole.length, '0')
  );
}

const LOST_ZEROS = 'has lost its leading zeros';

/** Whether a finding is about the leading zeros of a number, which a user may accept as written. */
export function isAboutZeros({ code, message }: Pick<Issue, 'code' | 'message'>): boolean {
  return code === DAMAGE && message.includes(' leading zeros: ');
}

/** Returns the message about a number without its leading zeros. */
export function lostZerosMessage(value: string, why: string): string {
  return `"${value}" ${LOST_ZEROS}: ${why}`;
}

/** Whether a text consists of digits only. */
export function isDigits(text: string): boolean {
  return /^\d+$/.test(text);
}

function shortNumber(
  column: TruncatedNumber['column'],
  row: DesiredUser,
  value: string,
  length: number,
): TruncatedNumber {
  const message = lostZerosMessage(
    value,
    `the others have ${length} digits, such as ${value.padStart(length, '0')}`,
  );
  return { column, row, message };
}
