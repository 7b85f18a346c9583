import type { Position } from './line-index.ts';
import type { Path } from './path.ts';
import type { Fix } from './problem.ts';
import type { RuleId } from './rules/rule-book.ts';
import type { Severity } from './severity.ts';

/** One thing that is wrong with a manifest, and where. */
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
  /** Not included. */
  readonly end: Position;
  readonly fix?: Fix;
  /** A fix that is not made, and why. */
  readonly withheld?: { readonly title: string; readonly reason: string };
}
