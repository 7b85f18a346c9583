import type { CompanyFile, FileRow } from './company-file.ts';
import { type Company, type Employee, numberOf } from './company-model.ts';

/** An account as an export shows it. */
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

/** What a night has to make of the service. */
export interface Expected {
  /** Lines that may not be applied, with contradictions that nobody has looked at among them. */
  readonly rejected: ReadonlySet<number>;
  /** Lines with contradictions that a person may accept: the number says whose account it is. */
  readonly acceptable: readonly number[];
  /** The accounts as they are afterwards, by employee number. */
  readonly accounts: ReadonlyMap<string, Omit<Account, 'id'>>;
  readonly deactivations: number;
  readonly reactivations: number;
}

/**
 * Says what a file makes of the accounts, from the model alone. @param accepted lines that a person has
 * looked at
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
  // A row that is bad for another reason may contradict itself as well.
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

/** A manager in no row that can be read, and with no account, is a mistake in the row. */
function isBossNowhere(
  { boss }: Employee,
  { rows }: CompanyFile,
  byNumber: ReadonlyMap<string, Account>,
): boolean {
  if (boss === undefined || byNumber.has(numberOf(boss))) return false;
  return rows.every(({ employee, isUnreadable }) => employee.number !== boss || isUnreadable);
}

/** Lines of people who have an address or a userName in common, as far as both can be read. */
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

/** Accounts of others that have the address or the userName of a row now. */
function holdersOf(row: FileRow, accounts: readonly Account[]): readonly Account[] {
  const { employee, isUnreadable, hasTypo } = row;
  if (isUnreadable) return [];
  return accounts.filter(({ number, email, userName }) => {
    const isSameAddress = !hasTypo && email === employee.email;
    return number !== numberOf(employee.number) && (isSameAddress || userName === employee.userName);
  });
}

/** Of what a person accepted, only what the others give up can be taken. */
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

/**
 * The number of the manager, or the ID of the one that stays: of somebody whose own row contradicts itself
 * nothing is known.
 */
function managerOf(
  { boss }: Employee,
  known: Account | undefined,
  conflicting: ReadonlySet<Employee>,
): string {
  if (boss === undefined) return '';
  const isUnclear = [...conflicting].some(({ number }) => number === boss);
  return isUnclear ? `stays ${known?.manager ?? ''}` : numberOf(boss);
}

/** Names managers by number; one who has no account is not set yet. */
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
