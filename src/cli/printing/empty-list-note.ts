import type { JsonTexts } from '../../output/json-texts.ts';
import { FORMAT_TRAITS, type OutputFormat, type View } from '../../output/view.ts';
import type { CommonOptions } from '../options/common-options.ts';
import type { Messages } from './messages.ts';

/** Prints a note for an empty list: empty output could be mistaken for an error or for lost data. */
export function emptyListNote(
  messages: Messages,
  {
    format,
    common,
    isTerminal,
  }: { readonly format: OutputFormat; readonly common: CommonOptions; readonly isTerminal: boolean },
): {
  /** Called if a single value is printed, which has no heading. */
  onValue(): void;
  print(written: number, view: Pick<View<never>, 'noun'>): Promise<void>;
} {
  const { isParsed, hasHeading } = FORMAT_TRAITS[format];
  const ofNothing = common.header && hasHeading ? 1 : 0;
  let isValue = false;
  return {
    onValue: () => {
      isValue = true;
    },
    /** @param written number of pieces of text that are not blank; the header of a CSV counts as one */
    print: async (written, { noun }) => {
      const isSomething = isValue || written > ofNothing;
      isValue = false;
      if (isSomething || (isParsed && !isTerminal)) return;
      if (common.query !== undefined) await messages.note('--query selects nothing');
      else if (noun !== undefined) await messages.note(`no ${noun[1]} found`);
    },
  };
}

/** Counts results that are printed as received. */
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
