import type { Issue } from '../../failure/issue.ts';
import type { DesiredUser } from './desired-state.ts';
import { CODES, DAMAGE } from './spreadsheet-damage.ts';

/** Maximum number of rows kept for each length until all numbers are known, in files of any length. */
export const MAX_REMEMBERED = 1000;

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
export interface OmittedShortNumbers {
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
  omittedShortNumbers(): readonly OmittedShortNumbers[] {
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
  const [first, second] = [...lengths].filter(([, { withZero }]) => withZero > 0);
  const isOnly = second === undefined && first?.[0] === Math.max(...lengths.keys());
  return isOnly ? first?.[0] : dominantLength(lengths);
}

/** The length with leading zeros that at least 90 % of the numbers have, so that another is an exception. */
function dominantLength(
  lengths: ReadonlyMap<number, Pick<SameLength, 'count' | 'withZero'>>,
): number | undefined {
  const total = [...lengths.values()].reduce((sum, { count }) => sum + count, 0);
  return [...lengths].find(([, { count, withZero }]) => withZero > 0 && count * 10 >= total * 9)?.[0];
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
  return dominantLength(lengths);
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

const LOST = 'has lost its leading zeros';
const DIFFERS = 'differs only in leading zeros';

/** Returns the message about a number without its leading zeros. */
export function lostZerosMessage(value: string, why: string): string {
  return `"${value}" ${LOST}: ${why}`;
}

/** Returns the message about a number with other leading zeros than that of an account. */
export function otherZerosMessage(value: string, why: string): string {
  return `"${value}" ${DIFFERS}: ${why}`;
}

/** Whether a finding is about the leading zeros of a number, which a user may accept as written. */
export function isLeadingZerosIssue({ code, message }: Pick<Issue, 'code' | 'message'>): boolean {
  return code === DAMAGE && [LOST, DIFFERS].some((words) => message.includes(`" ${words}: `));
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
