import type { Connector } from './bounded-tunnel.ts';

/** Thrown if there is no connection to a proxy; the cause says why. */
export class ProxyFault extends Error {
  override readonly name = 'ProxyFault';
  readonly code = 'ERR_PROXY_UNREACHABLE';
  /** Host and port of the proxy, without its credentials. */
  readonly host: string;

  constructor(host: string, cause: unknown) {
    super('the proxy cannot be reached', { cause });
    this.host = host;
  }
}

/** Returns a function that connects to a proxy, and whose errors tell it apart from the service. */
export function connectorToProxy<Options>(connect: Connector<Options>, host: string): Connector<Options> {
  return (options, callback) =>
    connect(options, (...result) =>
      result[0] === null ? callback(...result) : callback(new ProxyFault(host, result[0]), null),
    );
}
