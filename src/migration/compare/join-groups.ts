import { comparisonKey } from '../../values/comparison-key.ts';
import type { OrganizationCopy } from './organization-copy.ts';

/** Groups that cannot be matched: positions in A and in B. */
export interface AmbiguousGroups {
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly why: string;
}

/** How two groups were matched: by name, by a map file, or by an earlier run that moved them. */
export type GroupJoinedBy = 'displayName' | 'map' | 'run';

export interface JoinedGroups {
  /** By position in A: the position in B, or -1. */
  readonly toB: Int32Array;
  readonly toA: Int32Array;
  readonly by: readonly (GroupJoinedBy | undefined)[];
  readonly ambiguous: readonly AmbiguousGroups[];
  readonly isUnclearInA: Uint8Array;
  readonly isUnclearInB: Uint8Array;
}

/**
 * Matches groups by the map, by earlier runs, by exact name, then by a name that differs only in letter case,
 * surrounding blanks or Unicode composition. A name that several groups on one side have is ambiguous. Pure.
 */
export function joinGroups(
  a: OrganizationCopy,
  b: OrganizationCopy,
  map: ReadonlyMap<string, string> = new Map(),
  remembered: ReadonlyMap<string, string> = new Map(),
): JoinedGroups {
  const join = new GroupJoin(a, b);
  join.byPairs(map, 'map');
  join.byPairs(remembered, 'run');
  join.byName((name) => name);
  join.byName(comparisonKey);
  return join;
}

class GroupJoin implements JoinedGroups {
  readonly toB: Int32Array;
  readonly toA: Int32Array;
  readonly by: (GroupJoinedBy | undefined)[];
  readonly ambiguous: AmbiguousGroups[] = [];
  readonly isUnclearInA: Uint8Array;
  readonly isUnclearInB: Uint8Array;
  private readonly a: OrganizationCopy;
  private readonly b: OrganizationCopy;

  constructor(a: OrganizationCopy, b: OrganizationCopy) {
    this.a = a;
    this.b = b;
    this.toB = new Int32Array(a.groups.length).fill(-1);
    this.toA = new Int32Array(b.groups.length).fill(-1);
    this.by = new Array<GroupJoinedBy | undefined>(a.groups.length).fill(undefined);
    this.isUnclearInA = new Uint8Array(a.groups.length);
    this.isUnclearInB = new Uint8Array(b.groups.length);
  }

  byPairs(pairs: ReadonlyMap<string, string>, by: 'map' | 'run'): void {
    const idsOfB = new Map<string, number>(this.b.groups.map(({ id }, index) => [id, index]));
    for (const [index, { id }] of this.a.groups.entries()) {
      const other = idsOfB.get(pairs.get(id) ?? '');
      if (other !== undefined && this.toA[other] === -1 && this.toB[index] === -1)
        this.join(index, other, by);
    }
  }

  byName(keyOf: (name: string) => string): void {
    const inA = owners(this.a, keyOf, (index) => this.toB[index] === -1 && this.isUnclearInA[index] === 0);
    const inB = owners(this.b, keyOf, (index) => this.toA[index] === -1 && this.isUnclearInB[index] === 0);
    for (const [name, ones] of inA) {
      const others = inB.get(name) ?? [];
      const [one, other] = [ones[0], others[0]];
      if (one === undefined || other === undefined) continue;
      if (ones.length === 1 && others.length === 1) this.join(one, other, 'displayName');
      else this.addAmbiguity({ a: ones, b: others, why: `displayName ${name}` });
    }
  }

  private join(one: number, other: number, by: GroupJoinedBy): void {
    this.toB[one] = other;
    this.toA[other] = one;
    this.by[one] = by;
  }

  private addAmbiguity(ambiguity: AmbiguousGroups): void {
    this.ambiguous.push(ambiguity);
    for (const index of ambiguity.a) this.isUnclearInA[index] = 1;
    for (const index of ambiguity.b) this.isUnclearInB[index] = 1;
  }
}

function owners(
  { groups }: OrganizationCopy,
  keyOf: (name: string) => string,
  isFree: (index: number) => boolean,
): ReadonlyMap<string, readonly number[]> {
  const byName = new Map<string, number[]>();
  for (const [index, { displayName }] of groups.entries()) {
    const key = keyOf(displayName);
    if (key === '' || !isFree(index)) continue;
    const others = byName.get(key);
    if (others === undefined) byName.set(key, [index]);
    else others.push(index);
  }
  return byName;
}
