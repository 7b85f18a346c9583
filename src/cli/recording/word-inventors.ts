import type { ExchangeInventor } from '../../recording/invent-exchange.ts';
import type { Inventor } from '../../recording/invent-text.ts';

/** Replace values in the arguments of a command and in its input. */
export interface WordInventors {
  readonly value: Inventor;
  readonly exchange: ExchangeInventor;
  /** Digests of recorded files, mapped to the digests of their content with invented values. */
  readonly digests: Map<string, string>;
}
