import { hiderThroughEscapes, type OutputKind } from '../gate/gate.ts';
import { secretsInBody } from './secret-members.ts';
import type { HttpResponse, Layer } from './transport.ts';

/**
 * Redacts the secrets of a request in its response before any other layer reads it. A gateway may repeat the
 * Authorization header or the body in an error response, which is stored in journals and reports. Only this
 * layer knows which password belongs to which response.
 */
export function redactEchoedSecrets(): Layer {
  const known = { words: new Map<string, Hide>(), data: new Map<string, Hide>() };
  const hiderOfHeader = (authorization: string, what: OutputKind): Hide => {
    const before = known[what].get(authorization);
    if (before !== undefined) return before;
    const { hide } = hiderThroughEscapes([authorization.replace(/^\S+ /, '')], what);
    known[what].set(authorization, hide);
    return hide;
  };
  return (next) => async (request, signal) => {
    const response = await next(request, signal);
    // An error response is a message; any other is data, in which a short fragment may be an ordinary word.
    const what: OutputKind = response.status >= 400 ? 'words' : 'data';
    const { authorization } = request.headers;
    const safe =
      authorization === undefined ? response : redactResponse(response, hiderOfHeader(authorization, what));
    const secrets = request.body === undefined ? [] : secretsInBody(request.body);
    return secrets.length === 0 ? safe : redactResponse(safe, hiderThroughEscapes(secrets, what).hide);
  };
}

/** Returns the bytes with a secret redacted; the same array if they do not contain it. */
type Hide = (bytes: Uint8Array) => Uint8Array;

/** Returns a response with a secret redacted; usually the same object, because it does not contain it. */
function redactResponse(response: HttpResponse, hide: Hide): HttpResponse {
  const body = hide(response.body);
  const isIn = (text: string) => {
    const bytes = Buffer.from(text);
    return hide(bytes) !== bytes;
  };
  // Search all headers at once (16 KB at most).
  let all = '';
  for (const name in response.headers) all += `${response.headers[name]}\n`;
  if (!isIn(all)) return body === response.body ? response : { ...response, body };
  const hidden = (text: string) => Buffer.from(hide(Buffer.from(text))).toString();
  const headers = Object.entries(response.headers).map(([name, value]) => [name, hidden(value)]);
  return { status: response.status, headers: Object.fromEntries(headers), body };
}
