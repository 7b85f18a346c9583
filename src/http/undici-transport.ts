import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { systemErrorCode } from '../failure/failure.ts';
import { type HttpRequest, NoResponse, type Transport } from './transport.ts';

/** Milliseconds, bytes and counts. */
export interface NetworkLimits {
  readonly connectTimeout: number;
  readonly headTimeout: number;
  /** From sending to the last byte: the time between two bytes alone would let a trickle go on for ever. */
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
 */
export function networkTransport(limits: NetworkLimits, proxy: ProxySettings): NetworkTransport {
  const dispatcher = openDispatcher(limits, proxy);
  const send: Transport = async (request, signal) => {
    const whole = AbortSignal.timeout(limits.wholeTimeout);
    try {
      const response = await dispatcher.request({
        ...locate(request.url),
        method: request.method,
        headers: request.headers,
        body: request.body ?? null,
        signal: signal === undefined ? whole : AbortSignal.any([whole, signal]),
      });
      const body = new Uint8Array(await response.body.arrayBuffer());
      return { status: response.statusCode, headers: flatten(response.headers), body };
    } catch (error) {
      if (signal?.aborted === true) throw error;
      throw explain(error, request, whole.aborted, limits);
    }
  };
  return { transport: send, close: () => dispatcher.destroy() };
}

function openDispatcher(limits: NetworkLimits, proxy: ProxySettings): Dispatcher {
  const options = {
    connect: { timeout: limits.connectTimeout },
    headersTimeout: limits.headTimeout,
    bodyTimeout: limits.wholeTimeout,
    maxResponseSize: limits.largestBody,
    connections: limits.connections,
  };
  if (proxy.http === undefined && proxy.https === undefined) return new Agent(options);
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: proxy.http ?? '',
    httpsProxy: proxy.https ?? proxy.http ?? '',
    noProxy: [proxy.except, 'localhost', '127.0.0.1', '::1'].filter(Boolean).join(','),
  });
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

/** System and library codes that mean: nothing of the request left this machine. */
const NOT_SENT: Readonly<Record<string, { readonly says: string; readonly isPermanent?: boolean }>> = {
  ENOTFOUND: { says: 'the host name does not exist', isPermanent: true },
  EAI_AGAIN: { says: 'the host name could not be looked up' },
  ECONNREFUSED: { says: 'the connection was refused' },
  EHOSTUNREACH: { says: 'the host is unreachable' },
  ENETUNREACH: { says: 'the network is unreachable' },
  UND_ERR_CONNECT_TIMEOUT: { says: 'no connection within the time allowed' },
  UND_ERR_INVALID_ARG: { says: 'the request cannot be sent as it is', isPermanent: true },
};

function explain(
  error: unknown,
  request: HttpRequest,
  isWholeTimeout: boolean,
  limits: NetworkLimits,
): NoResponse {
  const { host } = new URL(request.url);
  if (isWholeTimeout) {
    return new NoResponse(
      'unknown',
      `no complete answer from ${host} within ${limits.wholeTimeout / 1000} s`,
      { cause: error },
    );
  }
  const code = innermostCode(error);
  const notSent = code === undefined ? undefined : NOT_SENT[code];
  if (notSent !== undefined) {
    const isPermanent = notSent.isPermanent ?? false;
    return new NoResponse('notSent', `cannot reach ${host}: ${notSent.says}`, { isPermanent, cause: error });
  }
  if (code !== undefined && isCertificateCode(code)) {
    return new NoResponse('notSent', `the certificate of ${host} is not trusted (${code})`, {
      isPermanent: true,
      cause: error,
    });
  }
  const proxyStatus = /Proxy response \((\d{3})\)/.exec(String(error))?.[1];
  if (proxyStatus !== undefined) {
    return new NoResponse('notSent', `the proxy refused the connection to ${host} (${proxyStatus})`, {
      isPermanent: true,
      cause: error,
    });
  }
  return new NoResponse('unknown', `${host}: ${WORDS[code ?? ''] ?? 'the connection broke'}`, {
    cause: error,
  });
}

const WORDS: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_TIMEOUT: 'no answer within the time allowed',
  UND_ERR_BODY_TIMEOUT: 'the answer stopped in the middle',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'the answer is larger than allowed',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
};

function isCertificateCode(code: string): boolean {
  return /^(CERT_|ERR_TLS_|ERR_SSL_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|HOSTNAME_MISMATCH)/.test(code);
}

/** A connection error may hide behind others, one for each address that was tried. */
function innermostCode(error: unknown): string | undefined {
  if (error instanceof AggregateError) return innermostCode(error.errors[0]);
  return systemErrorCode(error) ?? (error instanceof Error ? innermostCode(error.cause) : undefined);
}
