import type { Capabilities, CapabilityAnswer, CapabilityValue } from '../profiles/capabilities.ts';
import { isSameAnswer } from './question.ts';

/** A question whose answer changed between two probes. */
export interface ProbeDifference {
  readonly id: string;
  readonly question: string;
  readonly section: string;
  /** Undefined if the answer was unclear. */
  readonly before: CapabilityValue | undefined;
  readonly now: CapabilityValue | undefined;
}

/**
 * Compares two probes of one service. A question that either probe did not ask, because its budget ran out or
 * its version of orgctl did not have the question, is left out.
 */
export function compareProbes(
  before: Pick<Capabilities, 'answers'>,
  now: Pick<Capabilities, 'answers'>,
): readonly ProbeDifference[] {
  const earlier = new Map(before.answers.map((answer) => [answer.id, answer]));
  return now.answers.flatMap((answer) => {
    const old = earlier.get(answer.id);
    if (old === undefined || !wasAsked(old) || !wasAsked(answer)) return [];
    if (isSameAnswer(old.value, answer.value)) return [];
    const { id, question, section } = answer;
    return [{ id, question, section, before: old.value, now: answer.value }];
  });
}

function wasAsked({ state }: CapabilityAnswer): boolean {
  return state !== 'not asked';
}
