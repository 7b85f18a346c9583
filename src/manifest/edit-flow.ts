import type { Json } from '../spec/wire.ts';
import type { ManifestSource } from './manifest-source.ts';
import { yamlInline, yamlText } from './render-value.ts';
import type { Range, SourceNode } from './source-tree.ts';
import { indentAt, lineEndOf, type TextEdit } from './text-edit.ts';

/** Edits of JSON, and of YAML in brackets. */

type Collection = SourceNode & { kind: 'object' | 'list' };

function rangesOf(node: Collection): readonly Range[] {
  return node.kind === 'list'
    ? node.items.map(({ range }) => range)
    : node.entries.map(({ keyRange, value }) => [keyRange[0], value.range[1]] as const);
}

/** Removes one of several with its comma; of one alone the brackets stay. */
export function removeFromFlow(node: Collection, index: number): TextEdit | undefined {
  const ranges = rangesOf(node);
  const own = ranges[index];
  const before = ranges[index - 1];
  const behind = ranges[index + 1];
  if (own === undefined) return undefined;
  if (before !== undefined) return { range: [before[1], own[1]], text: '' };
  if (behind !== undefined) return { range: [own[0], behind[0]], text: '' };
  return { range: [node.range[0] + 1, node.range[1] - 1], text: '' };
}

/** Adds an entry, or an item where there is no key, behind the last one, laid out like the others. */
export function addToFlow(
  source: ManifestSource,
  node: Collection,
  key: string | undefined,
  value: Json,
): TextEdit {
  const { text } = source;
  const ranges = rangesOf(node);
  const [first] = ranges;
  const last = ranges.at(-1);
  const indent = first === undefined ? undefined : indentAt(text, first[0]);
  const rendered = renderEntry(source, key, value, indent);
  if (last === undefined) return { range: [node.range[0] + 1, node.range[1] - 1], text: rendered };
  const separator = indent === undefined ? ', ' : `,${lineEndOf(text)}${indent}`;
  return { range: [last[1], last[1]], text: separator + rendered };
}

function renderEntry(
  source: ManifestSource,
  key: string | undefined,
  value: Json,
  indent: string | undefined,
): string {
  if (source.format === 'yaml')
    return key === undefined ? yamlInline(value) : `${yamlText(key)}: ${yamlInline(value)}`;
  const json = jsonText(source.text, value, indent);
  return key === undefined ? json : `${JSON.stringify(key)}: ${json}`;
}

/** Returns JSON laid out like the text around it: over several lines where that is. */
export function jsonText(text: string, value: Json, indent: string | undefined): string {
  if (indent === undefined) return JSON.stringify(value);
  const end = lineEndOf(text);
  return JSON.stringify(value, null, indentUnit(text)).split('\n').join(`${end}${indent}`);
}

/** One level of indentation in a text. */
export function indentUnit(text: string): string {
  return /^[{[][^\S\n]*\r?\n([ \t]+)\S/.exec(text.trimStart())?.[1] ?? '  ';
}
