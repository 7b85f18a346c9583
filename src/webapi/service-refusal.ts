import { Failure, type FailureKind } from '../failure/failure.ts';
import { isJsonObject } from '../rules/json-value.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { WEB_ERROR_CODES, type WebErrorCode } from '../spec/webapi-error-codes.ts';
import { defined } from '../values/defined.ts';
import { lowerFirst } from '../values/lower-first.ts';

/** Error codes that deny access to this token, user or network (WEB §5, §7). */
const AUTHORIZATION_CODES: readonly string[] = [
  'access_denied',
  'accesslimited',
  'account_inactive',
  'admin_unauthorized',
  'ekm_access_denied',
  'invalid_auth',
  'missing_scope',
  'no_permission',
  'not_allowed_token_type',
  'not_an_admin',
  'not_authed',
  'org_login_required',
  'team_access_not_granted',
  'token_expired',
  'token_revoked',
  'two_factor_setup_required',
] satisfies readonly WebErrorCode[];

/** The service's message if a workspace must be given (WEB §5 rule 4). */
const TEAM_MISSING = /missing required field: team_id/;

/** Whether an error code is documented. */
export function isWebErrorCode(code: string): code is WebErrorCode {
  return Object.hasOwn(WEB_ERROR_CODES, code);
}

/**
 * Returns the Failure for a response with `ok: false`: the meaning of its code, details of the service, and a
 * hint (WEB §1, §7). A write counts as refused only with an error code of the service, because the response
 * of a gateway does not reveal what the service did.
 */
export function refusalOf(
  method: string,
  body: JsonObject,
  { effect, status }: { readonly effect: 'read' | 'write'; readonly status: number },
): Failure {
  const code = typeof body['error'] === 'string' ? body['error'] : undefined;
  if (code === undefined || !isWebErrorCode(code))
    return unknownRefusal(method, body, code, { effect, status });
  const { meaning } = WEB_ERROR_CODES[code];
  const kind = kindOf(code, effect);
  // The meaning of the code does not describe the outcome of the write.
  const what =
    kind === 'unknownOutcome' ? 'the call failed, but it may have been applied' : lowerFirst(meaning);
  const message = `${method}: ${what.replace(/\.$/, '')}${errorDetails(body)}`;
  const hint = TEAM_MISSING.test(message)
    ? 'specify the workspace: --team T…, or team_id=T… of "orgctl api"'
    : `orgctl explain ${code}`;
  return new Failure(kind, message, { code, hint });
}

/** Returns the Failure for a response with no or an undocumented code. */
function unknownRefusal(
  method: string,
  body: JsonObject,
  code: string | undefined,
  { effect, status }: { readonly effect: 'read' | 'write'; readonly status: number },
): Failure {
  const isFailing = status >= 500;
  const isLost = effect === 'write' && (code === undefined || isFailing);
  const why = code === undefined ? ' without a reason' : errorDetails(body);
  const said = isLost || isFailing ? `answered ${status}` : 'refused';
  const kind = isLost ? 'unknownOutcome' : isFailing ? 'unavailable' : 'refused';
  return new Failure(kind, `${method}: the service ${said}${why}`, {
    ...defined({ code }),
    ...(isLost || isFailing ? { status } : {}),
  });
}

/** Error codes after which a write may have been applied completely or partly. */
const MAYBE_DONE: readonly string[] = [
  'internal_error',
  'service_unavailable',
] satisfies readonly WebErrorCode[];

function kindOf(code: WebErrorCode, effect: 'read' | 'write'): FailureKind {
  if (AUTHORIZATION_CODES.includes(code)) return 'unauthorized';
  const { retry } = WEB_ERROR_CODES[code];
  if (effect === 'write' && (retry === 'look' || MAYBE_DONE.includes(code))) return 'unknownOutcome';
  return retry === 'wait' ? 'throttled' : 'refused';
}

/** Returns details besides the code: required scopes, a detail, further messages (OBSERVED §10). */
function errorDetails(body: JsonObject): string {
  const { needed, provided, detail } = body;
  const parts = [
    ...(typeof needed === 'string' ? [`needed ${needed}`] : []),
    ...(typeof provided === 'string' ? [`provided ${provided === '' ? 'none' : provided}`] : []),
    ...(typeof detail === 'string' ? [detail] : []),
    ...messagesOf(body, 'messages').map((text) => text.replace(/^\[[A-Z]+\] /, '')),
  ];
  return parts.length === 0 ? '' : `: ${parts.join('; ')}`;
}

/** Returns messages in `response_metadata`, such as its warnings. */
export function messagesOf(body: JsonObject, name: 'messages' | 'warnings'): readonly string[] {
  const metadata = body['response_metadata'];
  const list = isJsonObject(metadata) ? metadata[name] : undefined;
  return Array.isArray(list) ? list.filter((text): text is string => typeof text === 'string') : [];
}
