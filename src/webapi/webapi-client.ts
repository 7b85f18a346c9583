import { Failure } from '../failure/failure.ts';
import { failureKindOfForeignResponse } from '../http/failure-kind-of-foreign-response.ts';
import type { HttpRequest, HttpResponse, Transport } from '../http/transport.ts';
import { readBoundedJson } from '../json/bounded-json.ts';
import { type ArgumentIssue, readArguments } from '../rules/check-arguments.ts';
import { isJsonObject } from '../rules/json-value.ts';
import type { JsonObject, TokenKind } from '../spec/protocol-types.ts';
import { WEB_API_METHODS, type WebApiMethod } from '../spec/webapi-methods.ts';
import { asQuestion, suggest } from '../values/suggest.ts';
import { asBody, asQuery, type Encoding, type WebApiArguments } from './encode-arguments.ts';
import { repeatUntilResponse } from './repeat-until-response.ts';
import { messagesOf, refusalOf } from './service-refusal.ts';

export interface WebApiCall {
  readonly method: string;
  readonly arguments: WebApiArguments;
  /** Encoding of a POST body; by default chosen by the arguments. */
  readonly encoding?: Encoding;
  /** HTTP verb of an undocumented method, which counts as a write; POST if absent. */
  readonly verb?: 'GET' | 'POST';
  /** Token kinds to try instead of those that the method accepts. */
  readonly tokens?: readonly TokenKind[];
  /** Sends the arguments unchecked, even if the service is known to refuse them. */
  readonly isUnchecked?: boolean;
}

/** A Web API client over any transport. */
export interface WebApiClient {
  /**
   * Calls a method.
   * @returns the response, which has `ok: true`.
   * @throws Failure `usage` with all findings in the arguments; the service's refusal with its code;
   * `unknownOutcome` if a write may have been applied; and whatever the transport throws.
   */
  call(call: WebApiCall, signal?: AbortSignal): Promise<JsonObject>;
}

export interface WebApiClientOptions {
  /** Ends before the method name, without a slash. */
  readonly baseUrl: string;
  readonly transport: Transport;
  /** Called with warnings of the service, and if a response was lost. */
  readonly onWarning: (method: string, warning: string) => void;
  /** Waits before repeating a call whose response was lost; returns false if no time is left. */
  readonly pause: () => Promise<boolean>;
}

/** Token kinds to try for an undocumented method. */
const ANY_KIND: readonly TokenKind[] = ['user', 'org', 'bot'];

/** Returns the description of a documented method; undefined for any other. */
export function knownMethod(name: string): WebApiMethod | undefined {
  const methods: Readonly<Record<string, WebApiMethod>> = WEB_API_METHODS;
  return Object.hasOwn(methods, name) ? methods[name] : undefined;
}

/**
 * Returns the token kinds that a method accepts, the preferred one first; all kinds for an undocumented
 * method.
 */
export function tokenKindsOf(name: string): readonly TokenKind[] {
  return knownMethod(name)?.tokens ?? ANY_KIND;
}

export function createWebApiClient(options: WebApiClientOptions): WebApiClient {
  return {
    async call(call, signal) {
      const method = knownMethod(call.method);
      const values = checkedArguments(call);
      const kinds = call.tokens ?? method?.tokens ?? ANY_KIND;
      const request = {
        ...requestOf(call, method, values, options.baseUrl),
        // An empty argument counts as absent (OBSERVED §10).
        tokens: (values['team_id'] ?? '') === '' ? kinds : orgTokensFirst(kinds),
      };
      const send = async () =>
        readAnswer(call.method, await options.transport(request, signal), request.effect);
      const body =
        method?.effect === 'write'
          ? await repeatUntilResponse(call.method, method, send, options)
          : await send();
      for (const warning of warningsOf(body)) options.onWarning(call.method, warning);
      return body;
    },
  };
}

/**
 * Returns the token kinds with org-level tokens first, for calls with a `team_id`: a token of one workspace
 * ignores it (WEB §4.2, §4.10).
 */
function orgTokensFirst(kinds: readonly TokenKind[]): readonly TokenKind[] {
  return [...kinds].sort((one, other) => Number(other === 'org') - Number(one === 'org'));
}

/**
 * Returns the arguments of a call in the form in which they are sent. Those of an undocumented method, and
 * of a call that is not to be checked, are returned as they are.
 * @throws Failure `usage` with all findings; nothing is sent
 */
export function checkedArguments(
  call: Pick<WebApiCall, 'method' | 'arguments' | 'isUnchecked'>,
): WebApiArguments {
  const method = knownMethod(call.method);
  if (method === undefined || call.isUnchecked === true) return call.arguments;
  const { values, issues: found, unknown } = readArguments(method, call.arguments);
  // An impossible name was found already.
  const misspelled = unknown.filter((name) => !found.some(({ path }) => path === name));
  const issues = [...misspelled.map((name) => unknownArgument(name, method)), ...found];
  const [issue] = issues;
  if (issue !== undefined) {
    const list = `orgctl api ${call.method} --describe`;
    const expected = issue.expected === undefined ? '' : `; expected ${issue.expected}`;
    throw new Failure('usage', `${call.method}: ${issue.message}${expected}`, {
      code: issue.code,
      ...(issues.length > 1 ? { issues } : {}),
      hint: misspelled.length > 0 ? `list its arguments: ${list}; to send it anyway: --unchecked` : list,
    });
  }
  const given = Object.keys(call.arguments);
  return Object.fromEntries(given.map((name) => [name, values[name] ?? call.arguments[name] ?? '']));
}

/** The service ignores an argument that a method does not have: a misspelled filter would select all. */
function unknownArgument(name: string, { arguments: known }: WebApiMethod): ArgumentIssue {
  const message = `there is no argument "${name}"${asQuestion(suggest(name, Object.keys(known)))}`;
  return { code: 'invalid_arguments', path: name, message };
}

function requestOf(
  call: WebApiCall,
  method: WebApiMethod | undefined,
  values: WebApiArguments,
  baseUrl: string,
): HttpRequest {
  const verb = method?.verb ?? call.verb ?? 'POST';
  // The effect of an undocumented method is unknown: even a GET may change something.
  const effect = method?.effect ?? 'write';
  const url = `${baseUrl}/${call.method}`;
  const accept = { accept: 'application/json' };
  // Each method has a quota of its own (OBSERVED §10).
  const rates = [call.method];
  if (verb === 'GET') {
    const query = asQuery(values);
    return { method: verb, url: query === '' ? url : `${url}?${query}`, headers: accept, effect, rates };
  }
  const { contentType, body } = asBody(values, call.encoding);
  return { method: verb, url, headers: { ...accept, 'content-type': contentType }, body, effect, rates };
}

function readAnswer(method: string, response: HttpResponse, effect: 'read' | 'write'): JsonObject {
  const { status, headers } = response;
  const read = readBoundedJson(new TextDecoder().decode(response.body));
  const body = 'value' in read ? read.value : undefined;
  if (isJsonObject(body) && body['ok'] === true && status < 300) return body;
  if (isJsonObject(body) && body['ok'] === false) throw refusalOf(method, body, { effect, status });
  const type = headers['content-type']?.split(';')[0] ?? 'no content type';
  if (status === 401)
    throw new Failure('unauthorized', `the service refused the token (401, ${type})`, { status });
  const foreign = 'fault' in read && read.fault !== 'not JSON' ? read.fault : 'not one of the Web API';
  throw new Failure(
    failureKindOfForeignResponse(status, effect),
    `${method}: the answer is ${foreign} (${status}, ${type})`,
    {
      status,
      hint: 'usually caused by a proxy or a wrong base URL; run: orgctl profile check',
    },
  );
}

/**
 * Returns the warnings of a successful response: `warning`, a comma-separated list, and those in
 * `response_metadata` (OBSERVED §10).
 */
function warningsOf(body: JsonObject): readonly string[] {
  const { warning } = body;
  const short = typeof warning === 'string' ? warning.split(',') : [];
  return [...new Set([...short, ...messagesOf(body, 'warnings')].map((text) => text.trim()))].filter(
    (text) => text !== '',
  );
}
