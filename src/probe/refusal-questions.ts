import { PROBE_NONEXISTENT } from '../spec/probe-words.ts';
import type { ScimVersion } from '../spec/protocol-types.ts';
import { codeIn, type ProbeAnswer, refusalIn } from './answers.ts';
import type { Asker } from './asker.ts';
import { expectedRefusal } from './expected-refusal.ts';
import type { Question } from './question.ts';

/** Questions about refusals (SCIM §7). */
export const REFUSAL_QUESTIONS: readonly Question[] = [
  refusal('no_such_user', {
    id: 'missing-user',
    what: 'a user who does not exist',
    section: 'SCIM §7',
    assumptions: ['status-of-paths'],
    request: {
      path: `/Users/${PROBE_NONEXISTENT.user}`,
    },
  }),
  refusal('cannot_decode_user_id', {
    id: 'undecodable-user',
    what: 'a malformed ID',
    section: 'SCIM §7',
    assumptions: ['status-of-paths'],
    request: {
      path: `/Users/${PROBE_NONEXISTENT.text}`,
    },
  }),
  refusal('no_such_group', {
    id: 'missing-group',
    what: 'a group that does not exist',
    section: 'SCIM §7',
    assumptions: ['status-of-paths'],
    request: {
      path: `/Groups/${PROBE_NONEXISTENT.group}`,
    },
  }),
  refusal('invalid_sort_order', {
    id: 'bad-sort-order',
    what: 'a wrong sortOrder',
    section: 'SCIM §4.1',
    assumptions: ['status-of-codes'],
    request: {
      path: '/Users',
      query: { count: '1', sortOrder: PROBE_NONEXISTENT.sortOrder },
    },
  }),
  refusal('method_not_allowed', {
    id: 'wrong-method',
    what: 'an unsupported HTTP method',
    section: 'SCIM §7',
    assumptions: ['status-of-codes'],
    request: {
      path: '/Users',
      method: 'OPTIONS',
    },
  }),
  refusal('bad_endpoint', {
    id: 'wrong-path',
    what: 'an unknown path',
    section: 'SCIM §7',
    assumptions: ['status-of-codes'],
    request: {
      path: `/${PROBE_NONEXISTENT.path}`,
    },
  }),
  refusal('unsupported_version', {
    id: 'unknown-version',
    what: 'an unknown version',
    section: 'SCIM §9',
    assumptions: ['status-of-codes'],
    request: {
      path: '/Users',
      versionPath: `/scim/${PROBE_NONEXISTENT.version}`,
    },
  }),
  {
    id: 'error-body',
    question: 'What is the error body on v2?',
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

function shapeOf(asked: ProbeAnswer): string {
  const { body } = asked;
  if (body === undefined) return 'not JSON';
  if (body['Errors'] !== undefined) return 'as on v1';
  return codeIn(asked) === body['detail'] && Array.isArray(body['schemas']) ? 'as documented' : 'another one';
}

/** A request that the service must refuse. */
interface Refused extends Pick<Question, 'id' | 'section' | 'assumptions'> {
  /** What is wrong with the request, as part of the question. */
  readonly what: string;
  readonly request: Parameters<Asker['scim']>[0];
}

function refusal(
  code: Parameters<typeof expectedRefusal>[0],
  { id, what, section, assumptions, request }: Refused,
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
