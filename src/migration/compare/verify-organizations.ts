import { createHash } from 'node:crypto';
import type { UserAttributeName } from '../../spec/user-attributes.ts';
import { type CompareCounts, createDifferenceCounter } from './compare-counts.ts';
import { differencesOf } from './compare-organizations.ts';
import type { Scope } from './compare-scope.ts';
import type { Difference, Joined } from './difference.ts';
import { createUserLookup } from './join-people.ts';
import {
  comparedText,
  isCompared,
  isSameText,
  KEPT_ATTRIBUTES,
  type OrganizationCopy,
  personName,
  type UserRecord,
  unpackValues,
} from './organization-copy.ts';

/** Result for one attribute, over all matched users. */
export interface VerifiedAttribute {
  readonly attribute: string;
  readonly compared: number;
  readonly different: number;
  /** SHA-256 over the values of all users, in the order of A; equal if all values are. */
  readonly digestInA: string;
  readonly digestInB: string;
}

/** A matched user, value by value. */
export interface Sample {
  readonly name: string;
  readonly a: string;
  readonly b: string;
  readonly values: readonly { readonly attribute: string; readonly inA: string; readonly inB: string }[];
}

export interface Verification {
  readonly counts: CompareCounts;
  readonly joined: { readonly users: number; readonly groups: number; readonly memberships: number };
  readonly attributes: readonly VerifiedAttribute[];
  readonly differences: readonly Difference[];
  /** Number of differences that are not listed. */
  readonly more: number;
  readonly samples: readonly Sample[];
}

/** Maximum number of differences listed in a report; the counts include all. */
const MAX_LISTED = 2000;

/**
 * Compares everything in the scope and reports what was compared. @param samples number of users shown value
 * by value. Pure.
 */
export function verifyOrganizations(joined: Joined, scope: Scope, samples: number): Verification {
  const counter = createDifferenceCounter();
  const differences: Difference[] = [];
  let all = 0;
  for (const difference of differencesOf(joined, scope)) {
    counter.add(difference);
    all += 1;
    if (differences.length < MAX_LISTED) differences.push(difference);
  }
  const counts = counter.counts();
  const pairs = pairsIn(joined);
  const names = joined.attributes.filter((name) => scope.attributes.has(name));
  const managers = managersOf(joined);
  const textsOf = (position: number, person: UserRecord, other: UserRecord, name: UserAttributeName) =>
    name === 'manager' ? managers(position) : textsAt(name, unpackValues(person), unpackValues(other));
  return {
    counts,
    joined: {
      users: pairs.length,
      groups: joined.groups.toB.filter((position) => position !== -1).length,
      memberships: joinedMemberships(joined),
    },
    attributes: digestsOf(pairs, names, managers).map((one) => ({
      ...one,
      compared: pairs.length,
      different: counts.attributes.get(one.attribute) ?? 0,
    })),
    differences,
    more: all - differences.length,
    samples: evenSample(pairs, samples).map(([position, person, other]) => ({
      name: personName(person),
      a: person.id,
      b: other.id,
      values: names.flatMap((name) => {
        const [inA, inB] = textsOf(position, person, other, name);
        return inA === '' && inB === '' ? [] : [{ attribute: name, inA, inB }];
      }),
    })),
  };
}

type Pair = readonly [position: number, person: UserRecord, other: UserRecord];

function pairsIn({ a, b, people }: Joined): readonly Pair[] {
  return a.people.flatMap((person, position): readonly Pair[] => {
    const other = b.people[people.toB[position] ?? -1];
    if (other === undefined || !isCompared(person, other)) return [];
    return [[position, person, other]];
  });
}

/** Returns the number of memberships of users of A in groups of A that their counterparts in B have too. */
function joinedMemberships({ a, b, people, groups }: Joined): number {
  let count = 0;
  for (const [index, { members }] of a.groups.entries()) {
    const inB = new Set(b.groups[groups.toB[index] ?? -1]?.members);
    for (const member of members) if (inB.has(people.toB[member] ?? -1)) count += 1;
  }
  return count;
}

/**
 * Returns a function that gives the manager of a user in A and of its counterpart in B, both by their name in
 * A if possible.
 */
function managersOf({ a, b, people }: Joined): (position: number) => readonly [string, string] {
  const [findInA, findInB] = [createUserLookup(a), createUserLookup(b)];
  const nameOf = (copy: OrganizationCopy, position: number | undefined, text: string) => {
    const person = copy.people[position ?? -1];
    return person === undefined ? text : personName(person);
  };
  return (position) => {
    const inA = a.people[position]?.manager ?? '';
    const inB = b.people[people.toB[position] ?? -1]?.manager ?? '';
    const at = findInB(inB);
    const counterpart = at === undefined ? -1 : (people.toA[at] ?? -1);
    return [
      nameOf(a, findInA(inA), inA),
      counterpart === -1 ? nameOf(b, at, inB) : nameOf(a, counterpart, inB),
    ];
  };
}

function textsAt(
  name: UserAttributeName,
  texts: readonly string[],
  others: readonly string[],
): readonly [string, string] {
  const at = KEPT_ATTRIBUTES.indexOf(name);
  const inA = comparedText(name, texts[at] ?? '');
  const inB = comparedText(name, others[at] ?? '');
  // An unspecified state equals either: the digests are equal if all values are.
  return isSameText(name, inA, inB) ? [inA || inB, inB || inA] : [inA, inB];
}

/** Number of users whose values are hashed together. */
const HASH_BATCH_SIZE = 4096;

function digestsOf(
  pairs: readonly Pair[],
  names: readonly UserAttributeName[],
  managers: (position: number) => readonly [string, string],
): readonly Pick<VerifiedAttribute, 'attribute' | 'digestInA' | 'digestInB'>[] {
  const hashes = names.map((name) => ({ name, inA: createHash('sha256'), inB: createHash('sha256') }));
  for (let from = 0; from < pairs.length; from += HASH_BATCH_SIZE) {
    const part = pairs.slice(from, from + HASH_BATCH_SIZE);
    const texts = part.map(
      ([position, person, other]) => [position, unpackValues(person), unpackValues(other)] as const,
    );
    for (const { name, inA, inB } of hashes) {
      const both = texts.map(([position, own, others]) =>
        name === 'manager' ? managers(position) : textsAt(name, own, others),
      );
      inA.update(`${both.map(([text]) => JSON.stringify(text)).join('\n')}\n`);
      inB.update(`${both.map(([, text]) => JSON.stringify(text)).join('\n')}\n`);
    }
  }
  return hashes.map(({ name, inA, inB }) => ({
    attribute: name,
    digestInA: inA.digest('hex'),
    digestInB: inB.digest('hex'),
  }));
}

/** Returns `count` items of a list, evenly spaced; the same ones every time. */
function evenSample<T>(list: readonly T[], count: number): readonly T[] {
  const step = Math.max(1, list.length / Math.max(1, count));
  return list.filter((_, index) => count > 0 && Math.floor(index % step) === 0).slice(0, count);
}

/** Returns the digest over the whole content of a report. */
export function reportDigest(report: object): string {
  return createHash('sha256').update(JSON.stringify(report)).digest('hex');
}
