import type { Layer } from './transport.ts';

/** Longest piece of a body that a trace shows, in characters. */
const BODY_SHOWN = 2000;

/** Tells every request and response, one line each and one for a body; never the token, never a password. */
export function tracing(tell: (line: string) => void, clock: () => number): Layer {
  let count = 0;
  return (next) => async (request, signal) => {
    count += 1;
    const number = count;
    const started = clock();
    tell(`#${number} > ${request.method} ${request.url}`);
    for (const [name, value] of Object.entries(request.headers)) {
      tell(`#${number} > ${name}: ${name === 'authorization' ? 'Bearer «redacted»' : value}`);
    }
    if (request.body !== undefined) tell(`#${number} > ${shown(request.body)}`);
    try {
      const response = await next(request, signal);
      tell(`#${number} < ${response.status} in ${Math.round(clock() - started)} ms`);
      if (response.body.length > 0) tell(`#${number} < ${shown(new TextDecoder().decode(response.body))}`);
      return response;
    } catch (error) {
      tell(
        `#${number} < no response in ${Math.round(clock() - started)} ms: ${error instanceof Error ? error.message : ''}`,
      );
      throw error;
    }
  };
}

function shown(body: string): string {
  const safe = body.replace(/("(?:password|token)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi, '$1"«redacted»"');
  return safe.length > BODY_SHOWN ? `${safe.slice(0, BODY_SHOWN)}… (${safe.length} characters)` : safe;
}
