import {
  instant,
  maybe,
  number,
  oneOf,
  type ReadValue,
  readAs,
  text,
  thing,
  wholeFrom,
} from '../../json/shapes.ts';
import { OUTCOMES, type Refusal, SHOWN_APIS, type ShownBody, type ShownExchange } from './exchange.ts';

const shownBody = thing<ShownBody>({ text, size: wholeFrom(0), type: maybe(text) });

const exchange = thing<ShownExchange>({
  seq: wholeFrom(1),
  request: maybe(wholeFrom(0)),
  time: instant,
  took: number,
  method: text,
  path: text,
  agent: text,
  token: text,
  api: oneOf(SHOWN_APIS),
  resource: text,
  operation: maybe(text),
  status: maybe(wholeFrom(100, 999)),
  outcome: oneOf(OUTCOMES),
  code: maybe(text),
  fault: maybe(text),
  refusal: maybe(
    thing<Refusal>({
      code: text,
      section: maybe(text),
      rule: maybe(text),
      found: maybe(text),
      remedy: maybe(text),
    }),
  ),
  sent: maybe(shownBody),
  answered: maybe(shownBody),
});

/** Validates a recorded request, or returns the first position that is invalid. */
export function exchangeFrom(value: unknown): ReadValue<ShownExchange> {
  return readAs(value, exchange);
}
