import type { Json } from '../spec/protocol-types.ts';
import { mergeSources, resolveAlias, type SourceEntry, type SourceNode } from './source-tree.ts';

/** Returns the data of a tree. An alias is the same object as its anchor. */
export function dataOf(root: SourceNode): Json {
  return convert(root, new Map());
}

/** @param known data of anchors that are already converted */
function convert(node: SourceNode, known: Map<SourceNode, Json>): Json {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map((item) => convert(item, known));
  if (node.kind === 'object') return objectOf(node.entries, known);
  const target = resolveAlias(node);
  const before = known.get(target);
  if (before !== undefined) return before;
  const value = convert(target, known);
  known.set(target, value);
  return value;
}

/** Keys of the object itself take precedence over merged ones, wherever the merge key is. */
function objectOf(entries: readonly SourceEntry[], known: Map<SourceNode, Json>): Json {
  const object: Record<string, Json> = {};
  for (const { key, value, isMerge } of entries)
    if (!isMerge && !Object.hasOwn(object, key)) define(object, key, convert(value, known));
  for (const { value, isMerge } of entries) {
    if (!isMerge) continue;
    for (const source of mergeSources(value)) mergeInto(object, convert(source, known));
  }
  return object;
}

function mergeInto(object: Record<string, Json>, merged: Json): void {
  if (typeof merged !== 'object' || merged === null) return;
  for (const [key, child] of Object.entries(merged))
    if (!Object.hasOwn(object, key)) define(object, key, child);
}

/** Sets a key. `__proto__` is treated like any other. */
function define(object: Record<string, Json>, key: string, value: Json): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[key] = value;
  }
}
