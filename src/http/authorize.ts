import { Failure } from '../failure/failure.ts';
import type { TokenKind } from '../spec/protocol-types.ts';
import { defined } from '../values/defined.ts';
import type { HttpResponse, Layer } from './transport.ts';

export interface Authorization {
  /** Returns the token of the first of these kinds that is available. Called when a request is sent. */
  readonly token: (kinds: readonly TokenKind[] | undefined) => Promise<string>;
  /**
   * Returns another token in place of a refused one; undefined if there is none. If absent, a refused token
   * is final.
   */
  readonly renew?: (kinds: readonly TokenKind[] | undefined, refused: string) => Promise<string | undefined>;
  /** Whether a response refuses the token itself, as opposed to its permissions. */
  readonly isTokenRefused?: (response: HttpResponse) => boolean;
  /** The only origins that receive the token. */
  readonly origins: readonly string[];
  /** Permits sending a token in clear text to another machine. */
  readonly allowHttp: boolean;
}

/**
 * Adds the bearer token (SCIM §5). A request whose token is refused was not processed, so it is sent once
 * more if another token is available.
 * @throws Failure `usage` instead of sending the token to another origin or unencrypted; `unauthorized` if
 * obtaining another token fails.
 */
export function authorizeLayer(authorization: Authorization): Layer {
  const beginnings = authorization.origins.map((origin) => `${origin}/`);
  /** Origins to which the token may be sent. */
  const judged = new Set<string>();
  const headerOf = createHeader();
  return (next) => async (request, signal) => {
    const beginning = beginnings.find((one) => request.url.startsWith(one));
    if (beginning === undefined || !judged.has(beginning)) {
      checkTokenTarget(request.url, authorization);
      if (beginning !== undefined) judged.add(beginning);
    }
    const sendWith = (token: string) => {
      // The V8 of Node 20 gives each object of a literal that starts with a spread and then adds a property a
      // hidden class of its own. Objects of Object.assign share one: a create takes a quarter less time to
      // process (bench/throughput.mjs).
      const headers = Object.assign({}, request.headers, { authorization: headerOf(token) });
      return next({ ...request, headers }, signal);
    };
    const token = await authorization.token(request.tokens);
    const answer = await sendWith(token);
    if (authorization.isTokenRefused?.(answer) !== true) return answer;
    const other = await authorization.renew?.(request.tokens, token).catch(throwTokenRefused);
    return other === undefined ? answer : sendWith(other);
  };
}

/**
 * Returns a function that creates the header of a token. The same token yields the same string object, whose
 * hash is computed only once.
 */
function createHeader(): (token: string) => string {
  let known = '';
  let header = '';
  return (token) => {
    if (token !== known) header = `Bearer ${token}`;
    known = token;
    return header;
  };
}

/**
 * Checks whether the token may be sent to a URL; the result is the same for all URLs of an origin.
 * @throws Failure `usage` if it may not.
 */
function checkTokenTarget(url: string, { origins, allowHttp }: Authorization): void {
  const { origin, protocol, hostname } = new URL(url);
  if (!origins.includes(origin)) {
    throw new Failure('usage', `the token of this profile may not be sent to ${origin}`);
  }
  if (protocol === 'http:' && !isLoopback(hostname) && !allowHttp) {
    const hint = 'use an https URL, or pass --allow-http if the network is trusted';
    throw new Failure('usage', `refusing to send a token over http to ${hostname}`, { hint });
  }
}

/**
 * Converts a failure to obtain another token. The service itself is available, so this is not an outage but
 * counts as a refused token.
 */
function throwTokenRefused(error: unknown): never {
  if (!(error instanceof Failure)) throw error;
  const message = `the token was refused, and no other token is available: ${error.message}`;
  throw new Failure('unauthorized', message, { ...defined({ hint: error.hint }), cause: error });
}

/** Whether the host is the local machine. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}
