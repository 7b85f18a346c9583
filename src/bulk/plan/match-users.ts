import { composedEmailKey, emailKey } from '../../rules/email-address.ts';
import { storedUserName } from '../../rules/user-name.ts';
import type { DesiredUser } from '../input/desired-state.ts';
import { hasLostZeros, isDigits } from '../input/leading-zeros.ts';
import { employeeNumberKey, MATCH_KEYS, type MatchKey } from '../input/match-keys.ts';
import { acceptMatch, contradiction, decideMatch } from './decide-match.ts';
import type { KeyHit, Match } from './match.ts';
import { findInSnapshot, type Snapshot, type SnapshotUser } from './snapshot.ts';

/**
 * Finds the users of rows by a chain of keys. The first key that finds a user decides; every other key that
 * finds one must find the same.
 */
export class UserMatcher {
  private readonly snapshot: Snapshot;
  private readonly chain: readonly MatchKey[];
  private readonly byNumber = new Map<string, SnapshotUser[]>();
  /** Users whose number starts with zeros, by the number without them. */
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

  /** @param isAccepted whether an identity change of this row was accepted */
  match(row: DesiredUser, isAccepted = false): Match {
    const given = this.findKeyHits(row);
    const decided = decideMatch(given, row);
    const beside = this.usersWithSameNumber(row);
    const hits = beside === undefined ? given : [...given, beside];
    const against = beside === undefined ? undefined : contradiction(decided, given, beside, row);
    if (against !== undefined) {
      const [owner, second] = beside?.users ?? [];
      return isAccepted && owner !== undefined && second === undefined
        ? { hits, user: owner, by: 'employeeNumber', accepted: against }
        : { hits, finding: against };
    }
    return isAccepted ? acceptMatch(hits, row, decided) : { hits, ...decided };
  }

  /** Returns the users that a reference such as a manager cell names, by the chain of keys. */
  named(text: string): readonly SnapshotUser[] {
    const byId = this.snapshot.users.get(text);
    if (byId !== undefined) return [byId];
    const byNumber = this.chain.includes('employeeNumber')
      ? this.byNumber.get(employeeNumberKey(text))
      : undefined;
    if (byNumber !== undefined) return byNumber;
    return this.usersWith(findInSnapshot(this.snapshot, text)?.id);
  }

  /** Returns a copy without spare room, because the matches of all rows are kept: 0.1 KB less each. */
  private findKeyHits(row: DesiredUser): readonly KeyHit[] {
    const hits: KeyHit[] = [];
    for (const key of this.chain) {
      const hit = this.findKeyHit(row, key);
      if (hit !== undefined) hits.push(hit);
    }
    return hits.slice();
  }

  private findKeyHit({ id, set, isNumbered }: DesiredUser, key: MatchKey): KeyHit | undefined {
    const value = key === 'id' ? id : set[key];
    if (value === undefined || value.trim() === '') return undefined;
    switch (key) {
      case 'id':
        return { key, value, users: this.usersWith(value) };
      case 'employeeNumber':
        return { key, value, ...this.withNumber(employeeNumberKey(value)) };
      case 'email': {
        // A secondary address belongs to a user but does not identify a row.
        const users = this.usersWith(this.snapshot.idByEmail.get(emailKey(value)));
        if (users.length === 0) return { key, value, users };
        const isPrimary = ({ values }: SnapshotUser) =>
          composedEmailKey(values.email ?? '') === emailKey(value);
        return { key, value, users: users.every(isPrimary) ? users : [] };
      }
      case 'userName':
        // A userName that gets a number if it is taken identifies nobody.
        if (isNumbered === true || value.includes('@')) return undefined;
        return { key, value, users: this.usersWith(this.snapshot.idByUserName.get(storedUserName(value))) };
    }
  }

  /** Returns the users who have the number of a row, if the number is not a key of the chain. */
  private usersWithSameNumber(row: DesiredUser): KeyHit | undefined {
    if (this.chain.includes('employeeNumber')) return undefined;
    const hit = this.findKeyHit(row, 'employeeNumber');
    return hit === undefined || hit.users.length === 0 ? undefined : hit;
  }

  private withNumber(number: string): Pick<KeyHit, 'users' | 'withZeros'> {
    const users = this.byNumber.get(number);
    if (users !== undefined) return { users };
    const longer = this.byShortNumber.get(withoutZeros(number)) ?? [];
    const withZeros = longer.filter(({ values }) =>
      hasLostZeros(number, employeeNumberKey(values.employeeNumber ?? '')),
    );
    // The stored number may itself have lost its zeros, in an earlier run.
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
