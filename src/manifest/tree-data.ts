import type { Json } from '../spec/wire.ts';
import { mergeSources, resolveAlias, type SourceNode } from './source-tree.ts';

/** Returns the data of a tree; an alias is the same object as its anchor. */
export function dataOf(root: SourceNode): Json {
  const known = new Map<SourceNode, Json>();
  const convert = (node: SourceNode): Json => {
    if (node.kind === 'scalar') return node.value;
    if (node.kind === 'alias') {
      const target = resolveAlias(node);
      const before = known.get(target);
      if (before !== undefined) return before;
      const value = convert(target);
      known.set(target, value);
      return value;
    }
    if (node.kind === 'list') return node.items.map(convert);
    const object: Record<string, Json> = {};
    for (const { key, value, isMerge } of node.entries) {
      if (!isMerge && !Object.hasOwn(object, key)) define(object, key, convert(value));
    }
    for (const { value, isMerge } of node.entries) {
      if (!isMerge) continue;
      for (const source of mergeSources(value)) {
        const merged = convert(source);
        if (typeof merged !== 'object' || merged === null) continue;
        for (const [key, child] of Object.entries(merged))
          if (!Object.hasOwn(object, key)) define(object, key, child);
      }
    }
    return object;
  };
  return convert(root);
}

/** `__proto__` is a key like any other. */
function define(object: Record<string, Json>, key: string, value: Json): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[key] = value;
  }
}
