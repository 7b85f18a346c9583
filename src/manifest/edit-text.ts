import type { Json } from '../spec/wire.ts';
import { commentsWithin } from './comments.ts';
import { addEntry, addItem, indentOfObject, insertLines, removeEntry, removeItem } from './edit-block.ts';
import { addToFlow, removeFromFlow } from './edit-flow.ts';
import type { ManifestSource } from './manifest-source.ts';
import type { Path } from './path.ts';
import type { Change } from './problem.ts';
import { yamlInline, yamlText } from './render-value.ts';
import { type Located, locate, resolveAlias, type SourceNode } from './source-tree.ts';
import { indentAt, lineEndOf, lineStart, type TextEdit } from './text-edit.ts';

/**
 * Returns the edits of the text that make a change of the data and leave every other byte alone; undefined where the text does not
 * allow it, as within an alias.
 */
export function editsFor(source: ManifestSource, change: Change): readonly TextEdit[] | undefined {
  switch (change.do) {
    case 'replace':
      return only(replaceValue(source, change.path, change.value));
    case 'rename':
      return only(renameKey(source, change.path, change.key));
    case 'remove':
      return only(removeValue(source, change.path, change.moved ?? []));
    case 'add':
      return only(addValue(source, change.path, change.key, change.value));
    case 'append':
      return only(appendValue(source, change.path, change.value));
    case 'move':
      return moveValue(source, change.path, change.to);
    case 'quote':
      return only(quoteComment(source, change.path, change.value));
    case 'all':
      return allEdits(source, change.changes);
    case 'text':
      return change.edits;
  }
}

/** Edits of the same text for several changes; undefined where they meet. */
function allEdits(source: ManifestSource, changes: readonly Change[]): readonly TextEdit[] | undefined {
  const all: TextEdit[] = [];
  for (const change of changes) {
    const edits = editsFor(source, change);
    if (edits === undefined) return undefined;
    for (const edit of edits) {
      if (all.some((other) => isSameEdit(edit, other))) continue;
      if (all.some((other) => touches(edit, other))) return undefined;
      all.push(edit);
    }
  }
  return all;
}

/** The same edit through an alias is one; what is inserted twice is two. */
function isSameEdit(one: TextEdit, other: TextEdit): boolean {
  return one.range[0] === other.range[0] && one.range[1] === other.range[1] && one.text === other.text;
}

function quoteComment(source: ManifestSource, path: Path, value: string): TextEdit | undefined {
  const node = locate(source.tree(), path)?.node;
  const start = node === undefined ? -1 : source.text.indexOf(value, node.range[0]);
  return start < 0 ? undefined : { range: [start, start + value.length], text: JSON.stringify(value) };
}

const only = (edit: TextEdit | undefined) => (edit === undefined ? undefined : [edit]);

function replaceValue(source: ManifestSource, path: Path, value: Json): TextEdit | undefined {
  const place = locate(source.tree(), path);
  const node = place === undefined ? undefined : resolveAlias(place.node);
  if (node?.kind !== 'scalar') return undefined;
  if (source.format === 'json') return { range: node.range, text: JSON.stringify(value) };
  if (typeof value !== 'string') return { range: node.range, text: yamlInline(value) };
  if (node.style === 'block') return undefined;
  const text =
    node.style === 'double'
      ? JSON.stringify(value)
      : node.style === 'single'
        ? singleQuoted(value)
        : yamlText(value);
  return { range: node.range, text };
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function renameKey(source: ManifestSource, path: Path, key: string): TextEdit | undefined {
  const entry = locate(source.tree(), path)?.entry;
  if (entry === undefined) return undefined;
  const quote = source.text[entry.keyRange[0]];
  const text = quote === '"' ? JSON.stringify(key) : quote === "'" ? singleQuoted(key) : yamlText(key);
  return { range: entry.keyRange, text };
}

/** The comments of what is removed stay as lines of their own. @param moved those that are put elsewhere. */
function removeValue(source: ManifestSource, path: Path, moved: readonly string[]): TextEdit | undefined {
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

/** Of the last entry the empty collection stays: nothing at all would be null. Its comments stay below it. */
function emptied(source: ManifestSource, path: Path, moved: readonly string[]): TextEdit | undefined {
  const place = locate(source.tree(), path);
  if (place === undefined || (place.node.kind !== 'object' && place.node.kind !== 'list')) return undefined;
  const count = place.node.kind === 'list' ? place.node.items.length : place.node.entries.length;
  if (count !== 1) return undefined;
  const { text } = source;
  const empty = place.node.kind === 'list' ? '[]' : '{}';
  const [start, end] = trimmed(text, place.node);
  // The root, and an item of a list.
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

/** Offset of the end of a line, without its line end. */
function lineEnd(text: string, offset: number): number {
  return offset + (/^[^\r\n]*/.exec(text.slice(offset))?.[0].length ?? 0);
}

function trimmed(text: string, { range: [start, end] }: SourceNode): readonly [number, number] {
  return [start, start + text.slice(start, end).trimEnd().length];
}

function addValue(source: ManifestSource, path: Path, key: string, value: Json): TextEdit | undefined {
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

function appendValue(source: ManifestSource, path: Path, value: Json): TextEdit | undefined {
  const node = locate(source.tree(), path)?.node;
  if (node?.kind !== 'list') return undefined;
  return node.isFlow ? addToFlow(source, node, undefined, value) : addItem(source.text, node, value);
}

/** Takes an entry out and puts it, as it is written, where it belongs. */
function moveValue(source: ManifestSource, path: Path, to: Path): readonly TextEdit[] | undefined {
  const place = locate(source.tree(), path);
  const removal = removeValue(source, path, []);
  const key = to.at(-1);
  if (place?.entry === undefined || removal === undefined || typeof key !== 'string') return undefined;
  const insertion = insertWritten(source, place, to.slice(0, -1), key);
  if (insertion === undefined || touches(removal, insertion)) return undefined;
  const carried = commentsWithin(source, removal.range).filter((text) => insertion.text.includes(text));
  return [removeValue(source, path, carried) ?? removal, insertion];
}

function touches(one: TextEdit, other: TextEdit): boolean {
  return one.range[0] < other.range[1] && other.range[0] < one.range[1]
    ? true
    : other.range[0] > one.range[0] && other.range[0] < one.range[1];
}

function insertWritten(
  source: ManifestSource,
  place: Located,
  target: Path,
  key: string,
): TextEdit | undefined {
  const { text } = source;
  const holder = locate(source.tree(), target);
  if (holder === undefined) {
    const parent = target.at(-1);
    if (typeof parent !== 'string') return undefined;
    return insertWrapped(source, place, target.slice(0, -1), parent, key);
  }
  if (holder.node.kind !== 'object' || place.entry === undefined) return undefined;
  const { node } = holder;
  if (source.format === 'json' || node.isFlow || node.entries.length === 0)
    return insertData(source, place, target, key);
  const indent = indentOfObject(text, node);
  const written = writtenLines(text, place, indent ?? '');
  const last = node.entries.at(-1);
  if (indent === undefined || written === undefined || last === undefined)
    return insertData(source, place, target, key);
  return insertLines(text, last.value.range[1], written.replace(place.entry.key, key));
}

/** Where the object does not exist yet, it is made around the entry. */
function insertWrapped(
  source: ManifestSource,
  place: Located,
  target: Path,
  parent: string,
  key: string,
): TextEdit | undefined {
  const { text } = source;
  const holder = locate(source.tree(), target);
  if (
    holder?.node.kind === 'object' &&
    source.format === 'yaml' &&
    !holder.node.isFlow &&
    holder.node.entries.length > 0
  ) {
    const indent = indentOfObject(text, holder.node) ?? '';
    const written = writtenLines(text, place, `${indent}  `);
    const last = holder.node.entries.at(-1);
    if (written !== undefined && last !== undefined) {
      return insertLines(
        text,
        last.value.range[1],
        `${indent}${yamlText(parent)}:${lineEndOf(text)}${written}`,
      );
    }
  }
  return insertData(source, place, [...target, parent], key);
}

/** The value itself, where its lines cannot be taken over. */
function insertData(source: ManifestSource, place: Located, target: Path, key: string): TextEdit | undefined {
  const value = dataOfNode(place.node);
  return value === undefined ? undefined : addValue(source, target, key, value);
}

function dataOfNode(node: SourceNode): Json | undefined {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map((item) => dataOfNode(item) ?? null);
  if (node.kind === 'object')
    return Object.fromEntries(node.entries.map(({ key, value }) => [key, dataOfNode(value) ?? null]));
  return undefined;
}

/** Returns the lines of a block entry, moved to another indentation. */
function writtenLines(text: string, { entry, parent }: Located, indent: string): string | undefined {
  if (entry === undefined || parent?.kind !== 'object') return undefined;
  const own = indentAt(text, entry.keyRange[0]);
  if (own === undefined) return undefined;
  const valueEnd = trimmed(text, entry.value)[1];
  // Between brackets, what stands behind the value stays where it is.
  const end = parent.isFlow ? valueEnd : lineEnd(text, valueEnd);
  const lines = text.slice(lineStart(text, entry.keyRange[0]), end).trimEnd().split(/\r?\n/);
  if (lines.some((line) => line.trim() !== '' && !line.startsWith(own))) return undefined;
  return lines
    .map((line) => (line.trim() === '' ? line : indent + line.slice(own.length)))
    .join(lineEndOf(text));
}
