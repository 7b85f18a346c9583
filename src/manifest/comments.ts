import { indexLines } from './line-index.ts';
import type { ManifestSource } from './manifest-source.ts';
import { scalarRanges } from './source-tree.ts';

/** A comment of YAML: from its # to the end of the line. */
export interface Comment {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** Returns the comments of a text, from top to bottom; JSON has none. */
export function commentsIn({ text, tree, format }: ManifestSource): readonly Comment[] {
  if (format === 'json' || !text.includes('#')) return [];
  const texts = scalarRanges(tree());
  const lines = indexLines(text);
  return [...text.matchAll(/(?:^|[ \t])#[^\n\r]*/gm)].flatMap((match) => {
    const at = match.index + match[0].indexOf('#');
    if (texts.some(([start, end]) => at >= start && at < end)) return [];
    return [{ line: lines.position(at).line, text: match[0].trim() }];
  });
}

/** Returns the comments of one text that another one does not have. */
export function lostComments(before: ManifestSource, after: ManifestSource): readonly Comment[] {
  const left = commentsIn(after).map(({ text }) => text);
  return commentsIn(before).filter(({ text }) => {
    const index = left.indexOf(text);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}
