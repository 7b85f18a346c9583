import { PROBE_NOBODY } from '../spec/probe-words.ts';
import type { ScimVersion } from '../spec/wire.ts';
import { type Asked, codeIn, refusalIn } from './answers.ts';
import type { Asker } from './asker.ts';
import { expectedRefusal } from './expected-refusal.ts';
import type { Question } from './question.ts';

/** How a service refuses (SCIM §7). */
export const REFUSAL_QUESTIONS: readonly Question[] = [
  refusal('missing-user', 'a user who does not exist', 'SCIM §7', 'no_such_user', ['status-of-paths'], {
    path: `/Users/${PROBE_NOBODY.user}`,
  }),
  refusal('undecodable-user', 'an ID that is none', 'SCIM §7', 'cannot_decode_user_id', ['status-of-paths'], {
    path: `/Users/${PROBE_NOBODY.text}`,
  }),
  refusal('missing-group', 'a group that does not exist', 'SCIM §7', 'no_such_group', ['status-of-paths'], {
    path: `/Groups/${PROBE_NOBODY.group}`,
  }),
  refusal('bad-sort-order', 'a wrong sortOrder', 'SCIM §4.1', 'invalid_sort_order', ['status-of-codes'], {
    path: '/Users',
    query: { count: '1', sortOrder: PROBE_NOBODY.sortOrder },
  }),
  refusal('wrong-method', 'a method that is none', 'SCIM §7', 'method_not_allowed', ['status-of-codes'], {
    path: '/Users',
    method: 'OPTIONS',
  }),
  refusal('wrong-path', 'a path that is none', 'SCIM §7', 'bad_endpoint', ['status-of-codes'], {
    path: `/${PROBE_NOBODY.path}`,
  }),
  refusal(
    'unknown-version',
    'a version that is none',
    'SCIM §9',
    'unsupported_version',
    ['status-of-codes'],
    {
      path: '/Users',
      versionPath: `/scim/${PROBE_NOBODY.version}`,
    },
  ),
  {
    id: 'error-body',
    question: 'Which body has an error of v2?',
    api: 'scim',
    section: 'SCIM §7',
    basis: 'documented',
    expected: 'as documented',
    assumptions: ['v2-error-body'],
    version: '2.0',
    ask: async (asker) => {
      const bodies = asker
        .all()
        .filter(({ question, asked }) => 'path' in question && isOfV2(question) && asked.status >= 400)
        .map(({ asked }) => shapeOf(asked));
      const [first, ...others] = [...new Set(bodies)];
      if (first === undefined) return { why: 'nothing was refused on v2' };
      return { value: others.length === 0 ? first : 'of several shapes' };
    },
  },
];

function isOfV2({ version = '2.0', versionPath }: { version?: ScimVersion; versionPath?: string }): boolean {
  return version === '2.0' && versionPath === undefined;
}

function shapeOf(asked: Asked): string {
  const { body } = asked;
  if (body === undefined) return 'not JSON';
  if (body['Errors'] !== undefined) return 'as on v1';
  return codeIn(asked) === body['detail'] && Array.isArray(body['schemas']) ? 'as documented' : 'another one';
}

function refusal(
  id: string,
  what: string,
  section: string,
  code: Parameters<typeof expectedRefusal>[0],
  assumptions: Question['assumptions'],
  request: Parameters<Asker['scim']>[0],
): Question {
  return {
    id,
    question: `How is ${what} refused?`,
    api: 'scim',
    section,
    basis: 'assumed',
    expected: expectedRefusal(code),
    assumptions,
    ask: async (asker) => ({ value: refusalIn(await asker.scim(request)) }),
  };
}
