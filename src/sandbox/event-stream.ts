import type { IncomingMessage, ServerResponse } from 'node:http';
import { bearerTokenIn } from './bearer.ts';
import type { Sandbox } from './sandbox.ts';
import { tokenRejectionCode } from './token-end.ts';

/** Path of the event stream; the service has no such path. */
const PATH = '/_events';

/** Whether a request is for the event stream. */
export function isEventStream({ method, url }: IncomingMessage): boolean {
  return method === 'GET' && (url ?? '').split('?')[0] === PATH;
}

/**
 * Sends the read cursors of the user or bot of a token as server-sent events until the connection closes (WEB
 * §6; assumption `read-cursor-events`). An initial comment line confirms that the stream is open.
 */
export function streamEvents(sandbox: Sandbox, request: IncomingMessage, response: ServerResponse): void {
  const { organization, cursorEvents } = sandbox;
  const token = organization.token(bearerTokenIn(request.headers.authorization));
  const owner = token?.isBot === true ? token.appId : token?.userId;
  if (token === undefined || owner === undefined || tokenRejectionCode(organization, token) !== undefined) {
    response
      .writeHead(401, { 'www-authenticate': 'Bearer', 'content-type': 'text/plain; charset=utf-8' })
      .end('a token that works is needed in the header Authorization');
    return;
  }
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.write(`: read cursors of ${owner}\n\n`);
  const stop = cursorEvents.listen(({ member, channel, ts }) => {
    if (member !== owner) return;
    const data = JSON.stringify({ type: 'channel_marked', channel, user: member, ts });
    response.write(`event: channel_marked\ndata: ${data}\n\n`);
  });
  response.once('close', stop);
}
