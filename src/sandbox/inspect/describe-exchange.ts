import { isJsonObject } from '../../rules/json-value.ts';
import { defined } from '../../values/defined.ts';
import { bearerTokenIn } from '../bearer.ts';
import { WATCH_BOUNDS } from '../bounds.ts';
import type { WireAnswer } from '../faults/faulty-answer.ts';
import type { Organization } from '../organization.ts';
import type { SandboxToken } from '../organization-data.ts';
import type { AnsweredRefusal } from '../scim-service.ts';
import { kindOf } from '../web-authenticate.ts';
import { isWebApiCall } from '../web-service.ts';
import type { ExchangeHead, ExchangeOutcome, ShownBody, ShownExchange } from './exchange.ts';
import { operationOf } from './operation.ts';
import { refusalOf } from './rule-of-refusal.ts';
import { type Hide, hiderOfRequest } from './shown-text.ts';
import type { SeenRequest } from './watch.ts';

/** Maximum number of characters shown of a user agent. */
const MAX_AGENT_LENGTH = 200;

/**
 * Returns a request and its answer in the form that may be shown and stored: without tokens and passwords,
 * with long bodies cut.
 * @param seq sequence number of the request
 */
export function describeExchange(
  { request, answer, took }: SeenRequest,
  organization: Organization,
  seq: number,
  now: number,
): ShownExchange {
  const { method, headers, body, number } = request;
  const hide = hiderOfRequest(
    request,
    organization.settings.tokens.map(({ token }) => token),
  );
  const { pathname, search } = new URL(request.url);
  const asked = operationOf(request);
  const outcome = outcomeOf(answer);
  const sent = shownBody(body ?? '', headers['content-type'], hide);
  const answered = isLost(answer) ? undefined : shownBody(answer.text, answer.headers['content-type'], hide);
  const refused = outcome === 'refused' ? refusalIn(answer) : undefined;
  const refusal =
    refused === undefined ? undefined : refusalOf(refused.code, truncated(hide(refused.found ?? '')), asked);
  return {
    seq,
    ...defined({ request: number }),
    time: new Date(now).toISOString(),
    took: Math.round(took * 100) / 100,
    method: method.slice(0, 20),
    path: truncated(hidePath(pathname, search, hide), WATCH_BOUNDS.pathCharacters),
    agent: truncated(hide(headers['user-agent'] ?? ''), MAX_AGENT_LENGTH),
    token: tokenWords(tokenOf(request, organization)),
    ...asked,
    ...(isLost(answer) ? {} : { status: answer.status }),
    outcome,
    ...(refused === undefined ? {} : { code: refused.code }),
    ...defined({ fault: answer.fault, refusal, sent, answered }),
  };
}

/** Returns the summary of a request. */
export function headOf({ refusal, sent, answered, ...head }: ShownExchange): ExchangeHead {
  return head;
}

function hidePath(pathname: string, search: string, hide: Hide): string {
  return `${hide(pathname)}${search === '' ? '' : `?${hide(search.slice(1))}`}`;
}

function isLost({ delivery }: WireAnswer): boolean {
  return delivery.kind === 'reset' || delivery.kind === 'close';
}

function outcomeOf(answer: WireAnswer): ExchangeOutcome {
  if (isLost(answer) || answer.delivery.kind === 'cut') return 'lost';
  return refusalIn(answer) === undefined && answer.status < 400 ? 'done' : 'refused';
}

/** Returns the refusal by the service or, for an injected fault, the one in the body (SCIM §7, WEB §7). */
function refusalIn({ refusal, text, status, fault }: WireAnswer): AnsweredRefusal | undefined {
  if (refusal !== undefined && fault === undefined) return refusal;
  if (status < 400 && !text.startsWith('{"ok":false')) return undefined;
  const body = parsed(text);
  if (!isJsonObject(body)) return { code: `http_${status}` };
  if (body['ok'] === false && typeof body['error'] === 'string')
    return { code: body['error'], found: messagesIn(body) };
  const { Errors: errors, detail } = body;
  const told = isJsonObject(errors) ? errors['description'] : detail;
  const [, code = '', found = ''] = /^(\w+)(?: \((.*)\))?/s.exec(String(told ?? '')) ?? [];
  return { code: code === '' ? `http_${status}` : code, found };
}

/** Returns the messages of a Web API refusal (OBSERVED §10). */
function messagesIn(body: Readonly<Record<string, unknown>>): string {
  const metadata = body['response_metadata'];
  const messages = isJsonObject(metadata) ? metadata['messages'] : undefined;
  const needed = typeof body['needed'] === 'string' ? [`needed: ${body['needed']}`] : [];
  const listed = Array.isArray(messages) ? messages : [];
  return [...listed.map((line) => String(line).replace(/^\[ERROR\] /, '')), ...needed].join('; ');
}

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function shownBody(text: string, type: string | undefined, hide: Hide): ShownBody | undefined {
  if (text === '') return undefined;
  const shown = truncated(hide(text), WATCH_BOUNDS.bodyCharacters);
  return { text: shown, size: text.length, ...(type === undefined ? {} : { type: truncated(type) }) };
}

/** Cuts a text. The result is a copy, because a slice would keep the whole text in memory. */
function truncated(text: string, most = 1_000): string {
  return text.length <= most ? text : Buffer.from(text.slice(0, most)).toString();
}

/** Returns the token from the header, or from the arguments of a Web API call (WEB §5 rule 1). */
function tokenOf(
  request: SeenRequest['request'],
  organization: Organization,
): SandboxToken | 'none' | 'unknown' {
  const authorization = request.headers['authorization'];
  const word = bearerTokenIn(authorization) ?? (isWebApiCall(request) ? tokenArgument(request) : undefined);
  if (word === undefined) return authorization === undefined ? 'none' : 'unknown';
  return organization.token(word) ?? 'unknown';
}

function tokenArgument({ url, body = '' }: SeenRequest['request']): string | undefined {
  const json = body.startsWith('{') ? parsed(body) : undefined;
  const sent = isJsonObject(json) ? json['token'] : new URLSearchParams(body).get('token');
  const token = sent ?? new URL(url).searchParams.get('token');
  return typeof token === 'string' ? token : undefined;
}

function tokenWords(token: SandboxToken | 'none' | 'unknown'): string {
  if (token === 'none') return 'no token';
  if (token === 'unknown') return 'unknown token';
  const rank = token.rank === 'primaryOwner' ? 'primary owner' : token.rank;
  const words = token.isBot === true ? 'bot' : `${kindOf(token)} token, ${rank}`;
  return token.end === undefined ? words : `${words}, ${token.end}`;
}
