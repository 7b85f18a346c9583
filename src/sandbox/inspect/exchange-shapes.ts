import {
  instant,
  number,
  objectWith,
  oneOf,
  optional,
  type ReadValue,
  readAs,
  text,
  wholeFrom,
} from '../../json/shapes.ts';
import { OUTCOMES, type Refusal, SHOWN_APIS, type ShownBody, type ShownExchange } from './exchange.ts';

const shownBody = objectWith<ShownBody>({ text, size: wholeFrom(0), type: optional(text) });

const exchange = objectWith<ShownExchange>({
  seq: wholeFrom(1),
  request: optional(wholeFrom(0)),
  time: instant,
  took: number,
  method: text,
  path: text,
  agent: text,
  token: text,
  api: oneOf(SHOWN_APIS),
  resource: text,
  operation: optional(text),
  status: optional(wholeFrom(100, 999)),
  outcome: oneOf(OUTCOMES),
  code: optional(text),
  fault: optional(text),
  refusal: optional(
    objectWith<Refusal>({
      code: text,
      section: optional(text),
      rule: optional(text),
      found: optional(text),
      remedy: optional(text),
    }),
  ),
  sent: optional(shownBody),
  answered: optional(shownBody),
});

/** Validates a recorded request, or returns the first position that is invalid. */
export function exchangeFrom(value: unknown): ReadValue<ShownExchange> {
  return readAs(value, exchange);
}
