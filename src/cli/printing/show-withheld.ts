import type { HttpRequest } from '../../http/transport.ts';
import { WriteWithheld } from '../../http/withhold-writes.ts';
import type { View } from '../../output/view.ts';
import type { Json } from '../../spec/wire.ts';
import type { Context } from '../context.ts';

/** Sends something; in a dry run shows what it would have been, and goes on. */
export async function unlessWithheld(context: Context, send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof WriteWithheld)) throw error;
    await showWithheld(error.request, context);
  }
}

/** Shows the write that a dry run did not send. */
export async function showWithheld(request: HttpRequest, context: Context): Promise<void> {
  const printer = await context.printer();
  const body: Json = request.body === undefined ? null : hidePassword(readBody(request, request.body));
  await context.messages.note('dry run: this would be sent; nothing was');
  if (printer.format === 'table') {
    await printer.text(
      `${request.method} ${request.url}\n${body === null ? '' : `${JSON.stringify(body, null, 2)}\n`}`,
    );
  } else {
    await printer.one({ method: request.method, url: request.url, body }, REQUEST_VIEW);
  }
}

const REQUEST_VIEW: View<{ method: string; url: string; body: Json }> = {
  json: (request) => request,
  columns: [
    { name: 'method', heading: 'Method', importance: 1, value: ({ method }) => method },
    { name: 'url', heading: 'URL', importance: 1, value: ({ url }) => url },
    { name: 'body', heading: 'Body', importance: 1, value: ({ body }) => JSON.stringify(body) },
  ],
};

/** A form is shown as the object that it stands for. */
function readBody({ headers }: HttpRequest, body: string): Json {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  return isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body);
}

function hidePassword(body: Json): Json {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !('password' in body)) return body;
  return { ...body, password: '«redacted»' };
}
