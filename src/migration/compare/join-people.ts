import { composedEmailKey } from '../../rules/email-address.ts';
import { nameKey, userNameKey } from '../../rules/name-key.ts';
import {
  JOIN_KEYS,
  type JoinKey,
  type OrganizationCopy,
  personKeysOf,
  personName,
} from './organization-copy.ts';

/**
 * How two users were matched: by a key, by a map file (`map`), by the service, which knows the pair
 * (`service`), or by an earlier run that moved the user (`run`).
 */
export type MatchedBy = JoinKey | 'map' | 'service' | 'run';

/** Users that cannot be matched: positions in A and in B, and why. */
export interface Ambiguity {
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly key: MatchedBy;
  readonly why: string;
}

/** The matched users of two organizations. */
export interface JoinedPeople {
  /** By position in A: the position in B, or -1. */
  readonly toB: Int32Array;
  /** By position in B: the position in A, or -1. */
  readonly toA: Int32Array;
  /** By position in A: how the two were matched. */
  readonly by: readonly (MatchedBy | undefined)[];
  readonly ambiguous: readonly Ambiguity[];
  /** 1 for positions with an ambiguous match. */
  readonly isUnclearInA: Uint8Array;
  readonly isUnclearInB: Uint8Array;
}

export interface JoinOptions {
  /** The keys in order of precedence; the first that gives a unique pair matches two users. */
  readonly keys: readonly JoinKey[];
  /** IDs in A with their IDs in B. */
  readonly map?: ReadonlyMap<string, string>;
  /** The same, known by the service; `map` takes precedence. */
  readonly exchanged?: ReadonlyMap<string, string>;
  /** The same, created or found by earlier runs; the other two take precedence. */
  readonly remembered?: ReadonlyMap<string, string>;
}

/**
 * Matches the users of two organizations: by the map, by pairs known to the service, by earlier runs, then
 * key by key. A key matches if exactly one free user on each side has the value. Two users with different
 * employee numbers are never matched by a weaker key. The result is the same with A and B swapped. Pure.
 */
export function joinPeople(
  a: OrganizationCopy,
  b: OrganizationCopy,
  { keys, map, exchanged, remembered }: JoinOptions,
): JoinedPeople {
  const join = new Join(a, b);
  if (map !== undefined) join.byMap(map);
  if (exchanged !== undefined) join.byPairs(exchanged, 'service');
  if (remembered !== undefined) join.byPairs(remembered, 'run');
  for (const key of keys) join.byKey(key, keys);
  return join.finish();
}

const UNMATCHED = -1;

interface Undecided {
  readonly key: JoinKey;
  readonly value: string;
  readonly a: readonly number[];
  readonly b: readonly number[];
}

class Join {
  private readonly a: OrganizationCopy;
  private readonly b: OrganizationCopy;
  private readonly toB: Int32Array;
  private readonly toA: Int32Array;
  private readonly by: (MatchedBy | undefined)[];
  private readonly isUnclearInA: Uint8Array;
  private readonly isUnclearInB: Uint8Array;
  private readonly undecided: Undecided[] = [];
  private readonly ambiguous: Ambiguity[] = [];

  constructor(a: OrganizationCopy, b: OrganizationCopy) {
    this.a = a;
    this.b = b;
    this.toB = new Int32Array(a.people.length).fill(UNMATCHED);
    this.toA = new Int32Array(b.people.length).fill(UNMATCHED);
    this.by = new Array<MatchedBy | undefined>(a.people.length).fill(undefined);
    this.isUnclearInA = new Uint8Array(a.people.length);
    this.isUnclearInB = new Uint8Array(b.people.length);
  }

  byMap(map: ReadonlyMap<string, string>): void {
    const idsOfB = new Map<string, number>(this.b.people.map(({ id }, index) => [id, index]));
    for (const [index, { id }] of this.a.people.entries()) {
      const other = idsOfB.get(map.get(id) ?? '');
      if (other !== undefined && this.toA[other] === UNMATCHED) this.join(index, other, 'map');
    }
  }

  /** Ignores a pair if one side is missing or already matched. */
  byPairs(pairs: ReadonlyMap<string, string>, by: 'service' | 'run'): void {
    const idsOfB = new Map<string, number>(this.b.people.map(({ id }, index) => [id, index]));
    for (const [index, { id }] of this.a.people.entries()) {
      const other = idsOfB.get(pairs.get(id) ?? '');
      if (other !== undefined && this.isFreeInA(index) && this.isFreeInB(other)) this.join(index, other, by);
    }
  }

  byKey(key: JoinKey, keys: readonly JoinKey[]): void {
    const owners = this.ownersInB(key);
    const isImmutableKnown = key !== 'employeeNumber' && keys.includes('employeeNumber');
    for (const [value, inA] of this.ownersInA(key)) {
      const inB = owners.get(value);
      if (inB === undefined) continue;
      const [one, other] = [inA[0], inB[0]];
      if (inA.length > 1 || inB.length > 1 || one === undefined || other === undefined)
        this.undecided.push({ key, value, a: inA, b: inB });
      else if (isImmutableKnown && this.haveOtherNumbers(one, other)) this.contradict(key, one, other);
      else this.join(one, other, key);
    }
  }

  finish(): JoinedPeople {
    for (const { key, value, ...all } of this.undecided) {
      const a = all.a.filter((index) => this.isFreeInA(index));
      const b = all.b.filter((index) => this.isFreeInB(index));
      if (a.length > 0 && b.length > 0) this.addAmbiguity({ a, b, key, why: `${key} ${value}` });
    }
    const { toB, toA, by, ambiguous, isUnclearInA, isUnclearInB } = this;
    return { toB, toA, by, ambiguous, isUnclearInA, isUnclearInB };
  }

  private join(one: number, other: number, by: MatchedBy): void {
    this.toB[one] = other;
    this.toA[other] = one;
    this.by[one] = by;
  }

  private addAmbiguity(ambiguity: Ambiguity): void {
    this.ambiguous.push(ambiguity);
    for (const index of ambiguity.a) this.isUnclearInA[index] = 1;
    for (const index of ambiguity.b) this.isUnclearInB[index] = 1;
  }

  private contradict(key: JoinKey, one: number, other: number): void {
    const [numberInA, numberInB] = [this.numberOf(this.a, one), this.numberOf(this.b, other)];
    const why = `the same ${key}, but employeeNumber ${numberInA} in A and ${numberInB} in B`;
    this.addAmbiguity({ a: [one], b: [other], key, why });
  }

  private haveOtherNumbers(one: number, other: number): boolean {
    const [numberInA, numberInB] = [this.numberOf(this.a, one), this.numberOf(this.b, other)];
    return numberInA !== '' && numberInB !== '' && numberInA !== numberInB;
  }

  private numberOf({ people }: OrganizationCopy, index: number): string {
    const person = people[index];
    return person === undefined ? '' : keyValue('employeeNumber', personKeysOf(person));
  }

  private isFreeInA(index: number): boolean {
    return this.toB[index] === UNMATCHED && this.isUnclearInA[index] === 0;
  }

  private isFreeInB(index: number): boolean {
    return this.toA[index] === UNMATCHED && this.isUnclearInB[index] === 0;
  }

  private ownersInA(key: JoinKey): ReadonlyMap<string, readonly number[]> {
    return ownersOf(this.a, key, (index) => this.isFreeInA(index));
  }

  private ownersInB(key: JoinKey): ReadonlyMap<string, readonly number[]> {
    return ownersOf(this.b, key, (index) => this.isFreeInB(index));
  }
}

/** Returns the users that have each value of a key, among those not matched yet. */
function ownersOf(
  { people }: OrganizationCopy,
  key: JoinKey,
  isFree: (index: number) => boolean,
): ReadonlyMap<string, readonly number[]> {
  const owners = new Map<string, number[]>();
  for (const [index, person] of people.entries()) {
    if (!isFree(index)) continue;
    const value = keyValue(key, personKeysOf(person));
    if (value === '') continue;
    const others = owners.get(value);
    if (others === undefined) owners.set(value, [index]);
    else others.push(index);
  }
  return owners;
}

/** Returns the form in which a key is compared. */
function keyValue(key: JoinKey, keys: readonly string[]): string {
  const text = (keys[JOIN_KEYS.indexOf(key)] ?? '').trim();
  if (text === '' || key === 'employeeNumber') return text;
  return key === 'email' ? composedEmailKey(text) : userNameKey(text);
}

/** Returns a function that finds the position of a user by ID, address or userName. */
export function createUserLookup(copy: OrganizationCopy): (identity: string) => number | undefined {
  const ids = new Map<string, number>(copy.people.map(({ id }, index) => [id, index]));
  let named: ReadonlyMap<string, number> | undefined;
  return (identity) => {
    if (identity === '') return undefined;
    const byId = ids.get(identity);
    if (byId !== undefined) return byId;
    named ??= namesOf(copy);
    return named.get(nameKey(identity));
  };
}

function namesOf({ people }: OrganizationCopy): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const [index, person] of people.entries()) {
    const keys = personKeysOf(person);
    for (const key of ['userName', 'email'] as const) {
      const value = keyValue(key, keys);
      if (value !== '') names.set(value, index);
    }
  }
  return names;
}

/** Returns the names of the users at these positions. */
export function namesAt({ people }: OrganizationCopy, positions: readonly number[]): readonly string[] {
  return positions.flatMap((position) => {
    const person = people[position];
    return person === undefined ? [] : [personName(person)];
  });
}
