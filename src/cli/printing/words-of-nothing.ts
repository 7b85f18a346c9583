import type { JsonTexts } from '../../output/json-texts.ts';
import { FORMAT_TRAITS, type OutputFormat, type View } from '../../output/view.ts';
import type { CommonOptions } from '../options/common-options.ts';
import type { Messages } from './messages.ts';

/**
 * What is said of an empty list: a person would take an empty screen for a fault, and an empty text in a pipe
 * for a lost one.
 */
export function wordsOfNothing(
  messages: Messages,
  {
    format,
    common,
    isTerminal,
  }: { readonly format: OutputFormat; readonly common: CommonOptions; readonly isTerminal: boolean },
): { tell(written: number, view: Pick<View<never>, 'noun'>): Promise<void> } {
  const { isParsed, hasHeading } = FORMAT_TRAITS[format];
  const ofNothing = common.header && hasHeading ? 1 : 0;
  return {
    /**
     * @param written how many pieces of text were written that are not blank: the header of a CSV is one of
     * them
     */
    tell: async (written, { noun }) => {
      if (written > ofNothing || (isParsed && !isTerminal)) return;
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
