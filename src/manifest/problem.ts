import type { Json } from '../spec/protocol-types.ts';
import type { Path } from './path.ts';
import type { RuleId } from './rules/rule-book.ts';
import type { Severity } from './severity.ts';
import type { TextEdit } from './text-edit.ts';

/** A change of the manifest's data that removes a problem. */
export type ManifestChange =
  | { readonly do: 'replace'; readonly path: Path; readonly value: Json }
  | { readonly do: 'rename'; readonly path: Path; readonly key: string }
  /** Its comments stay as lines of their own, but for those that are put elsewhere. */
  | { readonly do: 'remove'; readonly path: Path; readonly moved?: readonly string[] }
  /** Sets a key of an object that does not have it; objects on the way are made. */
  | { readonly do: 'add'; readonly path: Path; readonly key: string; readonly value: Json }
  | { readonly do: 'append'; readonly path: Path; readonly value: Json }
  | { readonly do: 'move'; readonly path: Path; readonly to: Path }
  /** Puts quotes around a value that YAML takes for a comment. */
  | { readonly do: 'quote'; readonly path: Path; readonly value: string }
  | { readonly do: 'all'; readonly changes: readonly ManifestChange[] }
  /** Edits of a text that cannot be read as it is. */
  | { readonly do: 'text'; readonly edits: readonly TextEdit[] };

/** How a problem can be fixed: `safe` keeps what the author meant, `suggest` is a likely guess. */
export interface Fix {
  readonly kind: 'safe' | 'suggest';
  readonly title: string;
  readonly change: ManifestChange;
  /** The new value is the old one as it is written: `0x10` becomes "0x10". */
  readonly isAsWritten?: boolean;
}

/** Something that a rule objects to, before it has a place in the text. */
export interface Problem {
  readonly rule: RuleId;
  /** Where it is not the usual one of the rule. */
  readonly severity?: Severity;
  readonly path: Path;
  /** Whether the key or the value is meant. Something missing is at the key of what lacks it. */
  readonly at: 'key' | 'value';
  readonly message: string;
  readonly hint?: string;
  /** Part of the text that is meant, as UTF-16 offsets in the value. */
  readonly part?: readonly [start: number, end: number];
  readonly fix?: Fix;
  /** What to report instead where the scalar is unquoted YAML. */
  readonly ifPlain?: { readonly rule: RuleId; readonly message: string; readonly fix: Fix };
}

export type ReportProblem = (problem: Problem) => void;
