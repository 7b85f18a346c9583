import type { Json } from '../spec/protocol-types.ts';
import { commentsWithin } from './comments.ts';
import type { ManifestSource } from './manifest-source.ts';
import { yamlInline, yamlText } from './render-value.ts';
import type { Range, SourceNode } from './source-tree.ts';
import { indentAt, lineEndOf, lineStart, type TextEdit } from './text-edit.ts';

/** Edits of JSON, and of YAML in flow style. */

type Collection = SourceNode & { kind: 'object' | 'list' };

function rangesOf(node: Collection): readonly Range[] {
  return node.kind === 'list'
    ? node.items.map(({ range }) => range)
    : node.entries.map(({ keyRange, value }) => [keyRange[0], value.range[1]] as const);
}

/** Removes an entry or item with its comma. If it is the only one, the brackets stay. Comments stay too. */
export function removeFromFlow(
  source: ManifestSource,
  node: Collection,
  index: number,
): TextEdit | undefined {
  const ranges = rangesOf(node);
  const own = ranges[index];
  const before = ranges[index - 1];
  const behind = ranges[index + 1];
  if (own === undefined) return undefined;
  const hasComments = (range: Range) => commentsWithin(source, range).length > 0;
  if (behind !== undefined && (before === undefined || hasComments([before[1], behind[0]]))) {
    const range = [own[0], behind[0]] as const;
    const indent = blanksTo(source.text, own[0]);
    const kept = commentsWithin(source, range).map((comment) => comment + lineEndOf(source.text) + indent);
    return { range, text: kept.join('') };
  }
  if (before !== undefined) {
    const gap = [before[1], own[0]] as const;
    const between = hasComments(gap) ? source.text.slice(...gap).replace(',', '') : '';
    const line = lineEndOf(source.text) + blanksTo(source.text, own[0]);
    const kept = commentsWithin(source, own).map((comment) => line + comment);
    return { range: [before[1], own[1]], text: between + kept.join('') + (kept.length === 0 ? '' : line) };
  }
  const inside = [node.range[0] + 1, node.range[1] - 1] as const;
  const kept = commentsWithin(source, inside).map((comment) => ` ${comment}${lineEndOf(source.text)}`);
  return { range: inside, text: kept.length === 0 ? '' : kept.join('') + blanksTo(source.text, inside[1]) };
}

/** Returns as many blanks as there are characters before an offset on its line. */
const blanksTo = (text: string, offset: number) => ' '.repeat(offset - lineStart(text, offset));

/** Adds an entry, or an item if there is no key, after the last one, formatted like the others. */
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
  if (last === undefined) return addToEmpty(source, node, rendered);
  const separator = indent === undefined ? ', ' : `,${lineEndOf(text)}${indent}`;
  // A trailing comment of the last entry stays next to it.
  const remark = source.format === 'yaml' ? /^[ \t]*(,?)[ \t]*#[^\r\n]*/.exec(text.slice(last[1])) : null;
  if (remark === null) return { range: [last[1], last[1]], text: separator + rendered };
  const own = indent ?? blanksTo(text, last[0]);
  const [written, comma] = remark;
  const said = comma === '' ? `,${written}` : written;
  return {
    range: [last[1], last[1] + written.length],
    text: `${said}${lineEndOf(text)}${own}${rendered}`,
  };
}

/** Adds to brackets that contain at most comments. */
function addToEmpty(source: ManifestSource, node: Collection, rendered: string): TextEdit {
  const inside = [node.range[0] + 1, node.range[1] - 1] as const;
  if (commentsWithin(source, inside).length === 0) return { range: inside, text: rendered };
  return { range: [inside[1], inside[1]], text: rendered };
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

/** Returns JSON formatted like the surrounding text: on several lines if that is. */
export function jsonText(text: string, value: Json, indent: string | undefined): string {
  if (indent === undefined) return JSON.stringify(value);
  const end = lineEndOf(text);
  return JSON.stringify(value, null, indentUnit(text)).split('\n').join(`${end}${indent}`);
}

/** Returns one level of indentation in a text. */
export function indentUnit(text: string): string {
  return /^[{[][^\S\n]*\r?\n([ \t]+)\S/.exec(text.trimStart())?.[1] ?? '  ';
}
