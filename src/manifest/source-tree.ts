import type { Json } from '../spec/protocol-types.ts';
import type { Path } from './path.ts';

/** UTF-16 offsets in a text; the end is exclusive. */
export type Range = readonly [start: number, end: number];

export interface SourceEntry {
  readonly key: string;
  readonly keyRange: Range;
  readonly value: SourceNode;
  /** Whether the key is `<<`: keys of its value are used if the object does not have them. */
  readonly isMerge: boolean;
}

/** A value of a manifest with its position. */
export type SourceNode =
  | {
      readonly kind: 'object';
      readonly range: Range;
      readonly entries: readonly SourceEntry[];
      readonly isFlow: boolean;
    }
  | {
      readonly kind: 'list';
      readonly range: Range;
      readonly items: readonly SourceNode[];
      readonly isFlow: boolean;
    }
  | {
      readonly kind: 'scalar';
      readonly range: Range;
      readonly value: Json;
      readonly style: 'plain' | 'single' | 'double' | 'block';
      /** The digits, in JSON form, of a number that has more than a JavaScript number can store. */
      readonly digits?: string;
    }
  /** YAML only: a reference to another value. */
  | { readonly kind: 'alias'; readonly range: Range; readonly target: SourceNode };

/** The target of a path in a text. */
export interface Located {
  readonly node: SourceNode;
  /** The entry of the last step; undefined for the root and for items of lists. */
  readonly entry: SourceEntry | undefined;
  /** The object or list that contains it; undefined for the root. */
  readonly parent: SourceNode | undefined;
}

/** Follows a path, through aliases and merged keys. */
export function locate(root: SourceNode, path: Path): Located | undefined {
  let current: Located = { node: root, entry: undefined, parent: undefined };
  for (const step of path) {
    const holder = resolveAlias(current.node);
    const next = typeof step === 'number' ? itemOf(holder, step) : entryOf(holder, step);
    if (next === undefined) return undefined;
    current =
      'keyRange' in next
        ? { node: next.value, entry: next, parent: holder }
        : { node: next, entry: undefined, parent: holder };
  }
  return current;
}

export function resolveAlias(node: SourceNode): SourceNode {
  return node.kind === 'alias' ? resolveAlias(node.target) : node;
}

function itemOf(node: SourceNode, index: number): SourceNode | undefined {
  return node.kind === 'list' ? node.items[index] : undefined;
}

function entryOf(node: SourceNode, key: string): SourceEntry | undefined {
  if (node.kind !== 'object') return undefined;
  return node.entries.find((entry) => entry.key === key && !entry.isMerge) ?? mergedEntry(node, key);
}

function mergedEntry(node: SourceNode & { kind: 'object' }, key: string): SourceEntry | undefined {
  for (const entry of node.entries) {
    if (!entry.isMerge) continue;
    for (const source of mergeSources(entry.value)) {
      const found = entryOf(source, key);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Returns the objects whose keys a merge key copies. */
export function mergeSources(value: SourceNode): readonly SourceNode[] {
  const node = resolveAlias(value);
  return node.kind === 'list' ? node.items.map(resolveAlias) : [node];
}

/** Returns the ranges of keys and scalars; a # outside of them starts a comment. */
export function scalarRanges(node: SourceNode): readonly Range[] {
  if (node.kind === 'scalar') return [node.range];
  if (node.kind === 'list') return node.items.flatMap(scalarRanges);
  if (node.kind === 'alias') return [];
  return node.entries.flatMap(({ keyRange, value }) => [keyRange, ...scalarRanges(value)]);
}

/** Returns the data of a node; undefined for an alias. */
export function dataOfNode(node: SourceNode): Json | undefined {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map((item) => dataOfNode(item) ?? null);
  if (node.kind === 'object')
    return Object.fromEntries(node.entries.map(({ key, value }) => [key, dataOfNode(value) ?? null]));
  return undefined;
}

/** Whether a node, or one within it, is an alias. */
export function hasAlias(node: SourceNode): boolean {
  if (node.kind === 'object') return node.entries.some(({ value }) => hasAlias(value));
  return node.kind === 'list' ? node.items.some(hasAlias) : node.kind === 'alias';
}
