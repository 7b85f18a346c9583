import type { HttpRequest } from '../../http/transport.ts';
import { linesForTerminal } from '../../output/sanitize.ts';
import { parseJson } from '../../rules/json-value.ts';
import type { Json } from '../../spec/protocol-types.ts';

/**
 * Returns a request as a person reads it: method and URL, and the body as indented JSON without a password.
 */
export function requestInWords(request: HttpRequest): string {
  const { method, url, body } = request;
  const shown =
    body === undefined ? '' : `${JSON.stringify(withoutPassword(readBody(request, body)), null, 2)}\n`;
  return linesForTerminal(`${method} ${url}\n${shown}`);
}

/** A form is shown as the object that it stands for. */
function readBody({ headers }: HttpRequest, body: string): Json {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  return isForm ? Object.fromEntries(new URLSearchParams(body)) : parseJson(body);
}

function withoutPassword(body: Json): Json {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !('password' in body)) return body;
  return { ...body, password: '«redacted»' };
}
