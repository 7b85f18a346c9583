import type { UserColumn } from '../input/columns.ts';
import type { DesiredUser } from '../input/desired-state.ts';
import {
  hasLostZeros,
  isDigits,
  lengthOfCodes,
  lostZerosMessage,
  type TruncatedNumber,
} from '../input/leading-zeros.ts';
import { CODES } from '../input/spreadsheet-damage.ts';
import type { Match } from './match.ts';
import type { Snapshot } from './snapshot.ts';

/** A code of a row that lacks its leading zeros. */
export type LostZeros = Pick<TruncatedNumber, 'column' | 'message'>;

/** Minimum number of accounts with a code before their length is taken as a rule. */
const MIN_COUNT = 2;

/**
 * Finds codes that lost their leading zeros, by comparison with the accounts of the organization. A code that
 * some account has exactly as written is correct.
 */
export class LostZerosFinder {
  private readonly known = new Map<UserColumn, ReadonlySet<string>>();
  private readonly lengths = new Map<UserColumn, { readonly length: number; readonly who: string }>();
  private readonly short = new Map<string, string>();

  /** @param shortNumbers codes that are shorter than those of the other rows */
  constructor(snapshot: Snapshot, shortNumbers: readonly TruncatedNumber[]) {
    for (const { column, row, message } of shortNumbers) this.short.set(`${column} ${row.line}`, message);
    const users = [...snapshot.users.values()];
    for (const column of CODES) {
      const codes = users.flatMap(({ values }) => values[column]?.trim() ?? []);
      this.known.set(column, new Set(codes));
      const length = lengthOfCodes(codes);
      if (length === undefined || codes.length < MIN_COUNT) continue;
      const isOfAll = codes.every((code) => !isDigits(code) || code.length === length);
      this.lengths.set(column, { length, who: isOfAll ? 'the accounts' : 'nearly all accounts' });
    }
  }

  /** Returns the codes of a row that lost zeros, by column. */
  in(row: DesiredUser, { user, finding }: Match): readonly LostZeros[] {
    if (row.outside !== undefined || finding !== undefined) return [];
    // Most files have no column with codes.
    if (CODES.every((column) => row.set[column] === undefined)) return [];
    return CODES.flatMap((column) => {
      const code = row.set[column]?.trim() ?? '';
      if (!isDigits(code) || this.known.get(column)?.has(code) === true) return [];
      const message = this.messageAbout(column, code, row.line, user?.values[column]?.trim());
      return message === undefined ? [] : [{ column, message }];
    });
  }

  private messageAbout(
    column: UserColumn,
    code: string,
    line: number,
    stored: string | undefined,
  ): string | undefined {
    if (stored !== undefined && hasLostZeros(code, stored))
      return lostZerosMessage(code, `the account has ${stored}`);
    const among = this.short.get(`${column} ${line}`);
    if (among !== undefined) return among;
    const { length = 0, who } = this.lengths.get(column) ?? {};
    if (code.length >= length) return undefined;
    return lostZerosMessage(code, `${who} have ${length} digits, such as ${code.padStart(length, '0')}`);
  }
}
