import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { bearerTokenIn } from './bearer.ts';
import type { Sandbox } from './sandbox.ts';

/** Why a request is rejected; undefined if it is accepted. */
export type Rejection = { readonly status: number; readonly why: string } | undefined;

const LOOPBACK_NAME = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * Checks the Host and Origin of a request. A web page can reach this port through a DNS name that points
 * here, and can send simple requests to any host. So only loopback host names and pages of this machine are
 * accepted.
 * @param isBound whether the port is open to other machines. Then any Host is accepted, because the
 * well-known tokens are not.
 */
export function rejectionOf(headers: IncomingHttpHeaders, isBound: boolean): Rejection {
  const { host = '', origin } = headers;
  if (!isBound && !LOOPBACK_NAME.test(host)) return { status: 403, why: 'the Host is not this machine' };
  if (host === '' || !/^[\w.:[\]-]+$/.test(host)) return { status: 400, why: 'invalid Host header' };
  const isForeignPage = headers['sec-fetch-site'] === 'cross-site';
  if (isForeignPage || (origin !== undefined && !isOwnOrigin(origin, host)))
    return { status: 403, why: 'the Origin is another site' };
  return undefined;
}

function isOwnOrigin(origin: string, host: string): boolean {
  const [, name = ''] = /^https?:\/\/(.+)$/i.exec(origin) ?? [];
  return LOOPBACK_NAME.test(name) || name.toLowerCase() === host.toLowerCase();
}

/** Whether an address is a loopback address. */
export function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  return plain === 'localhost' || plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}

/** Whether the organization has the token of a request, including one that another process has just added. */
export async function isKnownToken(sandbox: Sandbox, authorization: string | undefined): Promise<boolean> {
  const word = bearerTokenIn(authorization);
  if (word === undefined) return false;
  if (sandbox.organization.token(word) !== undefined) return true;
  return sandbox.setUp((organization) => organization.token(word) !== undefined);
}
