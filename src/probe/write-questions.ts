import { PHOTO_QUESTION, SECOND_VALUE_QUESTIONS } from './kept-value-questions.ts';
import { MEMBER_QUESTIONS } from './member-questions.ts';
import { UPDATE_QUESTIONS } from './update-questions.ts';
import type { WriteQuestion, WriteSubject, WriteTry } from './write-question.ts';

/**
 * All questions that need writes, in the order in which they are asked: the update forms first, because the
 * others use them.
 */
export const WRITE_QUESTIONS: readonly WriteQuestion[] = [
  ...UPDATE_QUESTIONS,
  ...SECOND_VALUE_QUESTIONS,
  ...MEMBER_QUESTIONS,
  PHOTO_QUESTION,
];

/** Returns the request of a question, or why it cannot be asked of this subject. */
export function attemptOfQuestion(
  question: WriteQuestion,
  subject: WriteSubject,
): WriteTry | { readonly why: string } {
  if (question.version !== undefined && question.version !== subject.dialect.version)
    return { why: `SCIM ${question.version} does not answer, or is not the one of the connection` };
  return question.attempt(subject);
}
