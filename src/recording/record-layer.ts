import { type HttpRequest, type HttpResponse, type Layer, NoResponse } from '../http/transport.ts';
import type { ExchangeInventor } from './invent-exchange.ts';
import type { RecordedExchange } from './recording.ts';
import type { SteppedTime } from './stepped-time.ts';

export interface RecordLayerOptions {
  readonly time: SteppedTime;
  readonly invent: ExchangeInventor;
  readonly add: (exchange: RecordedExchange) => void;
}

/** Words in messages about missing responses; all other words may be names and are replaced. */
const OWN_WORDS = new Set(
  (
    'no complete response from within cannot reach connection the host name does not exist could be looked up was refused is unreachable down ' +
    'network time allowed through proxy closed request sent invalid and cut off larger than before during handshake broke certificate of trusted ' +
    'TLS error not HTTP s ms min h'
  ).split(' '),
);

/** Records requests and their results, with personal data replaced by inventions. */
export function recordLayer({ time, invent, add }: RecordLayerOptions): Layer {
  return (next) => async (request, signal) => {
    const sent = time.clock();
    const noted = (came: Pick<RecordedExchange, 'response' | 'noResponse'>) =>
      add({ sent, received: time.clock(), request: invent.request(request), ...came });
    let response: HttpResponse;
    try {
      response = await next(request, signal);
    } catch (error) {
      time.step();
      if (error instanceof NoResponse) noted({ noResponse: withoutNames(error, request, invent) });
      throw error;
    }
    time.step();
    noted({ response: invent.response(response, request.url) });
    return response;
  };
}

function withoutNames(
  { outcome, message, isPermanent, isUnknownHost, isProxyFault }: NoResponse,
  request: HttpRequest,
  invent: ExchangeInventor,
): NonNullable<RecordedExchange['noResponse']> {
  const { host } = new URL(request.url);
  const other = new URL(invent.url(request.url)).host;
  const told = message
    .split(host)
    .map((part) =>
      part.replace(/[\p{L}\p{N}_.-]+/gu, (word) => (isOwnWord(word) ? word : invent.value(word, ''))),
    )
    .join(other);
  return { outcome, message: told, isPermanent, isUnknownHost, ...(isProxyFault ? { isProxyFault } : {}) };
}

/** Whether a word is kept: one of OWN_WORDS, a system error code, or a short number. */
function isOwnWord(word: string): boolean {
  return OWN_WORDS.has(word) || /^E[A-Z_]{3,40}$/.test(word) || /^\d{1,4}$/.test(word);
}
