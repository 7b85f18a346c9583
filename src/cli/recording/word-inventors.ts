import type { ExchangeInventor } from '../../recording/invent-exchange.ts';
import type { Inventor } from '../../recording/invent-text.ts';

/** What replaces values in the words of a command, and in what it reads. */
export interface WordInventors {
  readonly value: Inventor;
  readonly exchange: ExchangeInventor;
  /** The digests of files that are held, and those of what is held of them. */
  readonly digests: Map<string, string>;
}
