import { hiderThroughEscapes, type Leaving } from '../gate/gate.ts';
import { secretsInBody } from './secret-members.ts';
import type { HttpRequest, HttpResponse, Layer } from './transport.ts';

/**
 * Takes what a request had of secrets out of its response, before anybody reads it: a gateway may repeat the Authorization header or the
 * body in its refusal, and a refusal is kept in journals and reports. Only here it is known which password belongs to which response.
 */
export function concealingEchoes(): Layer {
  const hiders = new Map<string, (bytes: Uint8Array) => Uint8Array>();
  const hiderOfHeader = (authorization: string, what: Leaving) => {
    const key = `${what} ${authorization}`;
    const hide = hiders.get(key) ?? hiderThroughEscapes([authorization.replace(/^\S+ /, '')], what).hide;
    hiders.set(key, hide);
    return hide;
  };
  return (next) => async (request, signal) => {
    const response = await next(request, signal);
    // A refusal is words; anything else is data, in which a short piece may stand for itself.
    const what: Leaving = response.status >= 400 ? 'words' : 'data';
    const { authorization } = request.headers;
    const hides = [
      ...(authorization === undefined ? [] : [hiderOfHeader(authorization, what)]),
      ...hidersOfBody(request, what),
    ];
    return hides.length === 0 ? response : concealed(response, hides);
  };
}

function hidersOfBody({ body }: HttpRequest, what: Leaving): readonly ((bytes: Uint8Array) => Uint8Array)[] {
  const secrets = body === undefined ? [] : secretsInBody(body);
  return secrets.length === 0 ? [] : [hiderThroughEscapes(secrets, what).hide];
}

function concealed(
  response: HttpResponse,
  hides: readonly ((bytes: Uint8Array) => Uint8Array)[],
): HttpResponse {
  const hideAll = (bytes: Uint8Array) => hides.reduce((before, hide) => hide(before), bytes);
  const hideText = (text: string) => {
    const bytes = Buffer.from(text);
    const safe = hideAll(bytes);
    return safe === bytes ? text : Buffer.from(safe).toString();
  };
  // All headers are searched at once (16 KB at most): hardly any answer repeats a secret in one.
  const all = Object.values(response.headers).join('\n');
  const headers =
    hideText(all) === all
      ? response.headers
      : Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, hideText(value)]));
  return { status: response.status, headers, body: hideAll(response.body) };
}
