import { readArguments } from '../rules/check-arguments.ts';
import { isJsonObject } from '../rules/json-value.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { WEB_API_METHODS, type WebApiMethodName } from '../spec/webapi-methods.ts';
import { keysOf } from '../values/keys-of.ts';
import { assignEntities, convertToPrivate, deniedInvites } from './admin-methods.ts';
import { listSteps, setPermissions } from './app-methods.ts';
import { mark, setThreadStatus } from './conversation-methods.ts';
import { exchangeIds } from './exchange-ids.ts';
import { integrationLogs } from './integration-log.ts';
import type { Organization } from './organization.ts';
import type { SandboxToken } from './organization-data.ts';
import type { RateBuckets } from './rate-buckets.ts';
import { SANDBOX_METHODS } from './sandbox-methods.ts';
import type { SandboxAnswer, SandboxRequest } from './scim-service.ts';
import { listSessions } from './sessions.ts';
import { authenticateWeb, type CalledMethod } from './web-authenticate.ts';
import { enterpriseId, messages, type WebCall, type WebHandler } from './web-call.ts';
import { WebError } from './web-error.ts';
import { readWebRequest, type WebRequest } from './web-request.ts';

const METHOD_PATH = /^\/api\/([^/]+)\/?$/;

/** Whether a request is for the Web API rather than SCIM: its path is /api and a method name. */
export function isWebApiCall({ url }: Pick<SandboxRequest, 'url'>): boolean {
  return METHOD_PATH.test(new URL(url).pathname);
}

/** Returns a method by its name, including methods that only a sandbox has. */
export function methodNamed(name: string): CalledMethod | undefined {
  return METHODS.get(name)?.method;
}

/** State of the Web API service. */
export interface WebApiState {
  readonly organization: Organization;
  readonly rates: RateBuckets;
  readonly now: () => number;
  readonly takeTime: () => Promise<void>;
  readonly commit: <T>(call: () => T) => Promise<T>;
}

const HANDLERS: { readonly [Name in WebApiMethodName]: WebHandler } = {
  'admin.auth.policy.assignEntities': assignEntities,
  'team.integrationLogs': integrationLogs,
  'admin.inviteRequests.denied.list': deniedInvites,
  'admin.users.session.list': listSessions,
  'functions.workflows.steps.list': listSteps,
  'assistant.threads.setStatus': setThreadStatus,
  'conversations.mark': mark,
  'functions.distributions.permissions.set': setPermissions,
  'admin.conversations.convertToPrivate': convertToPrivate,
  'migration.exchange': exchangeIds,
  'auth.test': tokenOwner,
};

interface Found {
  readonly method: CalledMethod;
  readonly run: WebHandler;
}

const METHODS: ReadonlyMap<string, Found> = new Map([
  ...keysOf(HANDLERS).map((name): [string, Found] => [
    name,
    { method: { ...WEB_API_METHODS[name], name }, run: HANDLERS[name] },
  ]),
  ...SANDBOX_METHODS.map((found): [string, Found] => [found.method.name, found]),
]);

/**
 * Answers a Web API call. The order is: method, encoding, injected fault, token, quota, arguments, then the
 * call itself (WEB §1, §4, §5, §7). A refusal has status 200 and `ok: false`, or status 429 if rate limited.
 */
export async function answerWebApi(request: SandboxRequest, state: WebApiState): Promise<SandboxAnswer> {
  const url = new URL(request.url);
  const name = METHOD_PATH.exec(url.pathname)?.[1] ?? '';
  const warnings: string[] = [];
  try {
    const found = METHODS.get(name);
    if (found === undefined || !acceptsVerb(found.method, request.method))
      throw new WebError('unknown_method', { req_method: name });
    const sent = await readWebRequest(request);
    warnings.push(...sent.warnings);
    await state.takeTime();
    // Return a refusal instead of throwing it, so that changes made before it are stored.
    const outcome = await state.commit(() => {
      try {
        return perform(found, sent, url.origin, state);
      } catch (error) {
        if (error instanceof WebError) return error;
        throw error;
      }
    });
    if (outcome instanceof WebError) throw outcome;
    return answer(200, { ok: true, ...outcome.body }, warnings, scopeHeaders(outcome.token, found.method));
  } catch (error) {
    if (!(error instanceof WebError)) throw error;
    const { code, more, retryAfter } = error;
    const headers: Record<string, string> =
      retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
    return answer(code === 'ratelimited' ? 429 : 200, { ok: false, error: code, ...more }, warnings, headers);
  }
}

/**
 * Whether a method accepts an HTTP verb. A method documented with POST refuses GET. The others accept both,
 * because all published clients use POST (assumption `verb-of-methods`), and so do the methods of the
 * sandbox.
 */
function acceptsVerb({ verb, section }: CalledMethod, method: string): boolean {
  return method === 'POST' || (method === 'GET' && (verb === 'GET' || section === 'sandbox'));
}

interface Performed {
  readonly body: JsonObject;
  readonly token: SandboxToken;
}

function perform(
  { method, run }: Found,
  { token: word, arguments: given, inJson }: WebRequest,
  origin: string,
  { organization, rates, now }: WebApiState,
): Performed | WebError {
  const trouble = method.section === 'sandbox' ? undefined : takeInjectedFault(organization, method.name);
  if (trouble !== undefined && trouble.code !== 'fatal_error') return trouble;
  const token = authenticateWeb(organization, word, method);
  rates.takeCall(method, token);
  const { [OLDER_NAME]: older, ...rest } = given;
  const { values, issues } = readArguments(
    method,
    older === undefined ? given : { permission_type: older, ...rest },
    inJson,
  );
  const [issue] = issues;
  if (issue !== undefined) throw new WebError(issue.code, messages(...issues.map(({ message }) => message)));
  const answered = run({ organization, token, values, origin, now: now() });
  const body = typeof older === 'string' ? { ...answered, [OLDER_NAME]: older } : answered;
  // A fatal error occurs after part of the operation has been done (WEB §7).
  return trouble ?? { body, token };
}

/** Name of `permission_type` in the official command line (assumption `distribution-type`). */
const OLDER_NAME = 'distribution_type';

/** Returns the injected refusal for a method, and counts its use. */
function takeInjectedFault(organization: Organization, name: string): WebError | undefined {
  const trouble = organization.records.get('trouble', name) ?? organization.records.get('trouble', '*');
  if (trouble === undefined) return undefined;
  const { kind, id, code, times, retryAfter } = trouble;
  if (times === 1) organization.change({ deletedRecord: { kind, id } });
  else if (times !== undefined) organization.change({ record: { ...trouble, times: times - 1 } });
  return new WebError(code, {}, code === 'ratelimited' ? (retryAfter ?? 1) : undefined);
}

function answer(
  status: number,
  body: JsonObject,
  warnings: readonly string[],
  headers: Readonly<Record<string, string>>,
): SandboxAnswer {
  if (warnings.length === 0) return { status, headers, body };
  const metadata = body['response_metadata'];
  const known = isJsonObject(metadata) ? metadata : {};
  const told = { warning: warnings.join(','), response_metadata: { ...known, warnings } };
  return { status, headers, body: { ...body, ...told } };
}

/** Returns headers that published clients read (OBSERVED §10). */
function scopeHeaders(token: SandboxToken, method: CalledMethod): Readonly<Record<string, string>> {
  return {
    'x-oauth-scopes': token.scopes.join(','),
    'x-accepted-oauth-scopes': method.scopes.join(','),
  };
}

/** auth.test (OBSERVED §12.2): returns the owner of the token. */
function tokenOwner({ organization, token }: WebCall): JsonObject {
  const { settings, records } = organization;
  const user = organization.user(token.userId ?? '');
  const isOrgWide = token.installedOn === 'organization';
  const team = isOrgWide ? undefined : records.get('team', token.teams?.[0] ?? '');
  const enterprise = enterpriseId(organization);
  return {
    url: `${settings.url}/`,
    team: team?.name ?? settings.name,
    user: user?.values.userName ?? '',
    team_id: team?.id ?? enterprise,
    user_id: user?.id ?? '',
    ...(token.isBot === true ? { bot_id: `B${(token.appId ?? '').slice(1)}` } : {}),
    ...(settings.plan === 'enterprise'
      ? { enterprise_id: enterprise, is_enterprise_install: isOrgWide }
      : {}),
  };
}
