import { retryLayer } from '../../src/http/retry.ts';
import {
  type HttpRequest,
  type HttpResponse,
  type Layer,
  NoResponse,
  type Transport,
  withLayers,
} from '../../src/http/transport.ts';
import { createScimClient, type ScimClient } from '../../src/scim/scim-client.ts';
import type { Json } from '../../src/spec/protocol-types.ts';
import { TOKENS } from './organization-world.ts';
import { NOW, ORIGIN, type TestService } from './test-sandbox.ts';

export interface ClientOptions {
  /** Layers between the retry layer and the service; the first one sees a request first. */
  readonly faults?: readonly Layer[];
  readonly vendor?: string;
}

/** A client of a test service in its version; retries have no pause. */
export function clientOf(
  service: TestService,
  { faults = [], vendor = 'service' }: ClientOptions = {},
): ScimClient {
  const toSandbox: Transport = (request) =>
    service.sandbox.handle({
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${TOKENS.primaryOwner}` },
    });
  const again = retryLayer({
    maxWait: 60_000,
    attempts: 3,
    now: () => NOW,
    random: () => 0,
    sleep: async () => {},
  });
  const transport = withLayers(toSandbox, [again, ...faults]);
  return createScimClient(transport, ORIGIN, { version: service.version, vendor });
}

/** A client of a service that always returns the same response. */
export function clientOfAnswer(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): ScimClient {
  const transport: Transport = async () => ({ status, headers, body: Buffer.from(body) });
  return createScimClient(transport, ORIGIN, { version: '2.0', vendor: 'service' });
}

type Matches = (request: HttpRequest) => boolean;

/** Records the requests, such as `GET /Users?startIndex=1`. */
export function noting(notes: string[]): Layer {
  return (next) => async (request, signal) => {
    notes.push(`${request.method} ${decodeURIComponent(request.url.replace(/^.*\/scim\/v\d/, ''))}`);
    return next(request, signal);
  };
}

/** Records the requested versions. */
export function recordVersions(versions: string[]): Layer {
  return (next) => async (request, signal) => {
    versions.push(/\/scim\/(v\d)\//.exec(request.url)?.[1] ?? '');
    return next(request, signal);
  };
}

/** Records the bodies of writes. */
export function recordBodies(bodies: Json[]): Layer {
  return (next) => async (request, signal) => {
    if (request.body !== undefined) bodies.push(JSON.parse(request.body));
    return next(request, signal);
  };
}

/** Loses the responses of the first matching requests, after the service acted. */
export function dropResponses(times: number, matches: Matches): Layer {
  let left = times;
  return (next) => async (request, signal) => {
    const response = await next(request, signal);
    if (left === 0 || !matches(request)) return response;
    left -= 1;
    throw new NoResponse('unknown', 'the connection broke after the request was sent');
  };
}

/** Loses the first matching requests, so that the outcome is unknown. */
export function dropRequests(times: number, matches: Matches): Layer {
  let left = times;
  return (next) => async (request, signal) => {
    if (left === 0 || !matches(request)) return next(request, signal);
    left -= 1;
    throw new NoResponse('unknown', 'the connection broke after the request was sent');
  };
}

/** Answers matching requests instead of the service. */
export function answering(status: number, body: string, matches: Matches): Layer {
  return (next) => async (request, signal) =>
    matches(request) ? { status, headers: {}, body: Buffer.from(body) } : next(request, signal);
}

/** Changes the JSON of matching responses. */
export function rewriting(matches: Matches, change: (body: Record<string, Json>) => Json): Layer {
  return (next) =>
    async (request, signal): Promise<HttpResponse> => {
      const response = await next(request, signal);
      if (!matches(request) || response.body.length === 0) return response;
      const changed = change(JSON.parse(Buffer.from(response.body).toString('utf8')));
      return { ...response, body: Buffer.from(JSON.stringify(changed)) };
    };
}

export const isPost: Matches = ({ method }) => method === 'POST';
export const isPatch: Matches = ({ method }) => method === 'PATCH';
export const isV1: Matches = ({ url }) => url.includes('/scim/v1/');
