import { indexLines } from './line-index.ts';
import type { ManifestSource } from './manifest-source.ts';
import { type Range, scalarRanges } from './source-tree.ts';

/** A YAML comment, from its # to the end of the line. */
export interface Comment {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** Returns the ranges of the comments in a text, from top to bottom; JSON has none. */
function commentRanges({ text, tree, format }: ManifestSource): readonly Range[] {
  if (format === 'json' || !text.includes('#')) return [];
  const texts = scalarRanges(tree());
  return [...text.matchAll(/(?:^|[ \t])#[^\n\r]*/gm)].flatMap((match) => {
    const at = match.index + match[0].indexOf('#');
    if (texts.some(([start, end]) => at >= start && at < end)) return [];
    return [[at, match.index + match[0].trimEnd().length] as const];
  });
}

/** Returns the comments in a text, from top to bottom; JSON has none. */
export function commentsIn(source: ManifestSource): readonly Comment[] {
  const ranges = commentRanges(source);
  if (ranges.length === 0) return [];
  const lines = indexLines(source.text);
  return ranges.map(([start, end]) => ({
    line: lines.position(start).line,
    text: source.text.slice(start, end),
  }));
}

/**
 * Returns the texts of the comments within a range, in order. @param moved comments to leave out, because
 * they are placed elsewhere
 */
export function commentsWithin(
  source: ManifestSource,
  [from, to]: Range,
  moved: readonly string[] = [],
): readonly string[] {
  if (!source.text.slice(from, to).includes('#')) return [];
  const texts = commentRanges(source)
    .filter(([start]) => start >= from && start < to)
    .map(([start, end]) => source.text.slice(start, end));
  return without(texts, moved);
}

/** Returns items without those of another list; each of these removes only one item. */
function without(items: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return items.filter((item) => {
    const index = left.indexOf(item);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/** Returns the comments of one text that are missing in another. */
export function lostComments(before: ManifestSource, after: ManifestSource): readonly Comment[] {
  const left = commentsIn(after).map(({ text }) => text);
  return commentsIn(before).filter(({ text }) => {
    const index = left.indexOf(text);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}
