import type { Severity } from '../severity.ts';

/** What there is to know about a rule. */
export interface Rule {
  /** The usual severity of a finding. */
  readonly severity: Severity;
  /** One sentence: what is wrong. */
  readonly summary: string;
  /** Why it matters. */
  readonly why: string;
  /** Whether `lint --fix` fixes it, `lint --fix-suggested` does, or a person has to. */
  readonly fix: 'safe' | 'suggest' | 'none';
  /** Where the document says it; empty where it comes from elsewhere. */
  readonly section: string;
  /** YAML that breaks this rule and no other, beside a name; and the same as it should be. */
  readonly wrong: string;
  readonly right: string;
}
