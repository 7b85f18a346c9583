import type { Json } from '../spec/protocol-types.ts';
import type { Path } from './path.ts';

/** UTF-16 offsets in a text, the end not included. */
export type Range = readonly [start: number, end: number];

export interface SourceEntry {
  readonly key: string;
  readonly keyRange: Range;
  readonly value: SourceNode;
  /** `<<`, whose value's keys count where the object has none of that name. */
  readonly isMerge: boolean;
}

/** A value of a manifest and where it stands. */
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
      /** A number with more digits than a number in memory keeps, as JSON writes it. */
      readonly digits?: string;
    }
  /** YAML only: stands for another value. */
  | { readonly kind: 'alias'; readonly range: Range; readonly target: SourceNode };

/** Where a path leads in a text. */
export interface Located {
  readonly node: SourceNode;
  /** Of the last step; undefined for the root and for items of lists. */
  readonly entry: SourceEntry | undefined;
  /** What holds it; undefined for the root. */
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

/** Returns the objects that a merge key takes keys from. */
export function mergeSources(value: SourceNode): readonly SourceNode[] {
  const node = resolveAlias(value);
  return node.kind === 'list' ? node.items.map(resolveAlias) : [node];
}

/** Returns where keys and simple values stand: whatever else looks like a comment is one. */
export function scalarRanges(node: SourceNode): readonly Range[] {
  if (node.kind === 'scalar') return [node.range];
  if (node.kind === 'list') return node.items.flatMap(scalarRanges);
  if (node.kind === 'alias') return [];
  return node.entries.flatMap(({ keyRange, value }) => [keyRange, ...scalarRanges(value)]);
}
