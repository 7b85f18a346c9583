import { isIPv6 } from 'node:net';
import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { isLoopback } from './authorize.ts';
import { boundedTunnel } from './bounded-tunnel.ts';
import { Exchange } from './exchange.ts';
import { connectorToProxy } from './proxy-fault.ts';
import { type ProxySettings, proxyUrls } from './proxy-url.ts';
import type { Transport } from './transport.ts';
import { tuneRequests } from './v8-tuning.ts';

/** Limits in milliseconds, bytes and counts. */
export interface NetworkLimits {
  /** Until a connection is usable: name lookup, proxy tunnel, TLS handshake. */
  readonly connectTimeout: number;
  readonly headTimeout: number;
  /**
   * From the request to the last byte, including the connection. A limit on the gap between bytes alone would
   * let a slow trickle continue forever.
   */
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

/** Requests in flight per spare connection. */
const CALLS_PER_SPARE = 8;

/**
 * Returns the number of connections for a number of requests in flight. A connection sends its next request
 * only in the next turn of the event loop, after all responses that arrived together were read. Requests that
 * left together would leave together again, and each round trip would include reading all their responses.
 * With a few spare connections a request leaves immediately.
 */
export function connectionsFor(calls: number): number {
  return Math.max(calls, 1) + Math.floor(calls / CALLS_PER_SPARE);
}

export interface NetworkTransport {
  readonly transport: Transport;
  /** Closes all connections, so that the process can exit. */
  close(): Promise<void>;
}

/**
 * Creates a transport over the network. It does not follow redirects, because the token is for one origin,
 * and throws NoResponse if there is no complete response.
 * @throws Failure `usage` if a proxy is not the URL of an http proxy.
 */
export function networkTransport(limits: NetworkLimits, proxy: ProxySettings): NetworkTransport {
  tuneRequests();
  const { direct, other } = openDispatchers(limits, proxy);
  const locate = createLocator((hostname) => (isLoopback(hostname) ? direct : other));
  const send: Transport = (request, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason);
      const exchange = new Exchange(request, limits.wholeTimeout, signal, { resolve, reject });
      const { url, method, headers, body = null } = request;
      try {
        const { dispatcher, origin, path } = locate(url);
        dispatcher.dispatch({ origin, path, method, headers, body }, exchange);
      } catch (error) {
        exchange.fail(error);
      }
    });
  const close = async () => {
    await Promise.all([...new Set([direct, other])].map((dispatcher) => dispatcher.destroy()));
  };
  return { transport: send, close };
}

interface Dispatchers {
  /**
   * For this machine: a token may be sent to it in clear text, so a proxy must not see it. undici compares
   * names only, and would need each address of 127.0.0.0/8.
   */
  readonly direct: Dispatcher;
  /** For any other host, through the proxy if there is one. */
  readonly other: Dispatcher;
}

function openDispatchers(limits: NetworkLimits, proxy: ProxySettings): Dispatchers {
  const timeout = Math.min(limits.connectTimeout, limits.wholeTimeout);
  const options = {
    connect: { timeout },
    headersTimeout: Math.min(limits.headTimeout, limits.wholeTimeout),
    bodyTimeout: limits.wholeTimeout,
    maxResponseSize: limits.largestBody,
    connections: limits.connections,
  };
  const direct = new Agent(options);
  if (proxy.http === undefined && proxy.https === undefined) return { direct, other: direct };
  const other = new EnvHttpProxyAgent({
    ...options,
    proxyTls: { timeout },
    requestTls: { timeout },
    clientFactory: (origin: URL, pool: Pool.Options) =>
      new Pool(origin, {
        ...pool,
        ...(typeof pool.connect === 'function'
          ? { connect: connectorToProxy(pool.connect, origin.host) }
          : {}),
      }),
    factory: (origin: string | URL, pool: Pool.Options) =>
      new Pool(origin, {
        ...pool,
        ...(typeof pool.connect === 'function' ? { connect: boundedTunnel(pool.connect, timeout) } : {}),
      }),
    ...proxyUrls(proxy),
    noProxy: noProxyHosts(proxy.except ?? ''),
  });
  return { direct, other };
}

/**
 * Returns the excepted hosts as undici compares them: an IPv6 address as in a URL. Only alone does `*` mean
 * every host.
 */
function noProxyHosts(text: string): string {
  const hosts = text.split(/[,\s]+/).filter(Boolean);
  return hosts.map((host) => (isIPv6(host) ? hostnameOf(host) : host)).join(',');
}

function hostnameOf(address: string): string {
  const url = `http://[${address}]`;
  return URL.canParse(url) ? new URL(url).hostname : address;
}

/** A path that the URL parser does not change; one with dots could be relative. */
const PLAIN_PATH = /^\/[\w~/-]*$/;

/** Where a request is sent. */
interface Target {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly path: string;
}

/** Returns a function that splits URLs. Nearly all URLs have the same origin, and so need no parsing. */
function createLocator(dispatcherOf: (hostname: string) => Dispatcher): (url: string) => Target {
  let known = '';
  let dispatcher = dispatcherOf('');
  return (url) => {
    const path = url.slice(known.length);
    if (url.startsWith(known) && PLAIN_PATH.test(path)) return { dispatcher, origin: known, path };
    const { origin, hostname, pathname, search } = new URL(url);
    known = origin;
    dispatcher = dispatcherOf(hostname);
    return { dispatcher, origin, path: pathname + search };
  };
}
