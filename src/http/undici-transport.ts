import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { Failure } from '../failure/failure.ts';
import { type BodyCollector, collectBody } from './body-collector.ts';
import { boundedTunnel } from './bounded-tunnel.ts';
import { noResponse } from './no-response.ts';
import type { HttpRequest, HttpResponse, Transport } from './transport.ts';
import { tuneParsing } from './v8-tuning.ts';

/** Milliseconds, bytes and counts. */
export interface NetworkLimits {
  /** Until a connection can be used: its address, the tunnel of a proxy, the TLS handshake. */
  readonly connectTimeout: number;
  readonly headTimeout: number;
  /** From asking to the last byte, the connection included: the time between two bytes alone would let a trickle go on for ever. */
  readonly wholeTimeout: number;
  readonly largestBody: number;
  readonly connections: number;
}

export const NETWORK_LIMITS: NetworkLimits = {
  connectTimeout: 10_000,
  headTimeout: 60_000,
  wholeTimeout: 120_000,
  largestBody: 32 * 1024 * 1024,
  connections: 32,
};

/** Proxies for each scheme and the hosts that are reached without; loopback never goes through one. */
export interface ProxySettings {
  readonly http?: string;
  readonly https?: string;
  readonly except?: string;
}

export interface NetworkTransport {
  readonly transport: Transport;
  /** Ends idle connections, so that the process can end. */
  close(): Promise<void>;
}

/**
 * Sends over the network. Redirects are not followed: the token is for one origin.
 * The transport throws NoResponse when there is no complete response.
 * @throws Failure `usage` when a proxy is no URL of an http proxy.
 */
export function networkTransport(limits: NetworkLimits, proxy: ProxySettings): NetworkTransport {
  tuneParsing();
  const dispatcher = openDispatcher(limits, proxy);
  const send: Transport = (request, signal) => exchange(dispatcher, request, limits.wholeTimeout, signal);
  return { transport: send, close: () => dispatcher.destroy() };
}

/** Sends one request and collects its answer. @throws NoResponse, or the reason for which the signal was aborted. */
function exchange(
  dispatcher: Dispatcher,
  request: HttpRequest,
  wholeTimeout: number,
  signal: AbortSignal | undefined,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    /** Set once the request is on its way to a connection. */
    let sent: Dispatcher.DispatchController | undefined;
    let head: Omit<HttpResponse, 'body'> = { status: 0, headers: {} };
    let body: BodyCollector | undefined;
    let isOver = false;
    const end = (settle: () => void) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      settle();
    };
    const fail = (error: unknown, timedOut?: number) =>
      end(() =>
        reject(noResponse(error, new URL(request.url).host, { wasSent: sent !== undefined, timedOut })),
      );
    const timer = setTimeout(() => {
      fail(undefined, wholeTimeout);
      sent?.abort(new Error('no complete answer in time'));
    }, wholeTimeout);
    const abort = () => {
      end(() => reject(signal?.reason));
      sent?.abort(new Error('no longer wanted'));
    };
    if (signal?.aborted === true) {
      abort();
      return;
    }
    signal?.addEventListener('abort', abort);
    const handler: Dispatcher.DispatchHandler = {
      // What nobody waits for any more must not leave when a connection is there at last.
      onRequestStart(controller) {
        if (isOver) controller.abort(new Error('no longer wanted'));
        else sent = controller;
      },
      onResponseStart(_, status, headers) {
        if (status < 200) return;
        head = { status, headers: flatten(headers) };
        body = collectBody(Number(head.headers['content-length']), request.into);
      },
      onResponseData(_, chunk) {
        body?.add(chunk);
      },
      onResponseEnd() {
        end(() => resolve({ ...head, body: body?.whole() ?? new Uint8Array(0) }));
      },
      onResponseError(_, error) {
        fail(error);
      },
    };
    const { method, headers } = request;
    try {
      dispatcher.dispatch({ ...locate(request.url), method, headers, body: request.body ?? null }, handler);
    } catch (error) {
      fail(error);
    }
  });
}

function openDispatcher(limits: NetworkLimits, proxy: ProxySettings): Dispatcher {
  const timeout = Math.min(limits.connectTimeout, limits.wholeTimeout);
  const options = {
    connect: { timeout },
    headersTimeout: Math.min(limits.headTimeout, limits.wholeTimeout),
    bodyTimeout: limits.wholeTimeout,
    maxResponseSize: limits.largestBody,
    connections: limits.connections,
  };
  if (proxy.http === undefined && proxy.https === undefined) return new Agent(options);
  return new EnvHttpProxyAgent({
    ...options,
    proxyTls: { timeout },
    requestTls: { timeout },
    factory: (origin: string | URL, pool: Pool.Options) =>
      new Pool(origin, {
        ...pool,
        ...(typeof pool.connect === 'function' ? { connect: boundedTunnel(pool.connect, timeout) } : {}),
      }),
    httpProxy: proxyUrl(proxy.http, 'HTTP_PROXY'),
    httpsProxy: proxyUrl(proxy.https ?? proxy.http, 'HTTPS_PROXY'),
    noProxy: [proxy.except, 'localhost', '127.0.0.1', '::1'].filter(Boolean).join(','),
  });
}

/** Never quotes the setting, which may have a password in it. */
function proxyUrl(text: string | undefined, variable: string): string {
  if (text === undefined) return '';
  // Other programs take a host and a port without a scheme.
  const url = /^[\w.-]+:\d+$/.test(text) ? `http://${text}` : text;
  if (URL.canParse(url) && /^https?:\/\/[^/]/.test(url) && hasPlainCredentials(new URL(url))) return url;
  throw new Failure('usage', `${variable} is not the URL of an http proxy`, {
    hint: `${variable}=http://proxy.example:3128`,
  });
}

/** undici decodes what stands before the @, and a percent sign that begins no code ends it. */
function hasPlainCredentials({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

function locate(url: string): { origin: string; path: string } {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}
