import type { Json } from '../spec/protocol-types.ts';
import { indexLines } from './line-index.ts';
import type { ManifestSource } from './manifest-source.ts';
import { entriesOf } from './print-yaml.ts';
import { yamlEntry, yamlInline, yamlText } from './render-value.ts';
import { locate, type SourceEntry, type SourceNode } from './source-tree.ts';
import { applyEdits, indentAt, lineEndOf, type TextEdit } from './text-edit.ts';
import { dataOf } from './tree-data.ts';

/** A text whose aliases and merge keys are replaced by their values. */
export interface Expanded {
  readonly text: string;
  /** The expanded texts, as they were written, with their lines. */
  readonly expanded: readonly { readonly line: number; readonly text: string }[];
}

/** Expands the aliases and merge keys within some sections, including nested ones. */
export function expandAliases(source: ManifestSource, sections: readonly string[]): Expanded {
  const edits: TextEdit[] = [];
  for (const section of sections) {
    const entry = locate(source.tree(), [section])?.entry;
    if (entry !== undefined) expand(source, entry.value, edits);
  }
  const lines = indexLines(source.text);
  return {
    text: applyEdits(source.text, edits),
    expanded: edits.map(({ range: [start, end] }) => ({
      line: lines.position(start).line,
      text: source.text.slice(start, end).trim(),
    })),
  };
}

function expand(source: ManifestSource, node: SourceNode, edits: TextEdit[]): void {
  if (node.kind === 'alias') {
    edits.push({ range: node.range, text: yamlInline(dataOf(node)) });
    return;
  }
  if (node.kind === 'list') for (const item of node.items) expand(source, item, edits);
  if (node.kind !== 'object') return;
  const merges = node.entries.filter(({ isMerge }) => isMerge);
  if (merges.length > 0) edits.push(...mergeEdits(source, node, merges));
  for (const { value, isMerge } of node.entries) if (!isMerge) expand(source, value, edits);
}

/** Replaces the first merge key by the entries of all of them, and removes the others. */
function mergeEdits(
  { text }: ManifestSource,
  node: SourceNode & { kind: 'object' },
  merges: readonly SourceEntry[],
): readonly TextEdit[] {
  const own = new Set(node.entries.filter(({ isMerge }) => !isMerge).map(({ key }) => key));
  const merged: readonly (readonly [string, Json])[] = entriesOf(node)
    .filter(({ key }) => !own.has(key))
    .map(({ key, value }) => [key, dataOf(value)]);
  return merges.map((merge, index) => {
    const range = [merge.keyRange[0], merge.value.range[1]] as const;
    const entries = index === 0 ? merged : [];
    const indent = indentAt(text, merge.keyRange[0]) ?? '';
    const end = lineEndOf(text);
    const written = node.isFlow
      ? entries.map(([key, value]) => `${yamlText(key)}: ${yamlInline(value)}`).join(', ')
      : entries.map(([key, value]) => yamlEntry(key, value, indent, end)).join(`${end}${indent}`);
    return { range, text: written };
  });
}
