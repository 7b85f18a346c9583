import { emailKey } from '../../rules/email-address.ts';
import { storedUserName } from '../../rules/user-name.ts';
import type { DesiredUser } from '../input/desired-state.ts';
import { employeeNumberKey, MATCH_KEYS, type MatchKey } from '../input/match-keys.ts';
import type { ReportRow } from './change.ts';
import type { Match } from './match.ts';
import type { UserMatcher } from './match-users.ts';
import type { UserByName } from './users-by-name.ts';

/** Rows of a file by what becomes of them here. */
export interface RowsOfFile {
  readonly rows: readonly DesiredUser[];
  /** Rows of other shards. */
  readonly others: readonly DesiredUser[];
  /** Rows that bring nobody about now: rejected, or of people who are not to have an account yet. */
  readonly waiting: readonly DesiredUser[];
}

export interface ResolvedManagers {
  readonly rows: readonly DesiredUser[];
  /** Managers who are created by other shards, and by no row of this run. */
  readonly elsewhere: number;
  readonly waiting: number;
}

/** What finds people in the organization. */
export interface PeopleFinders {
  readonly matchOf: (row: DesiredUser) => Match;
  readonly matcher: UserMatcher;
  /** Finds a user by name. */
  readonly called: (name: string) => UserByName;
  /** The keys by which rows find their users. */
  readonly chain?: readonly MatchKey[] | undefined;
}

/** Where the account of a manager comes from. */
type Manager = { readonly id: string } | { readonly row: DesiredUser; readonly from: keyof RowsOfFile };

/**
 * Finds the managers of rows as the rows themselves find their users: first the user who has an address, a
 * name or a number in the file, then the one who has it in the organization. So the reports of somebody with
 * a new name stay with the same account. Managers who do not exist yet, and are not created by this run, are
 * left out until they do.
 */
export function resolveManagers(
  file: RowsOfFile,
  people: PeopleFinders,
  report: ReportRow,
): ResolvedManagers {
  const { matchOf, called } = people;
  let finder: ReturnType<typeof managerFinder> | undefined;
  const find = (text: string) => {
    // Many files name no manager.
    finder ??= managerFinder(file, people);
    return finder(text);
  };
  const counts = { elsewhere: 0, waiting: 0 };
  const withManagerCalled = (row: DesiredUser, name: string): DesiredUser => {
    const found = called(name);
    const isOwn = 'user' in found && matchOf(row).user?.id === found.user.id;
    if ('user' in found && !isOwn) return { ...row, set: { ...row.set, manager: found.user.id } };
    const problem = 'user' in found ? `"${name}" is the user of this row` : found.problem;
    report(row.line, 'unknown_user', 'manager', problem);
    const { manager: _, ...set } = row.set;
    return { ...row, set };
  };
  const rows = file.rows.map((row): DesiredUser => {
    if (row.set.manager === undefined || row.set.manager.trim() === '') return row;
    const { manager, ...set } = row.set;
    if (row.hasManagerName === true) return withManagerCalled(row, manager);
    const [found, other] = find(manager.trim());
    if (found === undefined) return row;
    if (other !== undefined) {
      report(row.line, 'unknown_user', 'manager', `"${manager}" is more than one user: write an ID`);
      return row;
    }
    if ('id' in found) return { ...row, set: { ...row.set, manager: found.id } };
    if (found.from === 'rows') {
      const { email = manager } = found.row.set;
      return { ...row, set: { ...row.set, manager: email } };
    }
    counts[found.from === 'others' ? 'elsewhere' : 'waiting'] += 1;
    return { ...row, set };
  });
  return { rows, ...counts };
}

function managerFinder(
  file: RowsOfFile,
  { matchOf, matcher, chain = MATCH_KEYS }: PeopleFinders,
): (text: string) => readonly Manager[] {
  const byNumber = new Map<string, Manager>();
  const byName = new Map<string, Manager>();
  for (const from of ['waiting', 'others', 'rows'] as const) {
    // A row of somebody who is to have no account comes first: another one of the same person or address
    // outweighs it.
    const isOutside = ({ outside }: DesiredUser) => outside !== undefined;
    const ordered = [...file[from].filter(isOutside), ...file[from].filter((row) => !isOutside(row))];
    for (const row of ordered) {
      const { user } = matchOf(row);
      const manager: Manager = user === undefined ? { row, from } : { id: user.id };
      const { email, userName, employeeNumber = '' } = row.set;
      if (email !== undefined) byName.set(emailKey(email), manager);
      if (userName?.includes('@') === false) byName.set(storedUserName(userName), manager);
      if (chain.includes('employeeNumber') && employeeNumber.trim() !== '')
        byNumber.set(employeeNumberKey(employeeNumber), manager);
    }
  }
  return (text) => {
    const inFile = [
      byNumber.get(employeeNumberKey(text)),
      byName.get(text.includes('@') ? emailKey(text) : storedUserName(text)),
    ].filter((manager) => manager !== undefined);
    const found = inFile.length > 0 ? inFile : matcher.named(text).map(({ id }) => ({ id }));
    return [...new Map(found.map((manager) => [keyOf(manager), manager])).values()];
  };
}

function keyOf(manager: Manager): string {
  return 'id' in manager ? manager.id : `line ${manager.row.line}`;
}
