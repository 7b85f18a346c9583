import { Failure } from '../../failure/failure.ts';
import type { Joined } from '../../migration/compare/difference.ts';
import { isCompared } from '../../migration/compare/organization-copy.ts';
import type { JoinFlags } from './join-options.ts';

/** What is done with users, and the participle for messages. */
const DONE = { compare: 'compared', pair: 'paired', move: 'planned' } as const;

/**
 * Refuses an empty selection of users: "no differences" and "nothing to change" would be misleading.
 * @throws Failure `invalidInput` if `--where` and `--except` leave no user of A and B; for a move, of A alone
 */
export function refuseEmptySelection(
  { a, b, people }: Joined,
  { where, except }: JoinFlags,
  purpose: keyof typeof DONE = 'compare',
): void {
  if ((where ?? except) === undefined) return;
  const isAnybody =
    a.people.some((person, index) => isCompared(person, b.people[people.toB[index] ?? -1])) ||
    (purpose !== 'move' && b.people.some((person, index) => people.toA[index] === -1 && isCompared(person)));
  if (isAnybody) return;
  const isNobodySelected = [a, b].every((copy) => copy.people.every(({ isSelected }) => !isSelected));
  const flags = [where, except].flatMap((given, at) =>
    given === undefined ? [] : ['--where', '--except'][at],
  );
  const names = purpose === 'move' ? a.name : `${a.name} and ${b.name}`;
  const either = [...new Set([a.name, b.name])].join(' or ');
  throw new Failure(
    'invalidInput',
    isNobodySelected
      ? `--where matches no users in ${either}, so nothing was ${DONE[purpose]}`
      : `${flags.join(' and ')} ${flags.length === 1 ? 'leaves' : 'leave'} no users of ${names} to ${purpose}`,
  );
}
