import { Failure, type FailureKind } from '../failure/failure.ts';
import type { HttpResponse } from '../http/transport.ts';
import { isScimErrorCode } from '../rules/error-code.ts';
import { isJsonObject } from '../rules/json-value.ts';
import { OTHER_SCIM_CODES, SCIM_ERROR_CODES, type ScimErrorCode } from '../spec/error-codes.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { defined } from '../values/defined.ts';
import { lowerFirst } from '../values/lower-first.ts';

/** An error response: the request was not applied. */
export interface ServiceError {
  readonly status: number;
  /** The error code; undefined for a response without one, for example from a proxy. */
  readonly code: string | undefined;
  /** Text after the code, such as `username=anna`, or the message of another server. */
  readonly context: string | undefined;
}

/**
 * Reads an error body of either version: `Errors.description` or `detail` (v2 uses both), with a context
 * after the code (SCIM §7; OBSERVED §7). Accepts any other body.
 */
export function readServiceError(status: number, body: unknown): ServiceError {
  const text = isJsonObject(body) ? describe(body) : undefined;
  if (text === undefined) return { status, code: undefined, context: undefined };
  const match = /^([A-Za-z]+(?:_[A-Za-z]+)+)\b\s*(?:\((.*)\)|(.*))$/s.exec(text);
  if (match === null) return { status, code: scimType(body), context: text };
  return { status, code: match[1], context: match[2] ?? (match[3] === '' ? undefined : match[3]) };
}

/**
 * Whether a 429 response temporarily refuses one resource only (SCIM §7, §8). Any other 429 applies to all
 * requests of the same quota.
 */
export function isResourceLocked({ body }: HttpResponse): boolean {
  try {
    return readServiceError(429, JSON.parse(new TextDecoder().decode(body))).code === 'resource_locked';
  } catch {
    return false;
  }
}

/** Returns the documented code; also maps other observed names of documented codes. */
export function documentedCode(code: string): ScimErrorCode | undefined {
  if (isScimErrorCode(code)) return code;
  const others: Readonly<Record<string, ScimErrorCode>> = OTHER_SCIM_CODES;
  return others[code];
}

/** Returns the Failure for an error response: its meaning, its code, and a hint. */
export function failureOf(error: ServiceError, effect: 'read' | 'write'): Failure {
  const { status, code, context } = error;
  const known = code === undefined ? undefined : documentedCode(code);
  const row = known === undefined ? undefined : SCIM_ERROR_CODES[known];
  const meaning = row?.meaning.replace(/\.$/, '') ?? context ?? `the service answered ${status}`;
  const message = row !== undefined && context !== undefined ? `${meaning} (${context})` : meaning;
  const kind = kindOf(status, known, effect);
  const details = { status, ...defined({ code }) };
  if (kind === 'unknownOutcome') {
    const hint = 'check the current state before sending it again';
    return new Failure(kind, `${lowerFirst(message)}${PARTIAL_NOTE}`, { ...details, hint });
  }
  return new Failure(
    kind,
    lowerFirst(message),
    known === undefined ? details : { ...details, hint: `orgctl explain ${code}` },
  );
}

const PARTIAL_NOTE = '; it may have been partly applied';

/** Returns the message of a failure for a request that is now known not to have been applied. */
export function withoutPartialNote(message: string): string {
  return message.endsWith(PARTIAL_NOTE) ? message.slice(0, -PARTIAL_NOTE.length) : message;
}

const AUTHORIZATION_CODES: readonly string[] = [
  'invalid_authentication',
  'missing_authentication',
  'permission_denied',
  'non_org_teams_only',
  'plus_teams_only',
] satisfies readonly ScimErrorCode[];

function kindOf(status: number, code: ScimErrorCode | undefined, effect: 'read' | 'write'): FailureKind {
  // A 408 without a code may come from a gateway that timed out; the service's own codes mean that nothing
  // was done.
  const isLost = status >= 500 || (status === 408 && code === undefined);
  if (isLost && effect === 'write') return 'unknownOutcome';
  if (status === 502 || status === 503 || status === 504) return 'throttled';
  // Without a code, the service may recover later; a code reports what is wrong.
  if (isLost && code === undefined) return 'unavailable';
  if (status === 401 || (status === 403 && code === undefined)) return 'unauthorized';
  return code !== undefined && AUTHORIZATION_CODES.includes(code) ? 'unauthorized' : 'refused';
}

function describe(body: JsonObject): string | undefined {
  const errors = body['Errors'];
  const first = Array.isArray(errors) ? errors[0] : errors;
  const candidates = [
    isJsonObject(first) ? first['description'] : undefined,
    body['detail'],
    body['error'],
    body['message'],
  ];
  return candidates.find((text): text is string => typeof text === 'string' && text !== '');
}

/** Other servers return a sentence in `detail` and a keyword in `scimType` (RFC 7644 §3.12). */
function scimType(body: unknown): string | undefined {
  const type = isJsonObject(body) ? body['scimType'] : undefined;
  return typeof type === 'string' && type !== '' ? type : undefined;
}

const NOT_FOUND_CODES: readonly (string | undefined)[] = [
  'no_such_user',
  'no_such_group',
  'cannot_decode_user_id',
] satisfies readonly ScimErrorCode[];

/**
 * Whether the service reports that the resource does not exist. Some servers do so with another status than
 * 404 (assumption `status-of-paths`).
 */
export function isNotFound(error: unknown): boolean {
  if (!(error instanceof Failure) || error.kind !== 'refused') return false;
  return error.status === 404 || (error.status !== undefined && NOT_FOUND_CODES.includes(error.code));
}

/** Whether a look-up found no user, as opposed to a request that the service refused. */
export function isUserNotFound(error: unknown): boolean {
  return error instanceof Failure && error.kind === 'refused' && error.status === undefined;
}

/** Whether a write has an unknown outcome. */
export function isUnknownOutcome(error: unknown): error is Failure {
  return error instanceof Failure && error.kind === 'unknownOutcome';
}
