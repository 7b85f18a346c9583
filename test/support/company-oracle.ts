import type { CompanyFile, FileRow } from './company-file.ts';
import { type Company, type Employee, numberOf } from './company-model.ts';

/** An account as exported. */
export interface Account {
  readonly id: string;
  readonly userName: string;
  readonly email: string;
  readonly title: string;
  readonly department: string;
  readonly number: string;
  readonly manager: string;
  readonly isActive: boolean;
}

/** The expected result of a night. */
export interface Expected {
  /** Lines that must not be applied, including conflicts that no admin accepted. */
  readonly rejected: ReadonlySet<number>;
  /** Lines with conflicts that an admin may accept, because the employee number identifies the account. */
  readonly acceptable: readonly number[];
  /** The accounts afterwards, by employee number. */
  readonly accounts: ReadonlyMap<string, Omit<Account, 'id'>>;
  readonly deactivations: number;
  readonly reactivations: number;
}

/**
 * Returns the expected result of a file, computed from the model only. @param accepted lines that an admin
 * accepted
 */
export function expectedOf(
  company: Company,
  night: number,
  file: CompanyFile,
  before: readonly Account[],
  accepted: ReadonlySet<number>,
): Expected {
  const byNumber = new Map(before.map((account) => [account.number, account]));
  const present = file.rows.filter(({ employee }) => company.isProvisioned(employee, night));
  const rejected = new Set(file.rows.filter(({ isBad }) => isBad).map(({ line }) => line));
  for (const line of sharing(present.filter(({ isUnreadable }) => !isUnreadable))) rejected.add(line);
  const holders = (row: FileRow) => holdersOf(row, before);
  const contradictory = present.filter((row) => !row.isBad && holders(row).length > 0);
  const isShared = (line: number) => rejected.has(line);
  const acceptable = contradictory
    .filter(({ line, employee }) => !isShared(line) && byNumber.has(numberOf(employee.number)))
    .map(({ line }) => line);
  for (const { line } of contradictory) if (!accepted.has(line)) rejected.add(line);
  for (const { line, employee } of present) if (isBossNowhere(employee, file, byNumber)) rejected.add(line);
  refuseKept(present, rejected, before);
  const accounts = new Map<string, Omit<Account, 'id'>>(byNumber);
  const applied = present.filter(({ line }) => !rejected.has(line));
  // A row that is rejected for a different reason may also conflict.
  const conflicting = new Set(
    present
      .filter((row) => holders(row).length > 0 && !accepted.has(row.line))
      .map(({ employee }) => employee),
  );
  for (const { employee } of applied) {
    const { userName, email, title, department } = employee;
    const number = numberOf(employee.number);
    const known = byNumber.get(number);
    const manager = managerOf(employee, known, conflicting);
    accounts.set(number, { userName, email, title, department, number, manager, isActive: true });
  }
  const left = file.rows.filter(({ employee, isBad }) => !isBad && !company.isProvisioned(employee, night));
  let deactivations = 0;
  for (const { employee } of left) {
    const known = byNumber.get(numberOf(employee.number));
    if (known?.isActive !== true) continue;
    deactivations += 1;
    accounts.set(known.number, { ...known, isActive: false });
  }
  const reactivations = applied.filter(
    ({ employee }) => byNumber.get(numberOf(employee.number))?.isActive === false,
  ).length;
  return { rejected, acceptable, accounts: withManagers(accounts, byNumber), deactivations, reactivations };
}

/** A manager without a readable row and without an account is an error in the row. */
function isBossNowhere(
  { boss }: Employee,
  { rows }: CompanyFile,
  byNumber: ReadonlyMap<string, Account>,
): boolean {
  if (boss === undefined || byNumber.has(numberOf(boss))) return false;
  return rows.every(({ employee, isUnreadable }) => employee.number !== boss || isUnreadable);
}

/** Lines of employees that share a readable address or userName. */
function sharing(rows: readonly FileRow[]): readonly number[] {
  return rows
    .filter(({ employee, line, hasTypo }) =>
      rows.some((other) => {
        const isSameAddress = !hasTypo && !other.hasTypo && other.employee.email === employee.email;
        return other.line !== line && (isSameAddress || other.employee.userName === employee.userName);
      }),
    )
    .map(({ line }) => line);
}

/** Accounts of other employees that currently have the address or userName of a row. */
function holdersOf(row: FileRow, accounts: readonly Account[]): readonly Account[] {
  const { employee, isUnreadable, hasTypo } = row;
  if (isUnreadable) return [];
  return accounts.filter(({ number, email, userName }) => {
    const isSameAddress = !hasTypo && email === employee.email;
    return number !== numberOf(employee.number) && (isSameAddress || userName === employee.userName);
  });
}

/** An accepted row is applied only if the other account gives up the value. */
function refuseKept(present: readonly FileRow[], rejected: Set<number>, before: readonly Account[]): void {
  for (let isStable = false; !isStable; ) {
    isStable = true;
    const applied = present.filter(({ line }) => !rejected.has(line));
    for (const row of applied) {
      const isKept = holdersOf(row, before).some((holder) => {
        const own = applied.find(({ employee }) => numberOf(employee.number) === holder.number)?.employee;
        return (
          own === undefined ||
          (holder.email === row.employee.email && own.email === holder.email) ||
          (holder.userName === row.employee.userName && own.userName === holder.userName)
        );
      });
      if (!isKept) continue;
      rejected.add(row.line);
      isStable = false;
    }
  }
}

/** The employee number of the manager, or the current ID if the row of the manager conflicts. */
function managerOf(
  { boss }: Employee,
  known: Account | undefined,
  conflicting: ReadonlySet<Employee>,
): string {
  if (boss === undefined) return '';
  const isUnclear = [...conflicting].some(({ number }) => number === boss);
  return isUnclear ? `stays ${known?.manager ?? ''}` : numberOf(boss);
}

/** Refers to managers by employee number; a manager without an account is not set yet. */
function withManagers(
  accounts: ReadonlyMap<string, Omit<Account, 'id'>>,
  before: ReadonlyMap<string, Account>,
): ReadonlyMap<string, Omit<Account, 'id'>> {
  return new Map(
    [...accounts].map(([number, account]) => {
      const { manager } = account;
      if (manager.startsWith('stays ')) return [number, { ...account, manager: manager.slice(6) }];
      if (manager === '' || accounts.has(manager)) return [number, account];
      return [number, { ...account, manager: before.get(number)?.manager ?? '' }];
    }),
  );
}
