import type { DesiredUser, Mode } from '../input/desired-state.ts';
import type { ReportRow } from './change.ts';
import { type LostZeros, LostZerosFinder } from './lost-zeros.ts';
import { type Match, usersHit } from './match.ts';
import { UserMatcher } from './match-users.ts';
import { resolveManagers } from './resolve-managers.ts';
import type { Snapshot, SnapshotUser } from './snapshot.ts';
import { usersByName } from './users-by-name.ts';
import type { PlanOptions, WantedInput } from './wanted-input.ts';

/** Finds the rows to apply, the users they name, and their managers. */
export function findPeople(
  {
    rows: given,
    others,
    rejected,
    shortNumbers = [],
  }: { readonly rows: readonly DesiredUser[] } & Required<Pick<WantedInput, 'others' | 'rejected'>> &
    Pick<WantedInput, 'shortNumbers'>,
  snapshot: Snapshot,
  { mode, match, accept = [] }: PlanOptions,
  report: ReportRow,
) {
  const matcher = new UserMatcher(snapshot, match);
  const accepted = new Set(accept);
  const matches = new Map<number, Match>();
  for (const row of given) matches.set(row.line, matcher.match(row, accepted.has(row.line)));
  const elsewhere = new Map<number, Match>();
  for (const row of [...others.rows, ...rejected.rows])
    elsewhere.set(row.line, matcher.match(row, accepted.has(row.line)));
  const matchOf = (row: DesiredUser): Match =>
    matches.get(row.line) ?? elsewhere.get(row.line) ?? { hits: [] };
  const zeros = new LostZerosFinder(snapshot, shortNumbers);
  const looked = reportLostZeros(given, zeros, matchOf, accepted, report);
  for (const line of accepted) {
    if (!looked.has(line)) reportNothingToAccept(line, { matches, elsewhere }, report);
  }
  reportBlankStatuses(given, matchOf, report);
  const mayHaveAccount = (row: DesiredUser) =>
    isToBeCreated(row, mode) || hasAccountOrFinding(row, matchOf(row));
  const rows = given.filter(mayHaveAccount);
  const left = given.filter((row) => !mayHaveAccount(row));
  const file = {
    rows,
    others: others.rows,
    waiting: [...rejected.rows, ...left],
    rejected: new Set(rejected.rows.map(({ line }) => line)),
  };
  const finders = { matchOf, matcher, called: usersByName(snapshot), chain: match };
  const managers = resolveManagers(file, finders, report);
  return {
    ...managers,
    matches,
    elsewhereMatches: elsewhere,
    matchOf,
    hasUnreadable:
      rejected.unreadable > 0 ||
      // A row with a broken or damaged key may belong to any user, unless another key finds an account.
      rejected.doubtful.some((row) => matchesNoUser(matcher.match(row))) ||
      rejected.rows.some((row) => matchesNoUser(matchOf(row)) && hasShortNumber(zeros.in(row, matchOf(row)))),
    notCreated: left.filter(({ outside }) => outside !== 'ignore').length,
    alsoListed: matchedUserIds([...rejected.rows, ...given], matchOf),
  };
}

/** Reports blank statuses of users without a row that provisions an account. */
function reportBlankStatuses(
  rows: readonly DesiredUser[],
  matchOf: (row: DesiredUser) => Match,
  report: ReportRow,
): void {
  const provisioned = new Set<SnapshotUser>();
  for (const row of rows) {
    const { user } = row.outside === undefined ? matchOf(row) : {};
    if (user !== undefined) provisioned.add(user);
  }
  for (const row of rows) {
    const { user } = matchOf(row);
    if (user !== undefined && !provisioned.has(user)) reportBlankStatus(row, user, report);
  }
}

/** Reports a line of `--accept` whose row needs no acceptance, unless it has another finding. */
function reportNothingToAccept(
  line: number,
  { matches, elsewhere }: Readonly<Record<'matches' | 'elsewhere', ReadonlyMap<number, Match>>>,
  report: ReportRow,
): void {
  const here = matches.get(line);
  const isWrong = here === undefined ? !elsewhere.has(line) : here.accepted === undefined;
  if (isWrong && here?.finding === undefined)
    report(line, 'nothing_to_accept', '', 'row has no identity change to accept');
}

/**
 * Reports numbers without their leading zeros, unless their line was accepted.
 * @returns the accepted lines that have such a number
 */
function reportLostZeros(
  rows: readonly DesiredUser[],
  zeros: LostZerosFinder,
  matchOf: (row: DesiredUser) => Match,
  accepted: ReadonlySet<number>,
  report: ReportRow,
): ReadonlySet<number> {
  const looked = new Set<number>();
  for (const row of rows) {
    for (const { column, message } of zeros.in(row, matchOf(row))) {
      if (accepted.has(row.line)) looked.add(row.line);
      else report(row.line, 'spreadsheet_damage', column, message);
    }
  }
  return looked;
}

function hasShortNumber(lost: readonly LostZeros[]): boolean {
  return lost.some(({ column }) => column === 'employeeNumber');
}

/** Returns the IDs of all users that any key of the rows finds. */
function matchedUserIds(
  rows: readonly DesiredUser[],
  matchOf: (row: DesiredUser) => Match,
): readonly string[] {
  const ids: string[] = [];
  for (const row of rows) for (const { id } of usersHit(matchOf(row))) ids.push(id);
  return ids;
}

function matchesNoUser(match: Match): boolean {
  return usersHit(match).length === 0;
}

/** Reports a row that would deactivate an active user only because its status cell is empty. */
function reportBlankStatus(
  { line, outOfScopeBlank: blank }: DesiredUser,
  user: SnapshotUser,
  report: ReportRow,
): void {
  if (blank === undefined || !user.values.active) return;
  const { name, isDay, text } = blank;
  const what = text === undefined ? 'empty' : isDay ? `"${text}", not a date` : `"${text}"`;
  const message = `${name} is ${what}, so "provision" would deactivate ${user.values.userName ?? user.id}`;
  report(line, isDay ? 'not_a_date' : 'blank_status', name, message);
}

/** Whether a row belongs to an account or has a finding. A wrong ID is a finding, not a missing account. */
export function hasAccountOrFinding({ outside }: DesiredUser, { user, finding, hits }: Match): boolean {
  return (user ?? finding) !== undefined || (outside === undefined && hits.some(({ key }) => key === 'id'));
}

/**
 * Whether a row may create an account. Leavers and users outside the scope of a map get none; mode `create`
 * creates whatever the row contains.
 */
function isToBeCreated({ set, outside }: DesiredUser, mode: Mode): boolean {
  if (outside !== undefined) return false;
  return mode !== 'upsert' || set.active !== false;
}
