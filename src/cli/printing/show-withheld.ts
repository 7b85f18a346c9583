import type { HttpRequest } from '../../http/transport.ts';
import { WriteWithheld } from '../../http/withhold-writes.ts';
import type { View } from '../../output/view.ts';
import type { Json } from '../../spec/wire.ts';
import type { Context } from '../context.ts';

/** Lets the writes of a dry run be collected. */
export interface Collected {
  /** Sends something, or keeps what would have been sent. */
  readonly unless: (send: () => Promise<void>) => Promise<void>;
}

/**
 * Does what takes several writes. In a dry run all of them are shown, at the end.
 * @returns whether they were sent.
 */
export async function sendingAll(
  context: Context,
  act: (collected: Collected) => Promise<void>,
): Promise<boolean> {
  const requests: HttpRequest[] = [];
  await act({
    unless: async (send) => {
      try {
        await send();
      } catch (error) {
        if (!(error instanceof WriteWithheld)) throw error;
        requests.push(error.request);
      }
    },
  });
  if (requests.length > 0) await showWithheld(context, requests);
  return requests.length === 0;
}

/** Shows the writes that a dry run did not send: one as one thing, several as a list. */
export async function showWithheld(context: Context, requests: readonly HttpRequest[]): Promise<void> {
  const printer = await context.printer();
  const [only] = requests;
  if (only === undefined) return;
  const what = requests.length === 1 ? 'this would be sent' : `these ${requests.length} calls would be sent`;
  await context.messages.note(`dry run: ${what}; nothing was`);
  if (printer.format === 'table') {
    for (const { method, url, body } of requests.map(shown))
      await printer.text(`${method} ${url}\n${body === null ? '' : `${JSON.stringify(body, null, 2)}\n`}`);
  } else if (requests.length === 1) {
    await printer.one(shown(only), REQUEST_VIEW);
  } else {
    await printer.list(requests.map(shown), REQUEST_VIEW);
  }
}

function shown(request: HttpRequest): { method: string; url: string; body: Json } {
  const { method, url, body } = request;
  return { method, url, body: body === undefined ? null : hidePassword(readBody(request, body)) };
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
