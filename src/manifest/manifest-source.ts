import type { Json } from '../spec/protocol-types.ts';
import { defined } from '../values/defined.ts';
import type { Path } from './path.ts';
import type { Fix } from './problem.ts';
import type { RuleId } from './rules/rule-book.ts';
import type { Range, SourceNode } from './source-tree.ts';

export type ManifestFormat = 'json' | 'yaml';

/** A problem of the text itself. */
export interface TextProblem {
  readonly rule: Extract<RuleId, 'syntax' | 'duplicate-key' | 'unquoted-hash'>;
  readonly path: Path;
  readonly range: Range;
  readonly message: string;
  readonly hint?: string;
  readonly fix?: Fix;
}

/** A manifest that was read. */
export interface ManifestSource {
  readonly format: ManifestFormat;
  /** Without a byte order mark. */
  readonly text: string;
  /** Undefined if the text cannot be read. */
  readonly data: Json | undefined;
  readonly faults: readonly TextProblem[];
  /** Returns the positions; built on first use. */
  readonly tree: () => SourceNode;
}

/**
 * Limits far above any real manifest, beyond which reading would only cost time (assumption
 * `manifest-limits-of-reading`).
 */
export const READ_LIMITS = {
  bytes: 1024 * 1024,
  depth: 64,
  nodes: 100_000,
  /** Keys of an object, or items of a list, that are examined. */
  entries: 1000,
} as const;

/** Message for a file above the size limit. */
export const TOO_LARGE = `the file is larger than ${READ_LIMITS.bytes / 1024 / 1024} MiB; a manifest is a few KiB`;

export function syntaxFault(range: Range, message: string, hint?: string): TextProblem {
  return { rule: 'syntax', path: [], range, message, ...defined({ hint }) };
}

/** Returns the message for a duplicate key. @param first UTF-16 offset of the first occurrence */
export function duplicateMessage(text: string, key: string, first: number): string {
  return `"${key}" is here already, on line ${text.slice(0, first).split('\n').length}`;
}

/** Returns a source that cannot be read: only its fault is known. */
export function unreadable(text: string, format: ManifestFormat, fault: TextProblem): ManifestSource {
  return { format, text, data: undefined, faults: [fault], tree: () => EMPTY };
}

const EMPTY: SourceNode = { kind: 'scalar', range: [0, 0], value: null, style: 'plain' };
