import { systemErrorCode } from '../failure/failure.ts';
import { durationInWords } from '../output/duration-words.ts';
import { ProxyFault } from './proxy-fault.ts';
import { NoResponse } from './transport.ts';

const UNKNOWN_HOST = 'the host name does not exist';

/** System and library error codes that mean that nothing of the request was sent. */
const NOT_SENT: Readonly<Record<string, { readonly says: string; readonly isPermanent?: boolean }>> = {
  EAI_AGAIN: { says: 'the host name could not be looked up' },
  ECONNREFUSED: { says: 'the connection was refused' },
  EHOSTUNREACH: { says: 'the host is unreachable' },
  EHOSTDOWN: { says: 'the host is down' },
  ENETUNREACH: { says: 'the network is unreachable' },
  ENETDOWN: { says: 'the network is down' },
  UND_ERR_CONNECT_TIMEOUT: { says: 'no connection within the time allowed' },
  ERR_PROXY_SILENT: { says: 'no connection through the proxy within the time allowed' },
  ERR_PROXY_CLOSED: { says: 'the proxy closed the connection' },
  ERR_PROXY_NOT_HTTP: { says: 'the response of the proxy is not HTTP', isPermanent: true },
  UND_ERR_INVALID_ARG: { says: 'the request is invalid and cannot be sent', isPermanent: true },
};

/** Error codes of requests that were or may have been sent. */
const BROKEN_AFTER_SEND: typeof NOT_SENT = {
  UND_ERR_HEADERS_TIMEOUT: { says: 'no response within the time allowed' },
  UND_ERR_BODY_TIMEOUT: { says: 'the response was cut off' },
  UND_ERR_RES_EXCEEDED_MAX_SIZE: { says: 'the response is larger than allowed', isPermanent: true },
  UND_ERR_SOCKET: { says: 'the connection was closed before the response was complete' },
};
const CONNECTION_BROKE = { says: 'the connection broke', isPermanent: false };

/** How far a request got. */
export interface SendProgress {
  /** Whether the request was assigned to a connection; before that, nothing of it can have arrived. */
  readonly wasSent: boolean;
  /** The limit on the whole response in milliseconds, if that ended the request. */
  readonly timedOut?: number | undefined;
}

/** Returns why there is no response, and whether the service may have processed the request. */
export function noResponse(error: unknown, host: string, progress: SendProgress): NoResponse {
  const { wasSent, timedOut } = progress;
  const notSentFailure = (message: string, isPermanent = false) =>
    new NoResponse('notSent', message, { isPermanent, cause: error });
  const maybeSentFailure = (message: string, isPermanent = false) =>
    new NoResponse('unknown', message, { isPermanent, cause: error });

  if (timedOut !== undefined)
    return wasSent
      ? maybeSentFailure(`no complete response from ${host} within ${durationInWords(timedOut)}`)
      : notSentFailure(`cannot reach ${host}: no connection within ${durationInWords(timedOut)}`);
  const inner = innermost(error);
  if (inner instanceof ProxyFault)
    return proxyFault(noResponse(inner.cause, `the proxy ${inner.host}`, progress));
  const code = systemErrorCode(inner) ?? '';
  const notSent = NOT_SENT[code];
  if (code === 'ENOTFOUND')
    return new NoResponse('notSent', `cannot reach ${host}: ${UNKNOWN_HOST}`, {
      isPermanent: true,
      isUnknownHost: true,
      cause: error,
    });
  if (notSent !== undefined) {
    const missing = notSentFailure(`cannot reach ${host}: ${notSent.says}`, notSent.isPermanent);
    return code.startsWith('ERR_PROXY_') ? proxyFault(missing) : missing;
  }
  if (isAboutCertificate(code))
    return notSentFailure(`the certificate of ${host} is not trusted (${code})`, true);
  if (/^ERR_(SSL|TLS)_|^EPROTO$/.test(code)) return notSentFailure(`TLS error from ${host} (${code})`, true);
  const proxyStatus = /Proxy response \((\d{3})\)/.exec(String(error))?.[1];
  if (proxyStatus !== undefined) {
    // A proxy that is overloaded, restarting or cannot reach the service responds with 5xx. Any other refusal
    // is its own decision: credentials, a host that it does not allow, or no tunnels at all.
    const isDecision = !proxyStatus.startsWith('5');
    const refused = notSentFailure(
      `the proxy refused the connection to ${host} (${proxyStatus})`,
      isDecision,
    );
    return isDecision ? proxyFault(refused) : refused;
  }
  if (!wasSent) return notSentFailure(`cannot reach ${host}: ${connectFailureReason(inner, code)}`);
  if (/HTTPParserError/.test(String(inner)))
    return maybeSentFailure(`${host}: the response is not HTTP`, true);
  const { says, isPermanent } = BROKEN_AFTER_SEND[code] ?? CONNECTION_BROKE;
  return maybeSentFailure(`${host}: ${says}`, isPermanent);
}

function proxyFault({ message, isPermanent, isUnknownHost, cause }: NoResponse): NoResponse {
  return new NoResponse('notSent', message, { isPermanent, isUnknownHost, isProxyFault: true, cause });
}

function connectFailureReason(error: unknown, code: string): string {
  if (code === 'ETIMEDOUT') return 'no connection in time';
  if (/before secure TLS connection/.test(String(error)))
    return 'the connection was closed during the TLS handshake';
  return (BROKEN_AFTER_SEND[code] ?? CONNECTION_BROKE).says;
}

function isAboutCertificate(code: string): boolean {
  return /^(CERT_|ERR_TLS_CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|HOSTNAME_MISMATCH)/.test(code);
}

/** Returns the cause of nested connection errors, which include one for each address tried. */
function innermost(error: unknown): unknown {
  if (error instanceof AggregateError) return innermost(error.errors[0]);
  if (systemErrorCode(error) !== undefined) return error;
  return error instanceof Error && error.cause !== undefined ? innermost(error.cause) : error;
}
