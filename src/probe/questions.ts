import { FILTER_QUESTIONS } from './filter-questions.ts';
import { LIST_QUESTIONS } from './list-questions.ts';
import { PAGE_QUESTIONS } from './page-questions.ts';
import type { Question } from './question.ts';
import { QUOTA_QUESTIONS } from './quota-questions.ts';
import { REFUSAL_QUESTIONS } from './refusal-questions.ts';
import { SERVICE_QUESTIONS } from './service-questions.ts';
import { WEB_QUESTIONS } from './web-questions.ts';
import { WRITE_QUESTIONS } from './write-questions.ts';

/**
 * All questions that need no writes, in the order in which they use the budget: those that change the
 * behavior of orgctl come first.
 */
export const READ_QUESTIONS: readonly Question[] = [
  ...SERVICE_QUESTIONS,
  ...PAGE_QUESTIONS,
  ...LIST_QUESTIONS,
  ...FILTER_QUESTIONS,
  ...WEB_QUESTIONS,
  ...REFUSAL_QUESTIONS,
  ...QUOTA_QUESTIONS,
];

/** All questions; those that write come last. */
export const QUESTIONS: readonly Omit<Question, 'ask'>[] = [...READ_QUESTIONS, ...WRITE_QUESTIONS];

/** Returns the IDs of the questions that settle each row of the assumptions table. */
export function questionsByAssumption(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { id, assumptions } of QUESTIONS)
    for (const assumption of assumptions) found.set(assumption, [...(found.get(assumption) ?? []), id]);
  return found;
}
