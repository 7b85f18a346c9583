import { nameKey, nameKeysOf } from '../../rules/name-key.ts';
import type { DesiredUser } from '../input/desired-state.ts';
import { employeeNumberKey, MATCH_KEYS, type MatchKey } from '../input/match-keys.ts';
import type { ReportRow } from './change.ts';
import type { Match } from './match.ts';
import type { UserMatcher } from './match-users.ts';
import { rowName } from './row-names.ts';
import type { UserByName } from './users-by-name.ts';

/** Rows of a file, by what this run does with them. */
export interface RowsOfFile {
  readonly rows: readonly DesiredUser[];
  /** Rows of other shards. */
  readonly others: readonly DesiredUser[];
  /** Rows that create no account now: rejected ones, and those of users who must not have an account yet. */
  readonly waiting: readonly DesiredUser[];
  /** Lines of the rejected rows. */
  readonly rejected: ReadonlySet<number>;
}

export interface ResolvedManagers {
  readonly rows: readonly DesiredUser[];
  /** Number of managers created only by other shards. */
  readonly elsewhere: number;
  readonly waiting: number;
  /** Names of the users whose manager is not set because the row of the manager is rejected. */
  readonly withoutManager: readonly string[];
}

/** Lookups of users in the organization. */
export interface PeopleFinders {
  readonly matchOf: (row: DesiredUser) => Match;
  readonly matcher: UserMatcher;
  /** Finds a user by name. */
  readonly called: (name: string) => UserByName;
  /** Keys by which rows are matched. */
  readonly chain?: readonly MatchKey[] | undefined;
}

/** An existing account, or the row that creates it. */
type Manager = { readonly id: string } | { readonly row: DesiredUser; readonly from: Origin };

type Origin = 'rows' | 'others' | 'waiting';

/**
 * Resolves the managers of rows with the keys that match the rows themselves: first against the addresses,
 * names and numbers of the file, then against the organization. So the reports of a renamed manager keep the
 * same account. A manager who does not exist yet, and is not created by this run, is omitted.
 */
export function resolveManagers(
  file: RowsOfFile,
  people: PeopleFinders,
  report: ReportRow,
): ResolvedManagers {
  const { matchOf, called } = people;
  let finder: ReturnType<typeof managerFinder> | undefined;
  const find = (text: string) => {
    // Built on demand: many files name no manager.
    finder ??= managerFinder(file, people);
    return finder(text);
  };
  const counts = { elsewhere: 0, waiting: 0 };
  const withoutManager: string[] = [];
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
      report(row.line, 'unknown_user', 'manager', `"${manager}" matches more than one user; use an ID`);
      return row;
    }
    if ('id' in found) return { ...row, set: { ...row.set, manager: found.id } };
    if (found.from === 'rows') {
      const { email = manager } = found.row.set;
      return { ...row, set: { ...row.set, manager: email } };
    }
    counts[found.from === 'others' ? 'elsewhere' : 'waiting'] += 1;
    if (file.rejected.has(found.row.line))
      withoutManager.push(matchOf(row).user?.values.userName ?? rowName(row));
    return { ...row, set };
  });
  return { rows, ...counts, withoutManager };
}

function managerFinder(
  file: RowsOfFile,
  { matchOf, matcher, chain = MATCH_KEYS }: PeopleFinders,
): (text: string) => readonly Manager[] {
  const byNumber = new Map<string, Manager>();
  const byName = new Map<string, Manager>();
  for (const from of ['waiting', 'others', 'rows'] as const) {
    // Rows of users who must have no account come first, so that another row of the same user or address
    // overrides them.
    const isOutside = ({ outside }: DesiredUser) => outside !== undefined;
    const ordered = [...file[from].filter(isOutside), ...file[from].filter((row) => !isOutside(row))];
    for (const row of ordered) {
      const { user } = matchOf(row);
      const manager: Manager = user === undefined ? { row, from } : { id: user.id };
      const { employeeNumber = '' } = row.set;
      for (const key of nameKeysOf(row.set)) byName.set(key, manager);
      if (chain.includes('employeeNumber') && employeeNumber.trim() !== '')
        byNumber.set(employeeNumberKey(employeeNumber), manager);
    }
  }
  return (text) => {
    const inFile = [byNumber.get(employeeNumberKey(text)), byName.get(nameKey(text))].filter(
      (manager) => manager !== undefined,
    );
    const found = inFile.length > 0 ? inFile : matcher.named(text).map(({ id }) => ({ id }));
    return [...new Map(found.map((manager) => [keyOf(manager), manager])).values()];
  };
}

function keyOf(manager: Manager): string {
  return 'id' in manager ? manager.id : `line ${manager.row.line}`;
}
