import { emailKey } from '../../rules/email-address.ts';
import { storedUserName } from '../../rules/user-name.ts';
import type { OwnErrorCode } from '../../spec/own-codes.ts';
import type { DesiredUser } from '../input/desired-state.ts';
import { employeeNumberKey, MATCH_KEYS, type MatchKey } from '../input/match-keys.ts';
import { hasLostZeros, isDigits } from '../input/spreadsheet-damage.ts';
import { hasOtherWholeName, isOfOtherNumber, ownerChange, strangeOwner } from './owner-change.ts';
import type { Snapshot, SnapshotUser } from './snapshot.ts';

/** Whom one key of a row means. */
export interface KeyHit {
  readonly key: MatchKey;
  readonly value: string;
  /** Several only where they have one employee number. */
  readonly users: readonly SnapshotUser[];
  /** Who has this number with other zeros in front of it, where nobody has it as it stands. */
  readonly withZeros?: readonly SnapshotUser[];
}

/** Whom a row means, and how that was decided. */
export interface Match {
  /** Every key that the row has, in the order of the chain. */
  readonly hits: readonly KeyHit[];
  /** Undefined: nobody in the organization, or a finding. */
  readonly user?: SnapshotUser;
  /** The key that decided. */
  readonly by?: MatchKey;
  /** Why nobody can be meant without a person's word. */
  readonly finding?: MatchFinding;
  /** A finding that a person has looked at. */
  readonly accepted?: MatchFinding;
}

export interface MatchFinding {
  readonly code: (OwnErrorCode & IdentityCode) | 'spreadsheet_damage';
  readonly path: MatchKey;
  readonly message: string;
}

/** Contradictions between what a row says and who its keys mean; a person may accept them. */
export const IDENTITY_CODES = ['identity_conflict', 'identity_changed', 'employee_number_shared'] as const;
export type IdentityCode = (typeof IDENTITY_CODES)[number];

/** Finds the users of rows by a chain of keys: the first that hits decides, and all others that hit have to mean the same user. */
export class UserMatcher {
  private readonly snapshot: Snapshot;
  private readonly chain: readonly MatchKey[];
  private readonly byNumber = new Map<string, SnapshotUser[]>();
  /** Those whose number begins with zeros, by what remains without them. */
  private readonly byShortNumber = new Map<string, SnapshotUser[]>();

  constructor(snapshot: Snapshot, chain: readonly MatchKey[] = MATCH_KEYS) {
    this.snapshot = snapshot;
    this.chain = chain;
    for (const user of snapshot.users.values()) {
      const number = employeeNumberKey(user.values.employeeNumber ?? '');
      if (number === '') continue;
      addTo(this.byNumber, number, user);
      if (number.startsWith('0') && isDigits(number)) addTo(this.byShortNumber, withoutZeros(number), user);
    }
  }

  /** @param isAccepted whether a person has looked at a contradiction of this row */
  match(row: DesiredUser, isAccepted = false): Match {
    const given = this.chain.flatMap((key) => this.hitOf(row, key) ?? []);
    const found = row.outside === undefined ? decide(given, row) : decideOutside(given, row);
    const beside = this.numberBeside(row);
    const hits = beside === undefined ? given : [...given, beside];
    const against = beside === undefined ? undefined : contradiction(found, given, beside, row);
    if (against !== undefined) {
      const [owner, second] = beside?.users ?? [];
      return isAccepted && owner !== undefined && second === undefined
        ? { hits, user: owner, by: 'employeeNumber', accepted: against }
        : { hits, finding: against };
    }
    const decided = found;
    if (decided.finding === undefined || !isAccepted) return { hits, ...decided };
    const { finding } = decided;
    if (finding.code === 'spreadsheet_damage') return acceptNumber(hits, row, finding);
    const first = hits.find(({ users }) => users.length > 0);
    // Of two accounts with one number the other keys choose.
    const others = hits.filter(({ key }) => key !== 'employeeNumber').flatMap(({ users }) => users);
    const user =
      first?.users.length === 1 ? first.users[0] : first?.users.find((one) => others.includes(one));
    if (first === undefined || user === undefined) return { hits, ...decided };
    return { hits, user, by: first.key, accepted: finding };
  }

  /** Returns whom a text means that names a user, as the cell of a manager does, by the chain of keys. */
  named(text: string): readonly SnapshotUser[] {
    const { snapshot } = this;
    const byId = snapshot.users.get(text);
    if (byId !== undefined) return [byId];
    const byNumber = this.chain.includes('employeeNumber')
      ? this.byNumber.get(employeeNumberKey(text))
      : undefined;
    if (byNumber !== undefined) return byNumber;
    const id = text.includes('@')
      ? snapshot.idByEmail.get(emailKey(text))
      : snapshot.idByUserName.get(storedUserName(text));
    return this.usersWith(id);
  }

  private hitOf({ id, set, isNumbered }: DesiredUser, key: MatchKey): KeyHit | undefined {
    const value = key === 'id' ? id : set[key];
    if (value === undefined || value.trim() === '') return undefined;
    switch (key) {
      case 'id':
        return { key, value, users: this.usersWith(value) };
      case 'employeeNumber':
        return { key, value, ...this.withNumber(employeeNumberKey(value)) };
      case 'email': {
        // A secondary address is somebody's and says nobody's name.
        const users = this.usersWith(this.snapshot.idByEmail.get(emailKey(value)));
        const isPrimary = ({ values }: SnapshotUser) =>
          emailKey((values.email ?? '').normalize('NFC')) === emailKey(value);
        return { key, value, users: users.filter(isPrimary) };
      }
      case 'userName':
        // A userName that gets a number when it is taken says nobody's name.
        if (isNumbered === true || value.includes('@')) return undefined;
        return { key, value, users: this.usersWith(this.snapshot.idByUserName.get(storedUserName(value))) };
    }
  }

  /** Who has the number of a row though the chain does not ask for it. */
  private numberBeside(row: DesiredUser): KeyHit | undefined {
    if (this.chain.includes('employeeNumber')) return undefined;
    const hit = this.hitOf(row, 'employeeNumber');
    return hit === undefined || hit.users.length === 0 ? undefined : hit;
  }

  private withNumber(number: string): Pick<KeyHit, 'users' | 'withZeros'> {
    const users = this.byNumber.get(number);
    if (users !== undefined) return { users };
    const longer = this.byShortNumber.get(withoutZeros(number)) ?? [];
    const withZeros = longer.filter(({ values }) =>
      hasLostZeros(number, employeeNumberKey(values.employeeNumber ?? '')),
    );
    // The account may be the one whose number lost them, on an earlier night.
    const shorter = isDigits(number) ? (this.byNumber.get(withoutZeros(number)) ?? []) : [];
    const alike = [...withZeros, ...shorter];
    return alike.length === 0 ? { users: [] } : { users: [], withZeros: alike };
  }

  private usersWith(id: string | undefined): readonly SnapshotUser[] {
    const user = id === undefined ? undefined : this.snapshot.users.get(id);
    return user === undefined ? [] : [user];
  }
}

function addTo(users: Map<string, SnapshotUser[]>, key: string, user: SnapshotUser): void {
  const known = users.get(key);
  if (known === undefined) users.set(key, [user]);
  else known.push(user);
}

function withoutZeros(number: string): string {
  return number.replace(/^0+/, '');
}

/** A number is one account's, whatever the chain names: a row must not give it to a second one. */
function contradiction(
  { user, by, finding }: Pick<Match, 'user' | 'by' | 'finding'>,
  hits: readonly KeyHit[],
  beside: KeyHit,
  { outside }: DesiredUser,
): MatchFinding | undefined {
  if (finding !== undefined || outside === 'ignore') return undefined;
  if (user !== undefined && beside.users.includes(user) && (beside.users.length === 1 || by === 'id'))
    return undefined;
  const owners = `${keyWords(beside)} is ${beside.users.map(userWords).join(' and ')}`;
  const path = beside.key;
  if (beside.users.length > 1) return { code: 'employee_number_shared', path, message: owners };
  const decisive = hits.find(({ key }) => key === by);
  const other =
    user === undefined || decisive === undefined
      ? `${hits.map(keyWords).join(' and ')} ${hits.length === 1 ? 'is' : 'are'} nobody`
      : `${keyWords(decisive)} is ${userWords(user)}`;
  return { code: 'identity_conflict', path, message: `${owners}, ${other}` };
}

function decide(hits: readonly KeyHit[], row: DesiredUser): Pick<Match, 'user' | 'by' | 'finding'> {
  const [byId] = hits.filter(({ key }) => key === 'id').flatMap(({ users }) => users);
  // An ID says which of several accounts with one number is meant.
  const found = hits
    .filter(({ users }) => users.length > 0)
    .map((hit) => (byId !== undefined && hit.users.includes(byId) ? { ...hit, users: [byId] } : hit));
  const shared = found.find(({ users }) => users.length > 1);
  if (shared !== undefined) {
    const message = `${keyWords(shared)} is ${shared.users.map(userWords).join(' and ')}`;
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
    const what = isShort ? 'has lost its leading zeros' : 'differs in its leading zeros alone';
    const message = `"${short.value.trim()}" ${what}: ${whole.join(' and ')}`;
    return { finding: { code: 'spreadsheet_damage', path: 'employeeNumber', message } };
  }
  const [first] = found;
  const user = first?.users[0];
  if (first === undefined || user === undefined) return {};
  const other = found.find(({ users }) => users[0] !== user);
  if (other !== undefined) {
    const message = `${keyWords(first)} is ${userWords(user)}, ${keyWords(other)} is ${other.users.map(userWords).join('')}`;
    return { finding: { code: 'identity_conflict', path: other.key, message } };
  }
  // The number and the name are compared whatever the chain names: an address or a userName may have been given to somebody else.
  const isChangeable = first.key === 'email' || first.key === 'userName';
  const change = isChangeable ? ownerChange(user, row) : strangeOwner(user, row, first.key);
  if (change !== undefined) {
    const message = `${keyWords(first)} is ${userWords(user)}${change}`;
    return { finding: { code: 'identity_changed', path: first.key, message } };
  }
  return { user, by: first.key };
}

/**
 * A number that a person has looked at is right as it is, and nobody's who has it with other zeros: the other keys say whose the row is.
 * Where they find that very account, it gets the number, but under another name it stays a finding.
 */
function acceptNumber(given: readonly KeyHit[], row: DesiredUser, accepted: MatchFinding): Match {
  const hits = given.map(({ key, value, users }) => ({ key, value, users }));
  const decided = row.outside === undefined ? decide(hits, row) : decideOutside(hits, row);
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
 * Of somebody who is to have no account only the account itself is asked for: an immutable key says which, and an address that somebody
 * else has by now says nothing.
 */
function decideOutside(hits: readonly KeyHit[], row: DesiredUser): Pick<Match, 'user' | 'by' | 'finding'> {
  const immutable = hits.filter(({ key }) => key === 'id' || key === 'employeeNumber');
  const isFound = immutable.some(({ users }) => users.length > 0);
  const decided = decide(isFound ? immutable : hits.map((hit) => withoutOthers(hit, row)), row);
  return row.outside === 'ignore' && decided.finding !== undefined ? {} : decided;
}

/** A hit without accounts that belong to somebody with another employee number. */
function withoutOthers(hit: KeyHit, row: DesiredUser): KeyHit {
  return { ...hit, users: hit.users.filter((user) => !isOfOtherNumber(user, row)) };
}

/** Returns every user whom a key of a row means. */
export function usersHit({ hits }: Match): readonly SnapshotUser[] {
  return hits.flatMap(({ users, withZeros = [] }) => [...users, ...withZeros]);
}

function keyWords({ key, value }: KeyHit): string {
  return `${key} ${value.trim()}`;
}

function userWords({ id, values }: SnapshotUser): string {
  return `${values.userName ?? values.email ?? ''} (${id})`.trim();
}
