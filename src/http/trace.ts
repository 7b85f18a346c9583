import { HIDDEN, hideSecret, withoutSecrets } from './secret-members.ts';
import type { HttpRequest, HttpResponse, Layer } from './transport.ts';

/** Maximum number of characters of a body in a trace. */
const BODY_SHOWN = 2000;
/** Traced response headers: the requested wait, and the target of a redirect. */
const TRACED_HEADERS = ['retry-after', 'location'];

/**
 * Traces every request and response: one line each and one for each body or header, without tokens and
 * passwords.
 */
export function traceLayer(tell: (line: string) => void, clock: () => number): Layer {
  let count = 0;
  return (next) => async (request, signal) => {
    count += 1;
    const number = count;
    const started = clock();
    const duration = () => `in ${Math.round(clock() - started)} ms`;
    for (const line of requestLines(request)) tell(`#${number} > ${line}`);
    try {
      const response = await next(request, signal);
      tell(`#${number} < ${response.status} ${duration()}`);
      for (const line of responseLines(response)) tell(`#${number} < ${line}`);
      return response;
    } catch (error) {
      tell(`#${number} < no response ${duration()}: ${error instanceof Error ? error.message : ''}`);
      throw error;
    }
  };
}

function* requestLines({ method, url, headers, body }: HttpRequest): Generator<string> {
  yield `${method} ${url}`;
  for (const [name, value] of Object.entries(headers))
    yield `${name}: ${name === 'authorization' ? `Bearer ${HIDDEN}` : value}`;
  if (body !== undefined) yield truncatedBody(body);
}

function* responseLines({ headers, body }: HttpResponse): Generator<string> {
  for (const name of TRACED_HEADERS) {
    const value = headers[name];
    if (value !== undefined) yield `${name}: ${value}`;
  }
  if (body.length > 0) yield truncatedBody(new TextDecoder().decode(body));
}

function truncatedBody(body: string): string {
  const safe = onOneLine(body);
  return safe.length > BODY_SHOWN ? `${safe.slice(0, BODY_SHOWN)}… (${safe.length} characters)` : safe;
}

/** Redacts secrets; JSON is written without spaces. */
function onOneLine(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body, hideSecret));
  } catch {
    return withoutSecrets(body);
  }
}
