import { DELIMITERS } from './delimiters.ts';
import { findHeading } from './find-heading.ts';
import { namedSeparator } from './separator.ts';

/**
 * Returns what separates the cells of a text where only few characters can: that by which its heading has
 * most cells. A comma where all have as many.
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
