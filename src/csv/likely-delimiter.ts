import { DELIMITERS } from './delimiters.ts';
import { findHeading } from './find-heading.ts';
import { namedSeparator } from './separator.ts';

/**
 * Guesses the delimiter of a text: the supported one that gives the header row the most cells. Returns a
 * comma if all give the same number.
 */
export function likelyDelimiter(start: string): string {
  const text = start.replace(/^\ufeff/, '');
  const named = namedSeparator(text);
  if (named !== undefined) return named;
  let best = { character: ',', cells: 1 };
  for (const { character } of DELIMITERS) {
    const cells = findHeading(text, character).cells.length;
    if (cells > best.cells) best = { character, cells };
  }
  return best.character;
}
