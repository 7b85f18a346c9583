import { Failure } from '../failure/failure.ts';
import type { TokenKind } from '../spec/protocol-types.ts';
import { defined } from '../values/defined.ts';
import type { HttpResponse, Layer } from './transport.ts';

export interface Authorization {
  /** The token of the first of these kinds that there is; asked for when a request leaves. */
  readonly token: (kinds: readonly TokenKind[] | undefined) => Promise<string>;
  /**
   * Another token in place of one that the service refused; undefined when there is none. None is asked for
   * when absent.
   */
  readonly renew?: (kinds: readonly TokenKind[] | undefined, refused: string) => Promise<string | undefined>;
  /** Whether an answer refuses the token itself, not what it may do. */
  readonly isTokenRefused?: (response: HttpResponse) => boolean;
  /** The only origins that ever see the token. */
  readonly origins: readonly string[];
  /** Lifts the refusal to send a token in clear text to another machine. */
  readonly allowHttp: boolean;
}

/**
 * Adds the bearer token (SCIM §5). A request whose token is refused was not looked at, so it is sent once
 * more where there is another token.
 * @throws Failure `usage` rather than send it to another origin, or unprotected; `unauthorized` where the
 * other token cannot be had.
 */
export function authorizing(authorization: Authorization): Layer {
  const beginnings = authorization.origins.map((origin) => `${origin}/`);
  /** Of URLs that the token may be sent to. */
  const judged = new Set<string>();
  const headerOf = createHeader();
  return (next) => async (request, signal) => {
    const beginning = beginnings.find((one) => request.url.startsWith(one));
    if (beginning === undefined || !judged.has(beginning)) {
      judge(request.url, authorization);
      if (beginning !== undefined) judged.add(beginning);
    }
    const sendWith = (token: string) => {
      const headers = { ...request.headers, authorization: headerOf(token) };
      return next({ ...request, headers }, signal);
    };
    const token = await authorization.token(request.tokens);
    const answer = await sendWith(token);
    if (authorization.isTokenRefused?.(answer) !== true) return answer;
    const other = await authorization.renew?.(request.tokens, token).catch(noOtherToken);
    return other === undefined ? answer : sendWith(other);
  };
}

/**
 * Returns a function that makes a header of a token. The same token gives the same string object, whose hash
 * is computed once.
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
 * @throws Failure `usage` unless the token may be sent to this URL; all URLs with the beginning of one origin
 * are alike.
 */
function judge(url: string, { origins, allowHttp }: Authorization): void {
  const { origin, protocol, hostname } = new URL(url);
  if (!origins.includes(origin)) {
    throw new Failure('usage', `the token of this profile is not for ${origin}`);
  }
  if (protocol === 'http:' && !isLoopback(hostname) && !allowHttp) {
    const hint = 'use an https URL, or pass --allow-http if the network is trusted';
    throw new Failure('usage', `refusing to send a token over http to ${hostname}`, { hint });
  }
}

/**
 * The service is there, and what gives tokens is not: that is no outage, and ends like a token that is
 * refused.
 */
function noOtherToken(error: unknown): never {
  if (!(error instanceof Failure)) throw error;
  const message = `the token was refused, and there is no other one: ${error.message}`;
  throw new Failure('unauthorized', message, { ...defined({ hint: error.hint }), cause: error });
}

/** Whether the host is this machine. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}
