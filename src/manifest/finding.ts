import type { Position } from './line-index.ts';
import type { Path } from './path.ts';
import type { Fix } from './problem.ts';
import type { RuleId } from './rules/rule-book.ts';
import type { Severity } from './severity.ts';

/** A problem of a manifest, with its position in the text. */
export interface Finding {
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly message: string;
  readonly hint?: string;
  readonly path: Path;
  /** JSON pointer of the path. */
  readonly pointer: string;
  readonly file: string;
  readonly start: Position;
  /** Exclusive. */
  readonly end: Position;
  readonly fix?: Fix;
  /** A fix that is not offered, and why. */
  readonly withheld?: { readonly title: string; readonly reason: string };
}
