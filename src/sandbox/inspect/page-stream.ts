import type { ServerResponse } from 'node:http';
import { WATCH_BOUNDS } from '../bounds.ts';
import { headOf } from './describe-exchange.ts';
import type { ShownExchange } from './exchange.ts';
import type { Inspector } from './inspector.ts';

/** Open streams per inspector. */
const openStreams = new WeakMap<Inspector, Set<ServerResponse>>();

/** Numbers of the last request and change that a page already has. */
export interface StreamStart {
  readonly afterExchange: number;
  readonly afterChange: number;
}

/**
 * Sends requests and changes as server-sent events until the page disconnects: first those kept since its
 * last ones, then new ones. A page that does not read is disconnected when too much data is queued; it then
 * reconnects.
 * @param mostWaiting maximum number of queued bytes
 * @returns false, without sending a response, if too many pages are connected
 */
export function streamToPage(
  inspector: Inspector,
  { afterExchange, afterChange }: StreamStart,
  response: ServerResponse,
  mostWaiting: number = WATCH_BOUNDS.waitingBytes,
): boolean {
  const streams = openStreams.get(inspector) ?? new Set();
  openStreams.set(inspector, streams);
  if (streams.size >= WATCH_BOUNDS.streams) return false;
  streams.add(response);
  const { recorder, changes, started } = inspector;
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const send = (event: string, data: object) => {
    if (response.destroyed) return;
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    if (response.writableLength > mostWaiting) response.destroy();
  };
  const sendExchange = (exchange: ShownExchange) => send('exchange', headOf(exchange));
  send('hello', { started, capacity: recorder.kept.capacity });
  for (const exchange of recorder.kept.after(afterExchange)) sendExchange(exchange);
  for (const change of changes.kept.after(afterChange)) send('change', change);
  send('live', {});
  const stops = [recorder.listen(sendExchange), changes.listen((change) => send('change', change))];
  response.once('close', () => {
    streams.delete(response);
    for (const stop of stops) stop();
  });
  return true;
}
