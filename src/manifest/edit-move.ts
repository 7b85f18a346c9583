import { commentsWithin } from './comments.ts';
import { aboveKey, indentOfObject, insertLines } from './edit-block.ts';
import { addValue, lineEnd, removeValue, trimmed } from './edit-value.ts';
import { wrapEntry } from './edit-wrap.ts';
import type { ManifestSource } from './manifest-source.ts';
import type { Path } from './path.ts';
import { yamlText } from './render-value.ts';
import { dataOfNode, type Located, locate } from './source-tree.ts';
import { indentAt, lineEndOf, lineStart, overlaps, type TextEdit } from './text-edit.ts';

/** Moves an entry, as written, to the place where it belongs. */
export function moveValue(source: ManifestSource, path: Path, to: Path): readonly TextEdit[] | undefined {
  const place = locate(source.tree(), path);
  const wrapped = place === undefined ? undefined : wrapEntry(source, place, path, to);
  if (wrapped !== undefined) return wrapped;
  const removal = removeValue(source, path, []);
  const key = to.at(-1);
  if (place?.entry === undefined || removal === undefined || typeof key !== 'string') return undefined;
  const insertion = insertSourceText(source, place, to.slice(0, -1), key);
  if (insertion === undefined || overlaps(removal, insertion)) return undefined;
  const carried = commentsWithin(source, removal.range).filter((text) => insertion.text.includes(text));
  const bare = removeValue(source, path, carried) ?? removal;
  const [start] = place.entry.keyRange;
  const above = aboveKey(source.text, place.entry);
  const lines = source.text
    .slice(above, lineStart(source.text, start))
    .trim()
    .split(/\s*\r?\n\s*/);
  const isAboveCarried =
    bare.range[0] === lineStart(source.text, start) && lines.every((line) => insertion.text.includes(line));
  return [isAboveCarried ? { ...bare, range: [above, bare.range[1]] } : bare, insertion];
}

function insertSourceText(
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
  const written = place.entry.key === key ? writtenLines(source, place, indent ?? '') : undefined;
  const last = node.entries.at(-1);
  if (indent === undefined || written === undefined || last === undefined)
    return insertData(source, place, target, key);
  return insertLines(text, last.value.range[1], written);
}

/** Creates the missing target object around the entry. */
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
    const written = writtenLines(source, place, `${indent}  `);
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

/** Inserts the value itself, if its lines cannot be copied. */
function insertData(source: ManifestSource, place: Located, target: Path, key: string): TextEdit | undefined {
  const value = dataOfNode(place.node);
  return value === undefined ? undefined : addValue(source, target, key, value);
}

/** Returns the lines of a block entry with another indentation. */
function writtenLines(
  source: ManifestSource,
  { entry, parent }: Located,
  indent: string,
): string | undefined {
  const { text } = source;
  if (entry === undefined || parent?.kind !== 'object') return undefined;
  const own = indentAt(text, entry.keyRange[0]);
  if (own === undefined) return undefined;
  const valueEnd = trimmed(text, entry.value)[1];
  // Removal from a flow collection keeps all comments; copying them as well would duplicate them.
  if (parent.isFlow && commentsWithin(source, [aboveKey(text, entry), valueEnd]).length > 0) return undefined;
  // In flow style, text after the value stays where it is.
  const end = parent.isFlow ? valueEnd : lineEnd(text, valueEnd);
  const lines = text.slice(aboveKey(text, entry), end).trimEnd().split(/\r?\n/);
  if (lines.some((line) => line.trim() !== '' && !line.startsWith(own))) return undefined;
  return lines
    .map((line) => (line.trim() === '' ? line : indent + line.slice(own.length)))
    .join(lineEndOf(text));
}
