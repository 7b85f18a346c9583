import { isJsonObject } from '../rules/json-value.ts';
import { NO_METHOD, probeUser } from '../spec/probe-words.ts';
import { WEB_API_METHODS, type WebApiMethod, type WebApiMethodName } from '../spec/webapi-methods.ts';
import { keysOf } from '../values/keys-of.ts';
import { codeIn, type ProbeAnswer, refusalIn } from './answers.ts';
import type { Asker, WebQuestion } from './asker.ts';
import type { Question, QuestionResult } from './question.ts';

/** Error codes that mean a token may not call a method, whatever the arguments (WEB §5, §7). */
const NOT_CALLABLE: readonly string[] = [
  'access_denied',
  'accesslimited',
  'account_inactive',
  'admin_unauthorized',
  'deprecated_endpoint',
  'enterprise_is_restricted',
  'feature_not_enabled',
  'invalid_auth',
  'method_deprecated',
  'missing_scope',
  'no_permission',
  'not_allowed_token_type',
  'not_an_admin',
  'not_authed',
  'not_enterprise_team',
  'org_login_required',
  'team_access_not_granted',
  'team_added_to_org',
  'token_expired',
  'token_revoked',
  'two_factor_setup_required',
  'unknown_method',
];

/** Methods of WEB §4, except those that would take effect without arguments. */
const METHODS = keysOf(WEB_API_METHODS).filter(
  (name) => name !== 'auth.test' && (WEB_API_METHODS[name].effect === 'read' || needsArguments(name)),
);

function needsArguments(name: WebApiMethodName): boolean {
  const method: WebApiMethod = WEB_API_METHODS[name];
  return Object.values(method.arguments).some(({ required }) => required === true);
}

/** Arguments, besides a page size of one, that make a method that reads show its limits. */
const LIMITS_SHOWN: { readonly [Name in WebApiMethodName]?: Omit<WebQuestion, 'method'> } = {
  'team.integrationLogs': { arguments: { count: 1001 } },
  'migration.exchange': {
    arguments: { users: Array.from({ length: 401 }, (_, index) => probeUser(index)) },
    shown: 'users=(401 made-up IDs)',
  },
};

/**
 * Returns a call that cannot change anything. A method that reads is asked for a page of one; a method that
 * writes is called without its required arguments, so it has to refuse (WEB §4).
 */
function harmless(method: WebApiMethodName): WebQuestion {
  const described: WebApiMethod = WEB_API_METHODS[method];
  if (described.effect === 'write') return { method };
  const one = ['limit', 'count'].find((name) => Object.hasOwn(described.arguments, name));
  return { method, ...(one === undefined ? {} : { arguments: { [one]: 1 } }), ...LIMITS_SHOWN[method] };
}

/**
 * Returns the kinds of token that the connection has and the method accepts. If there are none, the method is
 * not called.
 */
function tokensFor(asker: Asker, { method }: WebQuestion): WebQuestion['tokens'] {
  const known = WEB_API_METHODS[method as WebApiMethodName].tokens;
  return known.filter((kind) => asker.tokens.includes(kind));
}

async function call(asker: Asker, name: WebApiMethodName): Promise<ProbeAnswer | undefined> {
  const question = harmless(name);
  const tokens = tokensFor(asker, question) ?? [];
  return tokens.length === 0 ? undefined : asker.web({ ...question, tokens });
}

async function callableMethods(asker: Asker): Promise<QuestionResult> {
  if (asker.known.get('web-wrong-token') === undefined)
    return { why: 'how a wrong token is refused is not known' };
  const callable: string[] = [];
  for (const name of METHODS) {
    const asked = await call(asker, name);
    const code = asked === undefined ? 'not_authed' : codeIn(asked);
    const isAnswer = asked?.body?.['ok'] === true || code !== undefined;
    if (isAnswer && !NOT_CALLABLE.includes(code ?? '')) callable.push(name);
  }
  return { value: callable };
}

async function refusalOf(asker: Asker, question: WebQuestion): Promise<QuestionResult> {
  const tokens = tokensFor(asker, question) ?? [];
  if (tokens.length === 0) return { why: 'the connection has no token of the kind that the method accepts' };
  return answerUnlessBarred(await asker.web({ ...question, tokens }));
}

/** Returns no answer if the token may not call the method: the refusal does not show its limits. */
function answerUnlessBarred(asked: ProbeAnswer): QuestionResult {
  const code = codeIn(asked);
  return code !== undefined && NOT_CALLABLE.includes(code)
    ? { why: `the token may not call it: ${code}` }
    : { value: refusalIn(asked) };
}

async function sessionCursor(asker: Asker): Promise<QuestionResult> {
  const asked = await call(asker, 'admin.users.session.list');
  if (asked === undefined || asked.body?.['ok'] !== true) return { why: 'sessions cannot be listed' };
  const { response_metadata: metadata, next_cursor: top } = asked.body;
  if (isJsonObject(metadata) && typeof metadata['next_cursor'] === 'string')
    return { value: 'response_metadata.next_cursor' };
  return typeof top === 'string' ? { value: 'next_cursor' } : { why: 'there is at most one page' };
}

/** Questions about the Web API (WEB §1, §4, §5). */
export const WEB_QUESTIONS: readonly Question[] = [
  {
    id: 'web-tokens',
    question: 'Which tokens of the connection work on the Web API?',
    api: 'web',
    section: 'WEB §5',
    basis: 'documented',
    expected: ({ tokens }) => tokens,
    assumptions: ['special-rate'],
    ask: async (asker) => {
      const alive: string[] = [];
      for (const kind of asker.tokens) {
        const { body } = await asker.web({ method: 'auth.test', shown: `(${kind} token)`, tokens: [kind] });
        if (body?.['ok'] === true) alive.push(kind);
      }
      return { value: alive };
    },
  },
  {
    id: 'web-scopes',
    question: 'Does a response list the scopes of its token?',
    api: 'web',
    section: 'WEB §5',
    basis: 'assumed',
    expected: true,
    assumptions: [],
    ask: async (asker) => {
      const told = asker.all().filter(({ question }) => 'tokens' in question);
      if (told.length === 0) return { why: 'no token works' };
      return { value: told.some(({ asked }) => asked.headers['x-oauth-scopes'] !== undefined) };
    },
  },
  {
    id: 'web-wrong-token',
    question: 'How is a wrong token refused, before the arguments are looked at?',
    api: 'web',
    section: 'WEB §5',
    basis: 'documented',
    expected: '200 invalid_auth',
    assumptions: [],
    ask: async (asker) => {
      const asked = await asker.web({ method: 'conversations.mark', isStranger: true });
      return codeIn(asked) === undefined ? { why: 'no code was answered' } : { value: refusalIn(asked) };
    },
  },
  {
    id: 'web-methods',
    question: 'Which methods of the Web API may these tokens call?',
    api: 'web',
    section: 'WEB §4',
    basis: 'documented',
    assumptions: ['org-wide-user-token', 'who-may-distribute', 'org-token-without-team'],
    ask: callableMethods,
    follows: () => 'a method that is not listed is refused by the service',
  },
  {
    id: 'session-cursor',
    question: 'Where does a list of sessions keep its next cursor?',
    api: 'web',
    section: 'WEB §4.4',
    basis: 'assumed',
    expected: 'response_metadata.next_cursor',
    assumptions: [],
    ask: sessionCursor,
  },
  {
    id: 'session-limit',
    question: 'How is a limit of sessions above 1000 refused?',
    api: 'web',
    section: 'WEB §4.4',
    basis: 'documented',
    expected: '200 invalid_arguments',
    assumptions: [],
    ask: (asker) => refusalOf(asker, { method: 'admin.users.session.list', arguments: { limit: 1001 } }),
  },
  {
    id: 'exchange-limit',
    question: 'How are more than 400 IDs refused?',
    api: 'web',
    section: 'WEB §4.10',
    basis: 'documented',
    expected: '200 too_many_users',
    assumptions: [],
    ask: (asker) => refusalOf(asker, harmless('migration.exchange')),
  },
  {
    id: 'log-page-size',
    question: 'What does a count of 1001 do for the integration log?',
    api: 'web',
    section: 'WEB §4.2',
    basis: 'assumed',
    expected: '200 ok',
    assumptions: ['log-page-size'],
    ask: (asker) => refusalOf(asker, harmless('team.integrationLogs')),
  },
  {
    id: 'get-by-post',
    question: 'Do the GET methods also accept POST?',
    api: 'web',
    section: 'WEB §1',
    basis: 'assumed',
    expected: true,
    assumptions: ['verb-of-methods'],
    ask: async (asker) => {
      const question = { method: 'team.integrationLogs', arguments: { count: 1 }, verb: 'POST' } as const;
      const tokens = tokensFor(asker, question) ?? [];
      if (tokens.length === 0)
        return { why: 'the connection has no token of the kind that the method accepts' };
      const asked = await asker.web({ ...question, tokens });
      return { value: codeIn(asked) !== 'unknown_method' && asked.status < 400 };
    },
  },
  {
    id: 'web-unknown-method',
    question: 'How is an unknown method refused?',
    api: 'web',
    section: 'WEB §7',
    basis: 'assumed',
    expected: '200 unknown_method',
    assumptions: [],
    ask: async (asker) => ({ value: refusalIn(await asker.web({ method: NO_METHOD })) }),
  },
];
