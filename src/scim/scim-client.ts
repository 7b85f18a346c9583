import { Failure } from '../failure/failure.ts';
import { failureKindOfForeignResponse } from '../http/failure-kind-of-foreign-response.ts';
import type { HttpRequest, HttpResponse, Transport } from '../http/transport.ts';
import { isDeeperThan } from '../json/json-depth.ts';
import { parsedJson } from '../json/parsed-json.ts';
import { isJsonObject } from '../rules/json-value.ts';
import { requestRates } from '../rules/request-rates.ts';
import type { SchemaDialect } from '../rules/schema-uris.ts';
import type { HttpMethod, JsonObject, ScimVersion } from '../spec/protocol-types.ts';
import { VERSION_PATHS } from '../spec/scim-schemas.ts';
import { defined } from '../values/defined.ts';
import { mismatchedResponse } from './answered-for.ts';
import type { LearnedTraits } from './learned-traits.ts';
import { refuseExpiredGuest } from './refuse-expired-guest.ts';
import { refuseUnannounced } from './refuse-unannounced.ts';
import { failureOf, readServiceError } from './service-error.ts';

export interface ScimRequest {
  readonly method: HttpMethod;
  /** Path relative to the version's base path, such as `/Users/U1`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
  /** Overrides the version of the client: users can be looked up on v1 only (SCIM §4.5). */
  readonly version?: ScimVersion;
}

export interface ScimAnswer {
  readonly status: number;
  /**
   * The object in the body; undefined if the body is empty, which is allowed after any write (OBSERVED §4).
   */
  readonly resource: JsonObject | undefined;
}

/** Maximum nesting depth of arrays and objects in a response; a resource of the service has six levels. */
export const DEEPEST = 100;

/**
 * Maximum bytes of one resource that is parsed. A group of 15,000 members takes 2 MB; 30 MB of small values
 * would take 450 MB of memory.
 */
export const MAX_RESOURCE_SIZE = 8_000_000;

/** A SCIM client over any transport. */
export interface ScimClient {
  readonly dialect: SchemaDialect;
  /** The results of a probe of the service; absent if it was not probed. */
  readonly learned?: LearnedTraits;
  /** Number of parallel reads; one if absent. */
  readonly concurrency?: number;
  /**
   * @throws Failure `refused` or `unauthorized` with the service's code; `unknownOutcome` if a write may have
   * been applied; and whatever the transport throws.
   */
  send(request: ScimRequest, signal?: AbortSignal): Promise<ScimAnswer>;
  /**
   * Sends a read and returns its response unparsed.
   * @throws as `send`, except for a body that is not JSON
   */
  read(request: ScimRequest, signal?: AbortSignal, into?: HttpRequest['into']): Promise<ReadAnswer>;
}

/** The response to a read as received. */
export interface RawAnswer {
  readonly status: number;
  /** Not necessarily JSON. */
  readonly body: Uint8Array;
}

export interface ReadAnswer extends RawAnswer {
  /**
   * Parses the body, as `send` does.
   * @throws Failure `unreachable` if the body is not a JSON object, is too large, or is nested too deeply.
   */
  resource(): JsonObject | undefined;
}

/**
 * Creates a client.
 * @param baseUrl ends before `/scim`, without a slash.
 * @param now milliseconds since 1970; if given, expired guest expirations are refused before sending.
 * @param learned the results of a probe of the service.
 */
export function createScimClient(
  transport: Transport,
  baseUrl: string,
  dialect: SchemaDialect,
  now?: () => number,
  learned?: LearnedTraits,
): ScimClient {
  const transfer = (
    request: ScimRequest,
    signal: AbortSignal | undefined,
    into?: HttpRequest['into'],
  ): Promise<HttpResponse> => {
    const effect = effectOf(request);
    const query =
      request.query === undefined ? '' : new URLSearchParams(request.query).toString().replaceAll('+', '%20');
    const path = VERSION_PATHS[request.version ?? dialect.version] + request.path;
    return transport(
      {
        method: request.method,
        url: `${baseUrl}${path}${query === '' ? '' : `?${query}`}`,
        headers: request.body === undefined ? READING : WRITING,
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        effect,
        rates: requestRates(request.method, request.path),
        ...(effect === 'write' && request.method !== 'POST' ? { target: request.path.slice(1) } : {}),
        ...defined({ into }),
      },
      signal,
    );
  };
  return {
    dialect,
    ...defined({ learned }),
    send: async (request, signal) => {
      if (request.body !== undefined && now !== undefined) refuseExpiredGuest(request.body, now());
      if (request.body !== undefined) refuseUnannounced(request.body, dialect, learned);
      return readAnswer(await transfer(request, signal), request);
    },
    async read(request, signal, into) {
      const response = await transfer(request, signal, into);
      // Throws the Failure for an error status.
      if (response.status < 200 || response.status > 299) readAnswer(response, request);
      const { status, body } = response;
      return { status, body, resource: () => readAnswer(response, request).resource };
    },
  };
}

const READING = { accept: 'application/json' };
const WRITING = { ...READING, 'content-type': 'application/json; charset=utf-8' };

function effectOf({ method }: ScimRequest): 'read' | 'write' {
  return method === 'GET' ? 'read' : 'write';
}

/** The first character excludes `.` and `..`, which would address another endpoint. */
const ID = /^[A-Za-z0-9][\w.~:@+=-]{0,127}$/;

/** Whether a text may be an ID in a path. The service's own IDs have only letters and digits (SCIM §2.1). */
export function mayBeId(text: string): boolean {
  return ID.test(text);
}

/**
 * Returns the path of a resource.
 * @throws Failure `usage` if the ID has a character that could change the path, such as a slash or a percent
 * sign.
 */
export function resourcePath(collection: 'Users' | 'Groups', id: string): string {
  if (mayBeId(id)) return `/${collection}/${encodeURIComponent(id)}`;
  throw new Failure('usage', `"${id}" is not an ID`, {
    hint: 'an ID has no slashes, spaces or percent signs',
  });
}

function readAnswer(response: HttpResponse, request: ScimRequest): ScimAnswer {
  const { status, body } = response;
  const effect = effectOf(request);
  const isTooLarge = body.length > MAX_RESOURCE_SIZE;
  const text = UTF_8.decode(isTooLarge ? body.subarray(0, MAX_RESOURCE_SIZE) : body);
  const isTooDeep = isDeeperThan(DEEPEST, text);
  const parsed = isTooDeep || isTooLarge ? undefined : parsedJson(text);
  const isEmpty = text.trim() === '';
  const why = `the answer ${isTooLarge && !isTooDeep ? TOO_LARGE : invalidBodyReason(isTooDeep, parsed)}`;
  if (status < 200 || status > 299) {
    if (!isEmpty && !isJsonObject(parsed)) throw notScimFailure(response, effect, why);
    throw failureOf(readServiceError(status, parsed), effect);
  }
  if (!isEmpty && !isJsonObject(parsed)) throw notScimFailure(response, effect, why);
  const resource = isJsonObject(parsed) ? parsed : undefined;
  if (effect === 'write' && resource !== undefined) expectResource(resource, request, response);
  return { status, resource };
}

/** Shared, because creating a decoder takes longer than decoding a user. */
const UTF_8 = new TextDecoder();

/**
 * Verifies that the body of a successful write is the written resource or a new one. A gateway may answer 200
 * to a request that it refuses.
 * @throws Failure `unknownOutcome`
 */
function expectResource({ id }: JsonObject, { path }: ScimRequest, response: HttpResponse): void {
  const [, collection, written] = path.split('/');
  if (typeof id !== 'string' || id === '')
    throw notScimFailure(response, 'write', 'the response has no resource ID');
  if (written === undefined || id === decodeURIComponent(written)) return;
  const noun = collection === 'Users' ? 'a user' : 'a group';
  throw mismatchedResponse('unknownOutcome', noun, id, decodeURIComponent(written));
}

const TOO_LARGE = `is larger than ${MAX_RESOURCE_SIZE / 1_000_000} MB`;

function invalidBodyReason(isTooDeep: boolean, parsed: unknown): string {
  if (isTooDeep) return `is nested deeper than ${DEEPEST} levels`;
  return parsed === undefined ? 'is not JSON' : 'is not a JSON object';
}

/**
 * Returns the Failure for a response that is not SCIM: the page of a proxy, a truncated response, or another
 * service. After a write the outcome is unknown.
 */
function notScimFailure({ status, headers }: HttpResponse, effect: 'read' | 'write', why: string): Failure {
  const type = headers['content-type']?.split(';')[0] ?? 'no content type';
  if (status === 401)
    return new Failure('unauthorized', `the service refused the token (401, ${type})`, { status });
  return new Failure(failureKindOfForeignResponse(status, effect), `${why} (${status}, ${type})`, {
    status,
    hint: 'usually caused by a proxy or a wrong base URL; run: orgctl profile check',
  });
}
