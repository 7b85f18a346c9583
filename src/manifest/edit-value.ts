import type { Json } from '../spec/protocol-types.ts';
import { commentsWithin } from './comments.ts';
import { addEntry, addItem, removeEntry, removeItem } from './edit-block.ts';
import { addToFlow, removeFromFlow } from './edit-flow.ts';
import type { ManifestSource } from './manifest-source.ts';
import type { Path } from './path.ts';
import { doubleQuoted, yamlInline, yamlText } from './render-value.ts';
import { locate, resolveAlias, type SourceNode } from './source-tree.ts';
import { lineEndOf, lineStart, type TextEdit } from './text-edit.ts';

/** Edits of a single value in place. Each returns undefined if the text cannot be edited. */

export function replaceValue(source: ManifestSource, path: Path, value: Json): TextEdit | undefined {
  const place = locate(source.tree(), path);
  const node = place === undefined ? undefined : resolveAlias(place.node);
  if (node?.kind !== 'scalar') return undefined;
  if (source.format === 'json') return { range: node.range, text: JSON.stringify(value) };
  if (typeof value !== 'string') return { range: node.range, text: yamlInline(value) };
  if (node.style === 'block') return undefined;
  const text =
    node.style === 'double'
      ? doubleQuoted(value)
      : node.style === 'single'
        ? singleQuoted(value)
        : yamlText(value);
  return { range: node.range, text };
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function renameKey(source: ManifestSource, path: Path, key: string): TextEdit | undefined {
  const entry = locate(source.tree(), path)?.entry;
  if (entry === undefined) return undefined;
  const quote = source.text[entry.keyRange[0]];
  const text = quote === '"' ? JSON.stringify(key) : quote === "'" ? singleQuoted(key) : yamlText(key);
  return { range: entry.keyRange, text };
}

/** Removes a value. Its comments stay, on lines of their own. @param moved comments placed elsewhere */
export function removeValue(
  source: ManifestSource,
  path: Path,
  moved: readonly string[],
): TextEdit | undefined {
  const place = locate(source.tree(), path);
  const parent = place?.parent;
  if (place === undefined || (parent?.kind !== 'object' && parent?.kind !== 'list')) return undefined;
  const index =
    parent.kind === 'list'
      ? parent.items.indexOf(place.node)
      : place.entry === undefined
        ? -1
        : parent.entries.indexOf(place.entry);
  if (parent.isFlow) return removeFromFlow(source, parent, index);
  const edit =
    parent.kind === 'list'
      ? removeItem(source, parent, index, moved)
      : removeEntry(source, parent, index, moved);
  return edit ?? emptied(source, path.slice(0, -1), moved);
}

/** Empties a collection. It stays, because no value at all would be null; comments stay below it. */
function emptied(source: ManifestSource, path: Path, moved: readonly string[]): TextEdit | undefined {
  const place = locate(source.tree(), path);
  if (place === undefined || (place.node.kind !== 'object' && place.node.kind !== 'list')) return undefined;
  const count = place.node.kind === 'list' ? place.node.items.length : place.node.entries.length;
  if (count !== 1) return undefined;
  const { text } = source;
  const empty = place.node.kind === 'list' ? '[]' : '{}';
  const [start, end] = trimmed(text, place.node);
  // The root or an item of a list.
  if (place.entry === undefined)
    return commentsWithin(source, [start, end]).length === 0
      ? { range: [start, end], text: empty }
      : undefined;
  const [keyStart, keyEnd] = place.entry.keyRange;
  const range = [text.indexOf(':', keyEnd) + 1, lineEnd(text, end)] as const;
  const indent = ' '.repeat(keyStart - lineStart(text, keyStart) + 2);
  const kept = commentsWithin(source, range, moved).map((comment) => `${lineEndOf(text)}${indent}${comment}`);
  return { range, text: ` ${empty}${kept.join('')}` };
}

/** Returns the offset of the end of a line, without its line break. */
export function lineEnd(text: string, offset: number): number {
  return offset + (/^[^\r\n]*/.exec(text.slice(offset))?.[0].length ?? 0);
}

/** Returns the range of a value without trailing blanks. */
export function trimmed(text: string, { range: [start, end] }: SourceNode): readonly [number, number] {
  return [start, start + text.slice(start, end).trimEnd().length];
}

export function addValue(source: ManifestSource, path: Path, key: string, value: Json): TextEdit | undefined {
  const place = locate(source.tree(), path);
  if (place === undefined) {
    const last = path.at(-1);
    return typeof last === 'string' ? addValue(source, path.slice(0, -1), last, { [key]: value }) : undefined;
  }
  const { node } = place;
  if (node.kind !== 'object') return undefined;
  if (node.isFlow || node.entries.length === 0) return addToFlow(source, node, key, value);
  return addEntry(source.text, node, key, value);
}

export function appendValue(source: ManifestSource, path: Path, value: Json): TextEdit | undefined {
  const node = locate(source.tree(), path)?.node;
  if (node?.kind !== 'list') return undefined;
  return node.isFlow ? addToFlow(source, node, undefined, value) : addItem(source.text, node, value);
}

/** Puts quotes around a value that YAML reads as a comment. */
export function quoteComment(source: ManifestSource, path: Path, value: string): TextEdit | undefined {
  const node = locate(source.tree(), path)?.node;
  const start = node === undefined ? -1 : source.text.indexOf(value, node.range[0]);
  return start < 0 ? undefined : { range: [start, start + value.length], text: doubleQuoted(value) };
}
