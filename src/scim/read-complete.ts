import { Failure } from '../failure/failure.ts';
import type { ListVerdict } from './list-drift.ts';

/** Maximum number of attempts to read an incomplete list. */
const MAX_ATTEMPTS = 3;

/** A list that reports whether it was complete. */
export interface VerifiableList {
  verdict(): ListVerdict;
}

/**
 * Reads a list that must be complete, because absences are concluded from it. Reads it again if it was not.
 * @param open starts reading the list.
 * @param use reads the list to its end; its result counts only if the list was complete.
 * @throws Failure `stale` if the list was incomplete in all attempts; as every read.
 */
export async function readComplete<List extends VerifiableList, T>(
  noun: ListNoun,
  open: () => List,
  use: (list: List) => Promise<T>,
): Promise<T> {
  for (let pass = 1; ; pass += 1) {
    const list = open();
    const result = await use(list);
    if (list.verdict().state === 'whole') return result;
    if (pass === MAX_ATTEMPTS) throw incompleteList(noun, list.verdict(), `, in ${MAX_ATTEMPTS} attempts`);
  }
}

export type ListNoun = 'users' | 'groups';

/** Returns the Failure for an incomplete list. */
export function incompleteList(
  noun: ListNoun,
  verdict: ListVerdict,
  times: string,
  {
    hint = verdict.state === 'short' ? 'try again later' : `try again when no other program changes ${noun}`,
  }: { readonly hint?: string } = {},
): Failure {
  return new Failure('stale', `${describeVerdict(noun, verdict)}${times}`, { hint });
}

/** Describes why a list is incomplete, with the number of resources read and their total. */
export function describeVerdict(noun: ListNoun, { state, read, total }: ListVerdict): string {
  const [came, all] = [read, total ?? read].map((count) => count.toLocaleString('en-US'));
  if (state === 'short') return `the list of ${noun} is incomplete: the service returned ${came} of ${all}`;
  return `the list of ${noun} changed while it was read${came === all ? '' : ` (${came} of ${all} read)`}`;
}
