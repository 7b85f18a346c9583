import type { Severity } from '../severity.ts';

/** The documentation of a rule. */
export interface Rule {
  /** Default severity of its findings. */
  readonly severity: Severity;
  /** One sentence that describes the problem. */
  readonly summary: string;
  /** Why it matters. */
  readonly why: string;
  /** Whether `lint --fix` or `lint --fix-suggested` fixes it; `none` if only the author can. */
  readonly fix: 'safe' | 'suggest' | 'none';
  /** Section of the document with this rule; empty if it comes from another source. */
  readonly section: string;
  /** YAML that violates only this rule once a name is added, and the corrected YAML. */
  readonly wrong: string;
  readonly right: string;
}
