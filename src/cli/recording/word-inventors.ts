import type { ExchangeInventor } from '../../recording/invent-exchange.ts';
import type { Inventor } from '../../recording/invent-text.ts';

/** What replaces values in the words of a command, and in what it reads. */
export interface WordInventors {
  readonly value: Inventor;
  readonly exchange: ExchangeInventor;
}
