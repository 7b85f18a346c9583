import { Failure } from '../failure/failure.ts';
import type { TokenKind } from '../spec/wire.ts';
import type { Layer } from './transport.ts';

export interface Authorization {
  /** The token of the first of these kinds that there is; asked for once for each list of kinds, when its first request leaves. */
  readonly token: (kinds: readonly TokenKind[] | undefined) => Promise<string>;
  /** The only origins that ever see the token. */
  readonly origins: readonly string[];
  /** Lifts the refusal to send a token in clear text to another machine. */
  readonly allowHttp: boolean;
}

/** Adds the bearer token (SCIM §5). @throws Failure `usage` rather than send it to another origin, or unprotected. */
export function authorizing(authorization: Authorization): Layer {
  const tokens = new Map<string, Promise<string>>();
  return (next) => async (request, signal) => {
    const { origin, protocol, hostname } = new URL(request.url);
    if (!authorization.origins.includes(origin)) {
      throw new Failure('usage', `the token of this profile is not for ${origin}`);
    }
    if (protocol === 'http:' && !isLoopback(hostname) && !authorization.allowHttp) {
      const hint = 'use an https URL, or pass --allow-http if the network is trusted';
      throw new Failure('usage', `refusing to send a token over http to ${hostname}`, { hint });
    }
    const key = request.tokens?.join() ?? '';
    const token = tokens.get(key) ?? authorization.token(request.tokens);
    tokens.set(key, token);
    const headers = { ...request.headers, authorization: `Bearer ${await token}` };
    return next({ ...request, headers }, signal);
  };
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
