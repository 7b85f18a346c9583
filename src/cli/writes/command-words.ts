import { recordedWords } from '../command-words.ts';
import type { Context } from '../context.ts';

/** Maximum length of a command in its record, in characters. */
const MAX_LENGTH = 200;

/** Flags for connection and output, which do not affect what is written. */
const LONG =
  'profile|output|columns|query|color|timeout|max-wait|rate|concurrency|limit|token-file|password-file|scim-url|api-url|scim-version|vendor|quota';
const WITH_VALUE = new RegExp(`^(-p|-o|--(${LONG}))$`);
const ALONE = new RegExp(
  `^(-[nyqv]+|--(yes|quiet|verbose|debug|no-header|no-input|token-stdin|allow-http)|--(${LONG})=.*)$`,
  's',
);

/**
 * Returns the words of a command for its record: without connection and output flags, without secrets, and
 * shortened.
 */
export function commandInWords({ host, secrets }: Context): string {
  const words: string[] = [];
  let isValue = false;
  for (const word of host.argv) {
    if (isValue) isValue = false;
    else if (WITH_VALUE.test(word)) isValue = true;
    else if (!ALONE.test(word)) words.push(word);
  }
  const text = recordedWords(words, secrets.redact).slice('orgctl '.length);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
