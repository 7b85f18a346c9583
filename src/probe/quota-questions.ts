import { isSuccess } from './answers.ts';
import type { Question } from './question.ts';
import { quotaIn } from './quota-in-headers.ts';

/**
 * Questions about quotas (SCIM §8). They are answered from the responses to the other questions, so they come
 * last and send no requests.
 */
export const QUOTA_QUESTIONS: readonly Question[] = [
  {
    id: 'rate-headers',
    question: 'Which rate-limit headers are sent?',
    api: 'scim',
    section: 'SCIM §8',
    basis: 'assumed',
    expected: [],
    assumptions: [],
    ask: async (asker) => {
      const names = asker.all().flatMap(({ asked }) => Object.keys(asked.headers));
      return { value: [...new Set(names.filter((name) => /rate-?limit|retry-after/i.test(name)))].sort() };
    },
  },
  {
    id: 'rate-quota',
    question: 'Which rate limit do these headers state?',
    api: 'scim',
    section: 'SCIM §8',
    basis: 'assumed',
    expected: 'untold',
    assumptions: [],
    ask: async (asker) => {
      const told = asker
        .all()
        .filter(({ question, asked }) => 'path' in question && isSuccess(asked))
        .map(({ asked }) => quotaIn(asked.headers));
      return { value: told.find((one) => one !== undefined) ?? 'untold' };
    },
    follows: (value) => `lists are read at the pace of ${String(value)}`,
  },
];
