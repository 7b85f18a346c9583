import type { HttpMethod, TokenKind } from '../spec/protocol-types.ts';

/** A request as sent: absolute URL, lower-case header names, the body as text. */
export interface HttpRequest {
  /** OPTIONS is a read, and the service does not support it. */
  readonly method: HttpMethod | 'OPTIONS';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether it may change something. No layer repeats a write with an unknown outcome. */
  readonly effect: 'read' | 'write';
  /**
   * The target of a write, such as `Users/U1`; writes to a target are serialized (SCIM §8). Absent for a
   * create.
   */
  readonly target?: string;
  /** The quotas that the request counts against, the widest first; if absent, only that of its effect. */
  readonly rates?: readonly string[];
  /** Accepted token kinds, the preferred one first; if absent, those of the connection. */
  readonly tokens?: readonly TokenKind[];
  /** Returns an array for a large body, which allows reuse; if absent, a new array is allocated. */
  readonly into?: (length: number) => Uint8Array;
}

export interface HttpResponse {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Sends a request and returns its response. A layer wraps a transport to form another one. */
export type Transport = (request: HttpRequest, signal?: AbortSignal) => Promise<HttpResponse>;
export type Layer = (next: Transport) => Transport;

/** Wraps a transport in layers; the first layer is the outermost. */
export function withLayers(transport: Transport, layers: readonly Layer[]): Transport {
  return layers.reduceRight((next, layer) => layer(next), transport);
}

/**
 * Thrown if there is no response. `outcome` is `notSent` if the service cannot have processed the request.
 */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
  readonly outcome: 'notSent' | 'unknown';
  /** Whether a retry is pointless, as with a wrong host name or certificate. */
  readonly isPermanent: boolean;
  /** Whether the host name does not resolve. If it did before, DNS may be down. */
  readonly isUnknownHost: boolean;
  /** Whether a proxy cannot be reached or used, so that nothing is known about the service. */
  readonly isProxyFault: boolean;

  constructor(
    outcome: 'notSent' | 'unknown',
    message: string,
    options: {
      isPermanent?: boolean;
      isUnknownHost?: boolean;
      isProxyFault?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.outcome = outcome;
    this.isPermanent = options.isPermanent ?? false;
    this.isUnknownHost = options.isUnknownHost ?? false;
    this.isProxyFault = options.isProxyFault ?? false;
  }
}
