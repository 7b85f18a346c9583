import type { Json } from '../spec/protocol-types.ts';
import type { Path } from './path.ts';
import type { RuleId } from './rules/rule-book.ts';
import type { Severity } from './severity.ts';
import type { TextEdit } from './text-edit.ts';

/** A change of the data of a manifest that fixes a problem. */
export type ManifestChange =
  | { readonly do: 'replace'; readonly path: Path; readonly value: Json }
  | { readonly do: 'rename'; readonly path: Path; readonly key: string }
  /** Comments of the removed value stay on lines of their own, except `moved`, which are placed elsewhere. */
  | { readonly do: 'remove'; readonly path: Path; readonly moved?: readonly string[] }
  /** Sets a missing key of an object; missing parent objects are created. */
  | { readonly do: 'add'; readonly path: Path; readonly key: string; readonly value: Json }
  | { readonly do: 'append'; readonly path: Path; readonly value: Json }
  | { readonly do: 'move'; readonly path: Path; readonly to: Path }
  /** Puts quotes around a value that YAML reads as a comment. */
  | { readonly do: 'quote'; readonly path: Path; readonly value: string }
  | { readonly do: 'all'; readonly changes: readonly ManifestChange[] }
  /** Edits a text that cannot be parsed. */
  | { readonly do: 'text'; readonly edits: readonly TextEdit[] };

/** The fix of a problem: `safe` keeps the intent of the author, `suggest` is a likely guess. */
export interface Fix {
  readonly kind: 'safe' | 'suggest';
  readonly title: string;
  readonly change: ManifestChange;
  /** Whether the new value is the old one as written: `0x10` becomes "0x10". */
  readonly isAsWritten?: boolean;
}

/** A violation of a rule, before its position in the text is known. */
export interface Problem {
  readonly rule: RuleId;
  /** Absent if it is the default of the rule. */
  readonly severity?: Severity;
  readonly path: Path;
  /** Whether the problem is at the key or the value; for a missing key, at the key of its parent. */
  readonly at: 'key' | 'value';
  readonly message: string;
  readonly hint?: string;
  /** The affected part of the string, as UTF-16 offsets in the value. */
  readonly part?: readonly [start: number, end: number];
  readonly fix?: Fix;
  /** What to report instead if the scalar is unquoted YAML. */
  readonly ifPlain?: { readonly rule: RuleId; readonly message: string; readonly fix: Fix };
}

export type ReportProblem = (problem: Problem) => void;
