import { Failure } from '../failure/failure.ts';
import { type HttpRequest, type HttpResponse, NoResponse, type Transport } from '../http/transport.ts';
import { decodedUri } from '../values/decoded-uri.ts';
import type { RecordedExchange, Recording } from './recording.ts';
import type { ReplayedTime } from './replayed-time.ts';

/**
 * Returns a transport that answers requests from a recording: each request as often as it was recorded, in
 * the recorded order. It throws Failure `unreachable` for a request that was not recorded.
 */
export function replayTransport({ exchanges }: Recording, file: string, time: ReplayedTime): Transport {
  const left = new Map<string, RecordedExchange[]>();
  for (const exchange of exchanges) {
    const key = keyOf(exchange.request);
    const queue = left.get(key);
    if (queue === undefined) left.set(key, [exchange]);
    else queue.push(exchange);
  }
  return async (request, signal) => {
    const exchange = left.get(keyOf(request))?.shift();
    if (exchange === undefined) {
      time.stopIfStopped();
      throw notRecorded(request, file);
    }
    await time.at(exchange.received, signal);
    return answerOf(exchange);
  };
}

function answerOf({ response, noResponse }: RecordedExchange): HttpResponse {
  if (response !== undefined) return { ...response, body: Buffer.from(response.body) };
  const { outcome, message, ...more } = noResponse ?? {
    outcome: 'unknown',
    message: 'the recorded request got no response',
    isPermanent: false,
    isUnknownHost: false,
  };
  throw new NoResponse(outcome, message, more);
}

function notRecorded({ method, url }: HttpRequest, file: string): Failure {
  const { pathname, search } = new URL(url);
  return new Failure('unreachable', `${file} has no ${method} ${pathname}${search}`, {
    code: 'not_recorded',
    hint: 'replay the recorded command, or record this one with --record FILE',
  });
}

/** Returns a key that is the same for equivalent requests, however they are escaped. */
function keyOf({
  method,
  url,
  body,
}: Pick<HttpRequest, 'url' | 'body'> & { readonly method: string }): string {
  const { origin, pathname, searchParams } = new URL(url);
  return JSON.stringify([method, origin, decodedUri(pathname), [...searchParams], bodyKey(body)]);
}

function bodyKey(body: string | undefined): unknown {
  if (body === undefined) return null;
  try {
    return JSON.parse(body);
  } catch {
    return [...new URLSearchParams(body)];
  }
}
