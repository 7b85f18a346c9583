import { duplicateMessage, syntaxFault, type TextProblem } from './manifest-source.ts';
import type { Path } from './path.ts';
import { mergeSources, type SourceEntry, type SourceNode } from './source-tree.ts';

/** A collection under construction. */
export interface OpenCollection {
  readonly kind: 'object' | 'list';
  readonly isFlow: boolean;
  readonly anchor: string | undefined;
  readonly start: number;
  readonly entries: SourceEntry[];
  readonly items: SourceNode[];
  readonly keys: Map<string, SourceEntry>;
  key: { text: string; range: readonly [number, number]; isMerge: boolean } | undefined;
  readonly path: Path;
  size: number;
}

/** Returns the path of the next value of a collection; that of the document if none is open. */
export function pathOfNext(top: OpenCollection | undefined): Path {
  if (top === undefined) return [];
  if (top.kind === 'list') return [...top.path, top.items.length];
  return top.key === undefined ? top.path : [...top.path, top.key.text];
}

/** Adds a value to an open collection. @returns a problem of the value at this place, if any */
export function fill(top: OpenCollection, node: SourceNode, text: string): TextProblem | undefined {
  if (top.kind === 'list') {
    top.items.push(node);
    return undefined;
  }
  if (top.key === undefined) return syntaxFault(node.range, 'a key must be a simple text');
  const entry: SourceEntry = {
    key: top.key.text,
    keyRange: top.key.range,
    value: node,
    isMerge: top.key.isMerge,
  };
  top.key = undefined;
  top.entries.push(entry);
  if (entry.isMerge) return isMergeable(node) ? undefined : syntaxFault(node.range, NOT_MERGEABLE);
  const before = top.keys.get(entry.key);
  if (before === undefined) {
    top.keys.set(entry.key, entry);
    return undefined;
  }
  const message = duplicateMessage(text, entry.key, before.keyRange[0]);
  return { rule: 'duplicate-key', path: [...top.path, entry.key], range: entry.keyRange, message };
}

const NOT_MERGEABLE = '<< takes an object, or a list of objects';

/** Whether a merge key can copy keys from a value. */
function isMergeable(value: SourceNode): boolean {
  return mergeSources(value).every(({ kind }) => kind === 'object');
}
