import { Failure, type FailureKind } from '../failure/failure.ts';
import { isJsonObject } from '../rules/json-value.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { WEB_ERROR_CODES, type WebErrorCode } from '../spec/webapi-error-codes.ts';
import { defined } from '../values/defined.ts';

/** Codes that say: this token, person or network may not (WEB §5, §7). */
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

/** What the service says when a workspace has to be named (WEB §5 rule 4). */
const TEAM_MISSING = /missing required field: team_id/;

/** Returns whether a code is one that the documents describe. */
export function isWebErrorCode(code: string): code is WebErrorCode {
  return Object.hasOwn(WEB_ERROR_CODES, code);
}

/**
 * Returns the Failure of an answer with `ok: false`: what its code means, what the service adds, what to do
 * (WEB §1, §7). A write is refused only by a code of the service; what a gateway says tells nothing of what
 * the service did.
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
  // What a failing service says of itself tells nothing of the write.
  const what =
    kind === 'unknownOutcome'
      ? 'the call was answered with a failure and may have been made'
      : lowerFirst(meaning);
  const message = `${method}: ${what.replace(/\.$/, '')}${added(body)}`;
  const hint = TEAM_MISSING.test(message) ? 'name the workspace with --team T…' : `orgctl explain ${code}`;
  return new Failure(kind, message, { code, hint });
}

/** The Failure of an answer without a code, or with one that the documents do not have. */
function unknownRefusal(
  method: string,
  body: JsonObject,
  code: string | undefined,
  { effect, status }: { readonly effect: 'read' | 'write'; readonly status: number },
): Failure {
  const isFailing = status >= 500;
  const isLost = effect === 'write' && (code === undefined || isFailing);
  const why = code === undefined ? ' without saying why' : added(body);
  const said = isLost || isFailing ? `answered ${status}` : 'refused';
  const kind = isLost ? 'unknownOutcome' : isFailing ? 'unavailable' : 'refused';
  return new Failure(kind, `${method}: the service ${said}${why}`, {
    ...defined({ code }),
    ...(isLost || isFailing ? { status } : {}),
  });
}

/** Codes after which a write may have been done all the same, in whole or in part. */
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

/** What stands beside the code: the scopes that are needed, a detail, further messages (OBSERVED §10). */
function added(body: JsonObject): string {
  const { needed, provided, detail } = body;
  const parts = [
    ...(typeof needed === 'string' ? [`needed ${needed}`] : []),
    ...(typeof provided === 'string' ? [`provided ${provided === '' ? 'none' : provided}`] : []),
    ...(typeof detail === 'string' ? [detail] : []),
    ...messagesOf(body, 'messages').map((text) => text.replace(/^\[[A-Z]+\] /, '')),
  ];
  return parts.length === 0 ? '' : `: ${parts.join('; ')}`;
}

/** Returns texts of `response_metadata`, such as its warnings. */
export function messagesOf(body: JsonObject, name: 'messages' | 'warnings'): readonly string[] {
  const metadata = body['response_metadata'];
  const list = isJsonObject(metadata) ? metadata[name] : undefined;
  return Array.isArray(list) ? list.filter((text): text is string => typeof text === 'string') : [];
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
