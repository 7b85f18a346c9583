import type { HttpMethod, TokenKind } from '../spec/protocol-types.ts';

/** One request as it will leave: absolute URL, lower-case header names, the body as text. */
export interface HttpRequest {
  /** OPTIONS changes nothing, and no service of this kind knows it. */
  readonly method: HttpMethod | 'OPTIONS';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether it can change something. A write whose outcome is unknown is never sent again by a layer. */
  readonly effect: 'read' | 'write';
  /** What a write changes, such as `Users/U1`: one at a time (SCIM §8). Absent where it has no target yet. */
  readonly target?: string;
  /** The quotas that it counts against, the widest first; only its effect when absent. */
  readonly rates?: readonly string[];
  /** Kinds of token that it takes, the best fitting first; those of the connection when absent. */
  readonly tokens?: readonly TokenKind[];
  /**
   * Gives the bytes that a large body is put into, so that they can be used again; a fresh array when absent.
   */
  readonly into?: (length: number) => Uint8Array;
}

export interface HttpResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Moves one request and brings its response. It can be wrapped: a layer is a function from transport to
 * transport.
 */
export type Transport = (request: HttpRequest, signal?: AbortSignal) => Promise<HttpResponse>;
export type Layer = (next: Transport) => Transport;

/** Puts layers around a transport; the first one sees a request first. */
export function withLayers(transport: Transport, layers: readonly Layer[]): Transport {
  return layers.reduceRight((next, layer) => layer(next), transport);
}

/** No response came. `outcome` tells whether the service can have acted on the request. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
  readonly outcome: 'notSent' | 'unknown';
  /** Whether trying again is pointless: a wrong host name or certificate does not fix itself. */
  readonly isPermanent: boolean;
  /** Of a host whose name nobody knows: where it was known before, the name service is away. */
  readonly isUnknownHost: boolean;

  constructor(
    outcome: 'notSent' | 'unknown',
    message: string,
    options: { isPermanent?: boolean; isUnknownHost?: boolean; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.outcome = outcome;
    this.isPermanent = options.isPermanent ?? false;
    this.isUnknownHost = options.isUnknownHost ?? false;
  }
}
