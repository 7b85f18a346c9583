import { isDeeperThan } from '../json/json-depth.ts';
import { isJsonObject, objectsIn } from '../rules/json-value.ts';
import {
  HTTP_METHODS,
  type HttpMethod,
  type JsonObject,
  SCIM_VERSIONS,
  type ScimVersion,
} from '../spec/protocol-types.ts';
import { SCIM_ENDPOINTS, type ScimEndpoint, type ScimEndpointName } from '../spec/scim-endpoints.ts';
import { VERSION_PATHS } from '../spec/scim-schemas.ts';
import { decodedUri } from '../values/decoded-uri.ts';
import { defined } from '../values/defined.ts';
import { keysOf } from '../values/keys-of.ts';
import { authenticate } from './authenticate.ts';
import { REQUEST_BOUNDS } from './bounds.ts';
import type { Organization } from './organization.ts';
import type { RateBuckets } from './rate-buckets.ts';
import { errorBody } from './scim-bodies.ts';
import {
  resourceType,
  resourceTypes,
  schema,
  schemaOfGroups,
  schemaOfUsers,
  schemas,
  serviceProviderConfig,
} from './scim-discovery.ts';
import { ScimError } from './scim-error.ts';
import { createGroup, deleteGroup, getGroup, listGroups, patchGroup, replaceGroup } from './scim-groups.ts';
import {
  createUser,
  deleteUser,
  getUser,
  listUsers,
  patchUser,
  replaceUser,
  type ScimCall,
} from './scim-users.ts';
import { projectAttributes } from './shown-attributes.ts';
import type { WriteLocks } from './write-locks.ts';

/** A request as the service receives it; the method may be unknown. */
export interface SandboxRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Sequence number among the incoming requests, from 1; absent if requests are not counted. */
  readonly number?: number;
}

export interface SandboxAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for an empty body. */
  readonly body: JsonObject | undefined;
  /** The refusal, including details that the response does not contain; not sent. */
  readonly refusal?: AnsweredRefusal;
}

/** The error code, and the detail that caused it. */
export interface AnsweredRefusal {
  readonly code: string;
  readonly found?: string;
}

/** State of the SCIM service. */
export interface ScimState {
  readonly organization: Organization;
  readonly locks: WriteLocks;
  readonly rates: RateBuckets;
  readonly now: () => number;
  /** Waits for the latency of a request. Meanwhile a write holds the lock on its target. */
  readonly takeTime: () => Promise<void>;
  /** Runs a call on the latest state and stores its changes. */
  readonly commit: <T>(call: () => T) => Promise<T>;
}

/** Methods with a request body. The body and content type of other methods are ignored (OBSERVED §1). */
const HAVE_BODY: readonly HttpMethod[] = ['POST', 'PUT', 'PATCH'];

type Call = (call: ScimCall, id: string) => JsonObject | undefined;

/**
 * Reduces users and groups in a response to the attributes that the query selects (assumption
 * `shown-attributes`).
 */
function projected(
  body: JsonObject | undefined,
  { path }: ScimEndpoint,
  query: URLSearchParams,
): JsonObject | undefined {
  if (body === undefined || !/^\/(Users|Groups)/.test(path)) return body;
  const { Resources: resources } = body;
  if (!Array.isArray(resources)) return projectAttributes(body, query);
  return { ...body, Resources: objectsIn(resources).map((resource) => projectAttributes(resource, query)) };
}

const CALLS: { readonly [Name in ScimEndpointName]: Call } = {
  serviceProviderConfigs: serviceProviderConfig,
  serviceProviderConfig,
  resourceTypes,
  resourceType,
  schemas,
  schemaOfUsers,
  schemaOfGroups,
  schema,
  listUsers,
  getUser,
  createUser,
  patchUser,
  replaceUser,
  deactivateUser: deleteUser,
  listGroups,
  getGroup,
  createGroup,
  patchGroup,
  replaceGroup,
  deleteGroup,
};

/**
 * Answers a SCIM request. Checks the version, the endpoint and the token, then makes the call (SCIM §4–§9).
 */
export async function answerScim(request: SandboxRequest, state: ScimState): Promise<SandboxAnswer> {
  const url = new URL(request.url);
  const version = SCIM_VERSIONS.find((known) => `${url.pathname}/`.startsWith(`${VERSION_PATHS[known]}/`));
  const dialect = { version: version ?? '2.0', vendor: state.organization.settings.vendor } as const;
  try {
    if (version === undefined)
      throw new ScimError(url.pathname.startsWith('/scim/') ? 'unsupported_version' : 'bad_endpoint');
    const { name, id } = findEndpoint(request.method, url.pathname, version);
    const endpoint: ScimEndpoint = SCIM_ENDPOINTS[name];
    const status = endpoint.status[version] ?? 200;
    const media = mediaType(request, version);
    // The configuration can be read without a token (assumption `discovery-without-token`).
    if (name === 'serviceProviderConfig' || name === 'serviceProviderConfigs') {
      const body = serviceProviderConfig({ dialect, origin: url.origin });
      return { status, headers: media, body };
    }
    const token = authenticate(state.organization, request.headers['authorization']);
    state.rates.take(endpoint);
    const run = CALLS[name];
    const fault = state.organization.settings.faults?.[name];
    if (fault !== undefined) throw new ScimError(fault);
    const call: ScimCall = {
      organization: state.organization,
      dialect,
      origin: url.origin,
      token,
      query: url.searchParams,
      body: HAVE_BODY.includes(endpoint.method) ? parseBody(request) : undefined,
      now: state.now(),
    };
    const perform = async () => {
      await state.takeTime();
      return state.commit(() => run(call, id));
    };
    const body = await withWriteLock(endpoint, id, call, state.locks, perform);
    const headers = { ...(body === undefined ? {} : media), ...(status === 201 ? locationIn(body) : {}) };
    return { status, headers, body: projected(body, endpoint, call.query) };
  } catch (error) {
    if (!(error instanceof ScimError)) throw error;
    const headers = { ...error.headers, ...(version === undefined ? {} : mediaType(request, version)) };
    const { code, context: found } = error;
    const refusal = { code, ...defined({ found }) };
    return { status: error.status, headers, body: errorBody(error, dialect), refusal };
  }
}

/** Returns the SCIM 2.0 media type if the client accepts it (RFC 7644 §3.1; assumption `media-type`). */
function mediaType({ headers }: SandboxRequest, version: ScimVersion): Readonly<Record<string, string>> {
  const isAsked = version === '2.0' && /\bapplication\/scim\+json\b/i.test(headers['accept'] ?? '');
  return isAsked ? { 'content-type': 'application/scim+json; charset=utf-8' } : {};
}

/** Returns the Location header of a new resource (RFC 7644 §3.3). */
function locationIn(body: JsonObject | undefined): Readonly<Record<string, string>> {
  const location = isJsonObject(body?.['meta']) ? body['meta']['location'] : undefined;
  return typeof location === 'string' ? { location } : {};
}

/**
 * Allows one update per target and one identical create of a user at a time (SCIM §8; assumption
 * `lock-of-creates`).
 */
function withWriteLock<T>(
  endpoint: ScimEndpoint,
  id: string,
  call: ScimCall,
  locks: WriteLocks,
  perform: () => Promise<T>,
): Promise<T> {
  if (endpoint.method === 'GET') return perform();
  if (id !== '') return locks.hold(`${collectionOf(endpoint)}/${id}`, perform);
  return endpoint.path === '/Users' ? locks.create(call.body, perform) : perform();
}

/**
 * Finds the endpoint of a path, with or without a trailing slash (OBSERVED §12.5).
 * @throws ScimError bad_endpoint, method_not_allowed, missing_user_id, missing_group_id
 */
export function findEndpoint(
  method: string,
  pathname: string,
  version: ScimVersion,
): { name: ScimEndpointName; id: string } {
  const path = pathname.slice(VERSION_PATHS[version].length).replace(/\/$/, '');
  const [, collection = '', id = ''] = path.split('/');
  const withId = `/${collection}/<id>${path.slice(collection.length + id.length + 2)}`;
  const at = (template: string) =>
    ENDPOINTS.filter(([, endpoint]) => endpoint.path === template && endpoint.versions.includes(version));
  const literal = at(path);
  const candidates = literal.length > 0 || id === '' ? literal : at(withId);
  if (candidates.length === 0) throw new ScimError('bad_endpoint');
  const allowed = candidates.map(([, endpoint]) => endpoint.method);
  const found = candidates.find(([, endpoint]) => endpoint.method === method);
  if (found !== undefined) return { name: found[0], id: literal.length > 0 ? '' : decodedUri(id) };
  const needsId = HTTP_METHODS.some((known) => known === method) && method !== 'POST' && id === '';
  if (needsId && path === '/Users') throw new ScimError('missing_user_id');
  if (needsId && path === '/Groups') throw new ScimError('missing_group_id');
  throw new ScimError('method_not_allowed', { allowed });
}

const ENDPOINTS = keysOf(SCIM_ENDPOINTS).map((name): readonly [ScimEndpointName, ScimEndpoint] => [
  name,
  SCIM_ENDPOINTS[name],
]);

function collectionOf(endpoint: ScimEndpoint): string {
  return endpoint.path.split('/')[1] ?? '';
}

/** @throws ScimError invalid_request_payload if the body is not JSON or is nested too deeply */
function parseBody({ body }: SandboxRequest): unknown {
  if (body === undefined || body.trim() === '') return undefined;
  if (isDeeperThan(REQUEST_BOUNDS.jsonDepth, body))
    throw new ScimError('invalid_request_payload', {
      context: `nested deeper than ${REQUEST_BOUNDS.jsonDepth} levels`,
    });
  try {
    return JSON.parse(body);
  } catch {
    throw new ScimError('invalid_request_payload');
  }
}
