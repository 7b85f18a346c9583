import type { Issue, Place } from '../../failure/issue.ts';
import { defined } from '../../values/defined.ts';
import type { OrganizationCopy } from './organization-copy.ts';

/** A map of IDs, with the position of each pair in its file. */
export interface PlacedMap {
  readonly ids: ReadonlyMap<string, string>;
  readonly places: ReadonlyMap<string, Place>;
}

/** The result of checking a map against two organizations. */
export interface IdMapCheck {
  /** Invalid pairs: B does not have the ID, or an earlier pair uses it. */
  readonly issues: readonly Issue[];
  /** IDs that A does not have, or no longer has. */
  readonly notInA: readonly string[];
  /** Number of pairs that could be checked. */
  readonly pairs: number;
  /** `most`: most IDs are not in A. `reversed`: the map leads from B to A. */
  readonly misfit?: 'most' | 'reversed';
}

type Noun = 'user' | 'group';

/**
 * Checks a map before it is used: if an invalid pair were silently skipped, a user that already exists would
 * be created again. Pairs of groups are checked only if both organizations have groups with IDs.
 */
export function checkIdMap(a: OrganizationCopy, b: OrganizationCopy, { ids, places }: PlacedMap): IdMapCheck {
  const [nounsOfA, nounsOfB] = [nounsOf(a), nounsOf(b)];
  const hasGroups = [a, b].every((copy) => copy.hasGroups && copy.groups.every(({ id }) => id !== ''));
  const takenBy = new Map<string, string>();
  const issues: Issue[] = [];
  const notInA: string[] = [];
  const fits = { forward: 0, backward: 0 };
  let pairs = 0;
  for (const [from, to] of ids) {
    const noun = nounsOfA.get(from);
    if (!hasGroups && (noun === 'group' || GROUP_ID.test(from))) continue;
    pairs += 1;
    fits.forward += Number(isSameKind(nounsOfA, from, nounsOfB, to));
    fits.backward += Number(isSameKind(nounsOfA, to, nounsOfB, from));
    const at = places.get(from);
    const earlier = takenBy.get(to);
    if (noun === undefined) notInA.push(from);
    else if (nounsOfB.get(to) !== noun)
      issues.push({
        code: 'not_in_b',
        path: 'to',
        message: `${to} is not a ${noun} of ${b.name}`,
        expected: `the ID of ${from} in ${b.name}`,
        ...defined({ at }),
      });
    else if (earlier !== undefined)
      issues.push({
        code: 'two_to_one',
        path: 'to',
        message: `${earlier} and ${from} both become ${to}`,
        expected: `one pair for each ${noun} of ${b.name}`,
        ...defined({ at }),
      });
    else takenBy.set(to, from);
  }
  // A may be a list of some users, with a map of all of them.
  const isPart = fits.forward > 0 && pairs > nounsOfA.size;
  const isMostGone = notInA.length * 2 > pairs && !isPart;
  // IDs of two organizations may overlap, so that some pairs of a reversed map seem to fit.
  const misfit: IdMapCheck['misfit'] =
    fits.backward > fits.forward ? 'reversed' : isMostGone ? 'most' : undefined;
  return { issues, notInA, pairs, ...defined({ misfit }) };
}

const GROUP_ID = /^S/;

function nounsOf({ people, groups }: OrganizationCopy): ReadonlyMap<string, Noun> {
  return new Map<string, Noun>([
    ...groups.map(({ id }) => [id, 'group'] as const),
    ...people.map(({ id }) => [id, 'user'] as const),
  ]);
}

type Nouns = ReadonlyMap<string, Noun>;

function isSameKind(ofA: Nouns, from: string, ofB: Nouns, to: string): boolean {
  const noun = ofA.get(from);
  return noun !== undefined && ofB.get(to) === noun;
}
