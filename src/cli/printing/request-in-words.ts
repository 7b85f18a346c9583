import { hideSecret } from '../../http/secret-members.ts';
import type { HttpRequest } from '../../http/transport.ts';
import { linesForTerminal } from '../../output/sanitize.ts';
import { parseJson } from '../../rules/json-value.ts';
import type { Json } from '../../spec/protocol-types.ts';

/** Returns a request in readable form: method and URL, and the body as indented JSON without its secrets. */
export function requestInWords(request: HttpRequest): string {
  const { method, url, body } = request;
  const shown = body === undefined ? '' : `${JSON.stringify(readBody(request, body), hideSecret, 2)}\n`;
  return linesForTerminal(`${method} ${url}\n${shown}`);
}

/** Parses a body; a form becomes an object. */
function readBody({ headers }: HttpRequest, body: string): Json {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  return isForm ? Object.fromEntries(new URLSearchParams(body)) : parseJson(body);
}
