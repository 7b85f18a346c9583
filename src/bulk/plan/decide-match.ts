import type { DesiredUser } from '../input/desired-state.ts';
import { hasLostZeros, lostZerosMessage, otherZerosMessage } from '../input/leading-zeros.ts';
import { DAMAGE } from '../input/spreadsheet-damage.ts';
import type { KeyHit, Match, MatchFinding } from './match.ts';
import { hasOtherWholeName, isOfOtherNumber, mismatchByImmutableKey, ownerChange } from './owner-change.ts';
import type { SnapshotUser } from './snapshot.ts';

/** The user of a row, or the finding. */
type Decision = Pick<Match, 'user' | 'by' | 'finding'>;

/**
 * Returns the user of a row, or a finding if the user is ambiguous. The first key that finds a user decides;
 * the other keys must not contradict it.
 */
export function decideMatch(hits: readonly KeyHit[], row: DesiredUser): Decision {
  return row.outside === undefined ? decide(hits, row) : decideOutside(hits, row);
}

/** Matches a row whose identity change was accepted (`--accept-identity-change`) by its first key. */
export function acceptMatch(hits: readonly KeyHit[], row: DesiredUser, decided: Decision): Match {
  const { finding } = decided;
  if (finding === undefined) return { hits, ...decided };
  if (finding.code === 'spreadsheet_damage') return acceptNumber(hits, row, finding);
  const first = hits.find(({ users }) => users.length > 0);
  // If two accounts share one number, the other keys decide.
  const others = hits.filter(({ key }) => key !== 'employeeNumber').flatMap(({ users }) => users);
  const user = first?.users.length === 1 ? first.users[0] : first?.users.find((one) => others.includes(one));
  if (first === undefined || user === undefined) return { hits, ...decided };
  return { hits, user, by: first.key, accepted: finding };
}

/**
 * Returns a finding if the employee number is not a key of the chain and belongs to another account: a row
 * must not give one number to two accounts.
 * @param beside the hit of the number, which has users
 */
export function contradiction(
  { user, by, finding }: Decision,
  hits: readonly KeyHit[],
  beside: KeyHit,
  { outside }: DesiredUser,
): MatchFinding | undefined {
  if (finding !== undefined || outside === 'ignore') return undefined;
  if (user !== undefined && beside.users.includes(user) && (beside.users.length === 1 || by === 'id'))
    return undefined;
  const owners = `${keyWords(beside)} belongs to ${beside.users.map(userWords).join(' and ')}`;
  const path = beside.key;
  if (beside.users.length > 1) return { code: 'employee_number_shared', path, message: owners };
  const decisive = hits.find(({ key }) => key === by);
  const other =
    user === undefined || decisive === undefined
      ? `${hits.map(keyWords).join(' and ')} ${hits.length === 1 ? 'matches' : 'match'} no user`
      : `${keyWords(decisive)} belongs to ${userWords(user)}`;
  return { code: 'identity_conflict', path, message: `${owners}, ${other}` };
}

function decide(hits: readonly KeyHit[], row: DesiredUser): Decision {
  if (hits.every(({ users, withZeros }) => users.length === 0 && withZeros === undefined)) return {};
  const [byId] = hits.filter(({ key }) => key === 'id').flatMap(({ users }) => users);
  // An ID decides between several accounts with one number.
  const found = hits
    .filter(({ users }) => users.length > 0)
    .map((hit) => (byId !== undefined && hit.users.includes(byId) ? { ...hit, users: [byId] } : hit));
  const shared = found.find(({ users }) => users.length > 1);
  if (shared !== undefined) {
    const message = `${keyWords(shared)} belongs to ${shared.users.map(userWords).join(' and ')}`;
    return { finding: { code: 'employee_number_shared', path: shared.key, message } };
  }
  const short = hits.find(({ withZeros }) => withZeros !== undefined);
  if (short?.withZeros !== undefined && byId === undefined) {
    const whole = short.withZeros.map(
      (user) => `${userWords(user)} has ${user.values.employeeNumber?.trim()}`,
    );
    const isShort = short.withZeros.some(({ values }) =>
      hasLostZeros(short.value.trim(), values.employeeNumber?.trim() ?? ''),
    );
    const message = (isShort ? lostZerosMessage : otherZerosMessage)(short.value.trim(), whole.join(' and '));
    return { finding: { code: DAMAGE, path: 'employeeNumber', message } };
  }
  const [first] = found;
  const user = first?.users[0];
  if (first === undefined || user === undefined) return {};
  const other = found.find(({ users }) => users[0] !== user);
  if (other !== undefined) {
    const message = `${keyWords(first)} belongs to ${userWords(user)}, ${keyWords(other)} belongs to ${other.users.map(userWords).join('')}`;
    return { finding: { code: 'identity_conflict', path: other.key, message } };
  }
  // Number and name are compared whatever the chain is: an address or a userName may have been reassigned to
  // another person.
  const isChangeable = first.key === 'email' || first.key === 'userName';
  const change = isChangeable ? ownerChange(user, row) : mismatchByImmutableKey(user, row, first.key);
  if (change !== undefined) {
    const message = `${keyWords(first)} belongs to ${userWords(user)}${change}`;
    return { finding: { code: 'identity_changed', path: first.key, message } };
  }
  return { user, by: first.key };
}

/**
 * Matches a row whose employee number was accepted as written: accounts that have it with other leading zeros
 * are other people, and the other keys decide. If these find such an account after all, it gets the number;
 * if it also has another name, the finding stays.
 */
function acceptNumber(given: readonly KeyHit[], row: DesiredUser, accepted: MatchFinding): Match {
  const hits = given.map(({ key, value, users }) => ({ key, value, users }));
  const decided = decideMatch(hits, row);
  const found = hits.find(({ users }) => users.length > 0);
  const user = found?.users[0];
  if (decided.finding === undefined) return { hits, ...decided, accepted };
  const isSameAccount = given.some(({ withZeros = [] }) => user !== undefined && withZeros.includes(user));
  const isRenumbered = decided.finding.code === 'identity_changed' && isSameAccount;
  if (!isRenumbered || found === undefined || user === undefined || hasOtherWholeName(user, row))
    return { hits, ...decided };
  return { hits, user, by: found.key, accepted };
}

/**
 * Matches a row of a user who must have no account. An immutable key (ID, employee number) decides; an
 * address may belong to someone else by now.
 */
function decideOutside(hits: readonly KeyHit[], row: DesiredUser): Decision {
  const immutable = hits.filter(({ key }) => key === 'id' || key === 'employeeNumber');
  const isFound = immutable.some(({ users }) => users.length > 0);
  const decided = decide(isFound ? immutable : hits.map((hit) => withoutOtherNumbers(hit, row)), row);
  return row.outside === 'ignore' && decided.finding !== undefined ? {} : decided;
}

/** Returns a hit without the accounts that have a different employee number. */
function withoutOtherNumbers(hit: KeyHit, row: DesiredUser): KeyHit {
  return { ...hit, users: hit.users.filter((user) => !isOfOtherNumber(user, row)) };
}

function keyWords({ key, value }: KeyHit): string {
  return `${key} ${value.trim()}`;
}

function userWords({ id, values }: SnapshotUser): string {
  return `${values.userName ?? values.email ?? ''} (${id})`.trim();
}
