import type { Socket } from 'node:net';
import { systemErrorCode } from '../failure/failure.ts';

/** A function that opens a connection and calls back once, with a socket or an error. */
export type Connector<Options> = (options: Options, callback: (...result: Connected) => void) => unknown;
type Connected = [error: null, socket: Socket] | [error: Error, socket: null];

type NoTunnelCode = 'ERR_PROXY_CLOSED' | 'ERR_PROXY_NOT_HTTP' | 'ERR_PROXY_SILENT';

/** Thrown if there is no tunnel; `code` selects the message. */
class NoTunnel extends Error {
  override readonly name = 'NoTunnel';
  readonly code: NoTunnelCode;
  constructor(code: NoTunnelCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/**
 * Limits the time to open a tunnel through a proxy. undici reconnects endlessly if the proxy hangs up, and
 * waits endlessly if it is silent.
 * @param timeout milliseconds for the response of the proxy and the TLS handshake after it.
 */
export function boundedTunnel<Options extends object>(
  connect: Connector<Options & { readonly signal: AbortSignal }>,
  timeout: number,
): Connector<Options> {
  return (options, callback) => {
    const stop = new AbortController();
    let isOver = false;
    const end = (...result: Connected) => {
      if (isOver) {
        result[1]?.destroy();
        return;
      }
      isOver = true;
      clearTimeout(timer);
      callback(...result);
    };
    const timer = setTimeout(() => {
      end(new NoTunnel('ERR_PROXY_SILENT'), null);
      stop.abort();
    }, timeout);
    connect({ ...options, signal: stop.signal }, (...result) =>
      result[0] === null ? end(...result) : end(asNoTunnel(result[0]), null),
    );
  };
}

/**
 * Changes the code of a closed connection, which undici would always retry, and of a response that is not
 * HTTP, which would seem to be that of the service.
 */
function asNoTunnel(error: Error): Error {
  if (systemErrorCode(error) === 'UND_ERR_SOCKET') return new NoTunnel('ERR_PROXY_CLOSED', error);
  return error.name === 'HTTPParserError' ? new NoTunnel('ERR_PROXY_NOT_HTTP', error) : error;
}
