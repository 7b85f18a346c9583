import { Failure } from '../failure/failure.ts';
import type { ListVerdict } from './list-drift.ts';

/** A list that is not whole is read again, until it was read so often. */
const PASSES = 3;

/** A list that tells what it turned out to be. */
export interface JudgedList {
  verdict(): ListVerdict;
}

/**
 * Reads a list from which is concluded who is not there: again when it was not whole.
 * @param open begins to read it.
 * @param use reads it to its end; what it returns counts only when the list was whole.
 * @throws Failure `stale` when it was not whole so often; as every read.
 */
export async function readWhole<List extends JudgedList, T>(
  noun: ListNoun,
  open: () => List,
  use: (list: List) => Promise<T>,
): Promise<T> {
  for (let pass = 1; ; pass += 1) {
    const list = open();
    const result = await use(list);
    if (list.verdict().state === 'whole') return result;
    if (pass === PASSES) throw notWhole(noun, list.verdict(), `, ${PASSES} times in a row`);
  }
}

export type ListNoun = 'users' | 'groups';

/** Returns the Failure of a list that is not whole. */
export function notWhole(
  noun: ListNoun,
  verdict: ListVerdict,
  times: string,
  {
    hint = verdict.state === 'short' ? 'try again later' : `try again when nobody else is changing ${noun}`,
  }: { readonly hint?: string } = {},
): Failure {
  return new Failure('stale', `${describeVerdict(noun, verdict)}${times}`, { hint });
}

/** Says what is wrong with a list that is not whole, and how many came of how many. */
export function describeVerdict(noun: ListNoun, { state, read, total }: ListVerdict): string {
  const [came, all] = [read, total ?? read].map((count) => count.toLocaleString('en-US'));
  if (state === 'short') return `the list of ${noun} is short: the service gave ${came} of ${all}`;
  return `the list of ${noun} changed while it was read${came === all ? '' : ` (${came} of ${all} read)`}`;
}
