import type { JsonTexts } from '../../output/json-texts.ts';
import type { OutputFormat, View } from '../../output/view.ts';
import type { CommonOptions } from '../options/common-options.ts';
import type { Messages } from './messages.ts';

/** Formats that nobody parses: they are empty where a list is. */
const SHOWN_TO_PEOPLE: ReadonlySet<OutputFormat> = new Set(['table', 'text']);

/** What is said of an empty list: a person would take an empty screen for a fault, and an empty text in a pipe for a lost one. */
export function wordsOfNothing(
  messages: Messages,
  {
    format,
    common,
    isTerminal,
  }: { readonly format: OutputFormat; readonly common: CommonOptions; readonly isTerminal: boolean },
): { tell(written: number, view: Pick<View<never>, 'noun'>): Promise<void> } {
  const isSeparated = format === 'csv' || format === 'tsv';
  const ofNothing = common.header && isSeparated ? 1 : 0;
  return {
    /** @param written how many pieces of text were written that are not blank: the header of a CSV is one of them */
    tell: async (written, { noun }) => {
      if (written > ofNothing || !(isTerminal || SHOWN_TO_PEOPLE.has(format))) return;
      if (common.query !== undefined) await messages.note('--query selects nothing');
      else if (noun !== undefined) await messages.note(`no ${noun[1]} found`);
    },
  };
}

/** Counts results that are printed as they came. */
export function countTexts(parts: AsyncIterable<JsonTexts>): {
  readonly counted: AsyncIterable<JsonTexts>;
  readonly count: () => number;
} {
  let count = 0;
  const counted = async function* (): AsyncGenerator<JsonTexts> {
    for await (const part of parts) {
      count += part.count;
      yield part;
    }
  };
  return { counted: counted(), count: () => count };
}
