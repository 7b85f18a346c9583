import type { ManifestSource } from './manifest-source.ts';
import { scalarRanges } from './source-tree.ts';

/** Returns how many comments a text has. */
export function countComments({ text, tree, format }: ManifestSource): number {
  if (format === 'json') return 0;
  const texts = scalarRanges(tree());
  return [...text.matchAll(/(?:^|[ \t])#[^\n]*/gm)].filter((match) => {
    const at = match.index + match[0].indexOf('#');
    return !texts.some(([start, end]) => at >= start && at < end);
  }).length;
}
