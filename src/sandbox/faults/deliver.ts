import type { ServerResponse } from 'node:http';
import type { WireAnswer } from './faulty-answer.ts';

/** Sends an answer as its delivery requires: completely, partly, slowly, or not at all. */
export function deliver(response: ServerResponse, { status, headers, text, delivery }: WireAnswer): void {
  const bytes = Buffer.from(text);
  switch (delivery.kind) {
    case 'whole':
      response.writeHead(status, headers).end(bytes);
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'close':
      runAfter(response, delivery.after, () => response.destroy());
      return;
    case 'cut': {
      const length: Record<string, string> = delivery.declared
        ? { 'content-length': String(bytes.length) }
        : {};
      response.writeHead(status, { ...headers, ...length });
      const part = bytes.subarray(0, Math.floor(bytes.length * delivery.at));
      response.flushHeaders();
      if (part.length === 0) setImmediate(() => response.destroy());
      else response.write(part, () => response.destroy());
      return;
    }
    case 'drip':
      response.writeHead(status, { ...headers, 'content-length': String(bytes.length) });
      response.flushHeaders();
      sendSlowly(response, bytes, delivery.every);
  }
}

/** Sends one byte after the other, the first at once, unless the client disconnects first. */
function sendSlowly(response: ServerResponse, bytes: Buffer, every: number): void {
  let at = 0;
  const sendNext = () => {
    if (at >= bytes.length) {
      clearInterval(timer);
      response.end();
      return;
    }
    response.write(bytes.subarray(at, at + 1));
    at += 1;
  };
  const timer = setInterval(sendNext, every);
  response.once('close', () => clearInterval(timer));
  sendNext();
}

/** Runs a function after a delay, unless the client disconnects first. */
function runAfter(response: ServerResponse, milliseconds: number, act: () => void): void {
  const timer = setTimeout(act, milliseconds);
  response.once('close', () => clearTimeout(timer));
}
