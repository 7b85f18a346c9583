import type { Json } from '../spec/protocol-types.ts';
import { commentsWithin } from './comments.ts';
import type { ManifestSource } from './manifest-source.ts';
import { yamlEntry, yamlInline } from './render-value.ts';
import type { SourceEntry, SourceNode } from './source-tree.ts';
import { indentAt, lineEndOf, lineStart, nextLine, type TextEdit } from './text-edit.ts';

/** Edits of YAML in block style, by whole lines. */

type ObjectNode = SourceNode & { kind: 'object' };
type ListNode = SourceNode & { kind: 'list' };

/** Returns the end of the lines of a value, after a trailing comment: the start of the next line. */
function endOfLines(text: string, end: number): number {
  return end > 0 && text[end - 1] === '\n' ? end : nextLine(text, end);
}

/**
 * Removes an entry from an object with several. Its comments stay, on lines of their own. @param moved
 * comments placed elsewhere
 */
export function removeEntry(
  source: ManifestSource,
  node: ObjectNode,
  index: number,
  moved: readonly string[],
): TextEdit | undefined {
  const { text } = source;
  const entry = node.entries[index];
  if (entry === undefined || node.entries.length < 2) return undefined;
  const [start] = entry.keyRange;
  const behind = node.entries[index + 1];
  if (indentAt(text, start) !== undefined) return removeLines(source, start, entry.value.range[1], moved);
  if (behind === undefined) return undefined;
  // The first key after a dash: the next entry takes its place.
  const range = [start, behind.keyRange[0]] as const;
  const indent = ' '.repeat(start - lineStart(text, start));
  const comments = commentsWithin(source, range, moved);
  return { range, text: comments.map((comment) => comment + lineEndOf(text) + indent).join('') };
}

/**
 * Removes an item from a list with several. Its comments stay, on lines of their own. @param moved comments
 * placed elsewhere
 */
export function removeItem(
  source: ManifestSource,
  node: ListNode,
  index: number,
  moved: readonly string[],
): TextEdit | undefined {
  const item = node.items[index];
  if (item === undefined || node.items.length < 2) return undefined;
  const dash = dashOf(source.text, item);
  return dash === undefined || indentAt(source.text, dash) === undefined
    ? undefined
    : removeLines(source, dash, item.range[1], moved);
}

function removeLines(source: ManifestSource, start: number, end: number, moved: readonly string[]): TextEdit {
  const { text } = source;
  const from = lineStart(text, start);
  const to = endOfLines(text, end);
  const eol = lineEndOf(text);
  const comments = commentsWithin(source, [from, to], moved);
  const kept = comments.map((comment) => text.slice(from, start) + comment);
  // At the end of a file without a final line break, the preceding line break is removed instead.
  if (to === text.length && !text.endsWith('\n') && from > 0) {
    const before = from - (text[from - 2] === '\r' ? 2 : 1);
    return { range: [before, to], text: kept.map((line) => eol + line).join('') };
  }
  return { range: [from, to], text: kept.map((line) => line + eol).join('') };
}

function dashOf(text: string, item: SourceNode): number | undefined {
  const from = lineStart(text, item.range[0]);
  const before = text.slice(from, item.range[0]);
  const dash = before.lastIndexOf('-');
  return dash < 0 ? undefined : from + dash;
}

/** Adds an entry after the last one. */
export function addEntry(text: string, node: ObjectNode, key: string, value: Json): TextEdit | undefined {
  const indent = indentOfObject(text, node);
  const last = node.entries.at(-1);
  if (indent === undefined || last === undefined) return undefined;
  const end = lineEndOf(text);
  return insertLines(text, last.value.range[1], `${indent}${yamlEntry(key, value, indent, end)}`, indent);
}

/** Adds an item after the last one. */
export function addItem(text: string, node: ListNode, value: Json): TextEdit | undefined {
  const last = node.items.at(-1);
  const dash = last === undefined ? undefined : dashOf(text, last);
  if (last === undefined || dash === undefined) return undefined;
  const indent = ' '.repeat(dash - lineStart(text, dash));
  return insertLines(text, last.range[1], `${indent}- ${yamlInline(value)}`, indent);
}

/** Returns the indentation of the keys of an object; a dash counts as a blank. */
export function indentOfObject(text: string, node: ObjectNode): string | undefined {
  const [first] = node.entries;
  return first === undefined ? undefined : ' '.repeat(first.keyRange[0] - lineStart(text, first.keyRange[0]));
}

/** Returns the start of the comments directly above a line, with the same indentation. */
export function startWithComments(text: string, offset: number, indent: string): number {
  let start = lineStart(text, offset);
  while (start > 0) {
    const before = lineStart(text, start - 1);
    if (!text.slice(before, start).startsWith(`${indent}#`)) break;
    start = before;
  }
  return start;
}

/** Returns the start of an entry with the comments above it, except those at the start of the file. */
export function aboveKey(text: string, { keyRange: [start] }: SourceEntry): number {
  const indent = indentAt(text, start);
  const above = indent === undefined ? 0 : startWithComments(text, start, indent);
  return above === 0 ? lineStart(text, start) : above;
}

/** Returns the end of a value, including the comments below it with at least the given indentation. */
export function endWithComments(text: string, valueEnd: number, indent: string): number {
  let end = endOfLines(text, valueEnd);
  for (let at = end; at < text.length; at = nextLine(text, at)) {
    const line = text.slice(at, nextLine(text, at));
    const isComment = line.trimStart().startsWith('#');
    if (!isComment && line.trim() !== '') break;
    if (isComment && !line.startsWith(indent)) break;
    if (isComment) end = nextLine(text, at);
  }
  return end;
}

/**
 * Inserts whole lines after the line where a value ends.
 * @param indent of the entries there; comments with the same indentation stay with the value
 */
export function insertLines(text: string, valueEnd: number, lines: string, indent?: string): TextEdit {
  const end = lineEndOf(text);
  const at =
    indent === undefined || indent === ''
      ? endOfLines(text, valueEnd)
      : endWithComments(text, valueEnd, indent);
  // The file may lack a final line break.
  if (at === text.length && !text.endsWith('\n')) return { range: [at, at], text: end + lines };
  return { range: [at, at], text: lines + end };
}
