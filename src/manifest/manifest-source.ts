import type { Json } from '../spec/protocol-types.ts';
import { defined } from '../values/defined.ts';
import type { Path } from './path.ts';
import type { Fix } from './problem.ts';
import type { RuleId } from './rules/rule-book.ts';
import type { Range, SourceNode } from './source-tree.ts';

export type ManifestFormat = 'json' | 'yaml';

/** Something that is wrong with the text itself. */
export interface TextProblem {
  readonly rule: Extract<RuleId, 'syntax' | 'duplicate-key' | 'unquoted-hash'>;
  readonly path: Path;
  readonly range: Range;
  readonly message: string;
  readonly hint?: string;
  readonly fix?: Fix;
}

/** A manifest as it was read. */
export interface ManifestSource {
  readonly format: ManifestFormat;
  /** Without a byte order mark. */
  readonly text: string;
  /** Undefined where it cannot be read. */
  readonly data: Json | undefined;
  readonly faults: readonly TextProblem[];
  /** Positions; made when they are first asked for. */
  readonly tree: () => SourceNode;
}

/**
 * What no manifest comes near, and what more of would only cost time (assumption
 * `manifest-limits-of-reading`).
 */
export const READ_LIMITS = {
  bytes: 1024 * 1024,
  depth: 64,
  nodes: 100_000,
  /** Keys of one object, and items of one list, that are looked at. */
  entries: 1000,
} as const;

/** What is said of a file beyond the limit. */
export const TOO_LARGE = `the file is larger than ${READ_LIMITS.bytes / 1024 / 1024} MiB; a manifest is a few KiB`;

export function syntaxFault(range: Range, message: string, hint?: string): TextProblem {
  return { rule: 'syntax', path: [], range, message, ...defined({ hint }) };
}

/** Says where a key is first. @param first UTF-16 offset of it. */
export function duplicateMessage(text: string, key: string, first: number): string {
  return `"${key}" is here already, on line ${text.slice(0, first).split('\n').length}`;
}

/** A source that cannot be read: only its fault is known. */
export function unreadable(text: string, format: ManifestFormat, fault: TextProblem): ManifestSource {
  return { format, text, data: undefined, faults: [fault], tree: () => EMPTY };
}

const EMPTY: SourceNode = { kind: 'scalar', range: [0, 0], value: null, style: 'plain' };
