import { Failure } from '../../failure/failure.ts';
import type { Joined } from '../../migration/compare/difference.ts';
import { isMeant } from '../../migration/compare/organization-copy.ts';
import type { JoinFlags } from './join-options.ts';

/**
 * Refuses a comparison of nobody: "no differences" would read as if people were alike.
 * @throws Failure `invalidInput` when `--where` and `--except` leave nobody of A and B
 */
export function refuseNobody({ a, b, people }: Joined, { where, except }: JoinFlags): void {
  if ((where ?? except) === undefined) return;
  const isAnybody =
    a.people.some((person, index) => isMeant(person, b.people[people.toB[index] ?? -1])) ||
    b.people.some((person, index) => people.toA[index] === -1 && isMeant(person));
  if (isAnybody) return;
  const isNobodySelected = [a, b].every((copy) => copy.people.every(({ isSelected }) => !isSelected));
  throw new Failure(
    'invalidInput',
    isNobodySelected
      ? `--where matches nobody in ${a.name} or ${b.name}, so nothing was compared`
      : `${where === undefined ? '--except leaves' : '--where and --except leave'} nobody of ${a.name} and ${b.name} to compare`,
  );
}
