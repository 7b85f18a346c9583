import type { Socket } from 'node:net';

/** What opens a connection and calls back once, with a socket or with what went wrong. */
export type Connector<Options> = (options: Options, callback: (...result: Connected) => void) => unknown;
type Connected = [error: null, socket: Socket] | [error: Error, socket: null];

type NoTunnelCode = 'ERR_PROXY_CLOSED' | 'ERR_PROXY_SILENT';

/** Why there is no tunnel; `code` is read where errors become words. */
class NoTunnel extends Error {
  override readonly name = 'NoTunnel';
  readonly code: NoTunnelCode;
  constructor(code: NoTunnelCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/**
 * Makes the tunnel through a proxy end. undici connects again at once and without an end when the proxy hangs
 * up, and waits without an end when it is silent.
 * @param timeout milliseconds for the proxy's answer and the TLS handshake behind it.
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
      result[0] === null ? end(...result) : end(named(result[0]), null),
    );
  };
}

/** undici takes a closed connection for one that is worth another try, whatever it was for. */
function named(error: Error): Error {
  const isClosed = 'code' in error && error.code === 'UND_ERR_SOCKET';
  return isClosed ? new NoTunnel('ERR_PROXY_CLOSED', error) : error;
}
