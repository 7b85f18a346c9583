import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { isWebApiCall } from './web-service.ts';

/**
 * Answers a request whose sender closes its side before sending the whole body: `request_timeout` on the Web
 * API (WEB §7), 400 elsewhere. Other protocol errors are answered with 400, the default of the server.
 */
export function answerTruncated(server: Server): void {
  const latest = new WeakMap<Duplex, IncomingMessage>();
  server.prependListener('request', (request: IncomingMessage) => latest.set(request.socket, request));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const request = latest.get(socket);
    const isCut = error.code === 'HPE_INVALID_EOF_STATE' && request?.complete === false;
    const url = `http://localhost${request?.url ?? ''}`;
    const isTimeout = isCut && URL.canParse(url) && isWebApiCall({ url });
    socket.end(
      isTimeout
        ? response('200 OK', '{"ok":false,"error":"request_timeout"}')
        : response('400 Bad Request', ''),
    );
  });
}

function response(status: string, body: string): string {
  const type = body === '' ? '' : 'content-type: application/json; charset=utf-8\r\n';
  const length = Buffer.byteLength(body);
  return `HTTP/1.1 ${status}\r\n${type}content-length: ${length}\r\nconnection: close\r\n\r\n${body}`;
}
