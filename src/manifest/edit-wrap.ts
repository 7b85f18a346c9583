import { aboveKey, endWithComments } from './edit-block.ts';
import { jsonText } from './edit-flow.ts';
import { trimmed } from './edit-value.ts';
import type { ManifestSource } from './manifest-source.ts';
import { type Path, startsWith } from './path.ts';
import { yamlText } from './render-value.ts';
import { dataOfNode, type Located, type SourceEntry } from './source-tree.ts';
import { indentAt, lineEndOf, type TextEdit } from './text-edit.ts';

/**
 * Moves the only entry of an object deeper into the same object, as written: its new parents are put around
 * it. Undefined if the target is elsewhere or the object has other entries.
 */
export function wrapEntry(
  source: ManifestSource,
  { entry, parent }: Located,
  path: Path,
  to: Path,
): readonly TextEdit[] | undefined {
  const holder = path.slice(0, -1);
  const parents = to.slice(holder.length, -1).map(String);
  if (entry === undefined || parent?.kind !== 'object' || parent.entries.length !== 1) return undefined;
  if (entry.isMerge || entry.key !== to.at(-1) || parents.length === 0 || !startsWith(to, holder))
    return undefined;
  if (source.format === 'json') return wrapInJson(source.text, entry, parents);
  return parent.isFlow ? wrapInFlow(source.text, entry, parents) : wrapInBlock(source.text, entry, parents);
}

function wrapInJson(
  text: string,
  { key, keyRange, value }: SourceEntry,
  parents: readonly string[],
): readonly TextEdit[] | undefined {
  const data = dataOfNode(value);
  if (data === undefined) return undefined;
  const [outer = '', ...inner] = parents;
  const wrapped = [...inner, key].reduceRight((held, name) => ({ [name]: held }), data);
  const indent = indentAt(text, keyRange[0]);
  return [
    {
      range: [keyRange[0], value.range[1]],
      text: `${JSON.stringify(outer)}: ${jsonText(text, wrapped, indent === '' ? undefined : indent)}`,
    },
  ];
}

function wrapInFlow(
  text: string,
  { keyRange, value }: SourceEntry,
  parents: readonly string[],
): readonly TextEdit[] {
  const [start] = keyRange;
  const [, end] = trimmed(text, value);
  return [
    { range: [start, start], text: parents.map((name) => `${yamlText(name)}: {`).join('') },
    { range: [end, end], text: '}'.repeat(parents.length) },
  ];
}

function wrapInBlock(
  text: string,
  entry: SourceEntry,
  parents: readonly string[],
): readonly TextEdit[] | undefined {
  const indent = indentAt(text, entry.keyRange[0]);
  if (indent === undefined) return undefined;
  const range = [aboveKey(text, entry), endWithComments(text, entry.value.range[1], indent)] as const;
  const eol = lineEndOf(text);
  const step = '  ';
  const heads = parents.map((name, depth) => `${indent}${step.repeat(depth)}${yamlText(name)}:${eol}`);
  const lines = text.slice(...range).replace(/^(?=[^\r\n])/gm, step.repeat(parents.length));
  return [{ range, text: heads.join('') + lines }];
}
