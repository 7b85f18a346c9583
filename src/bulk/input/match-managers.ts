import type { Issue } from '../../failure/issue.ts';
import { comparisonKey } from '../../values/comparison-key.ts';
import type { DesiredUser } from './desired-state.ts';
import type { StoredKey } from './stored-manager-key.ts';

/**
 * A row's values under the headings that identify managers (`match` of a map), and the heading that
 * identifies the row's own manager.
 */
export interface ManagerKeys {
  /** One text for each rule with `match`; a blank one matches no row. */
  readonly own: readonly string[];
  /**
   * The index in `own` of the rule that applies to this row; undefined if the row names its manager directly.
   */
  readonly ruleIndex: number | undefined;
  /** How the organization stores the keys of that rule; undefined if it does not store them. */
  readonly storedKey?: StoredKey | undefined;
}

/** The keys of a file that names managers directly. */
export const NO_KEYS: ManagerKeys = { own: [], ruleIndex: undefined };

/** A row whose manager is given by a value of another row. */
interface Waiting {
  readonly row: DesiredUser;
  readonly reference: string;
  readonly rule: number;
  readonly storedKey: StoredKey | undefined;
  /** The place of the manager. */
  readonly where: () => Pick<Issue, 'at' | 'path'>;
}

/**
 * Finds managers by a value of their own rows (`match` of a map). A name or key without a row may be that of
 * a user who is already in the organization.
 */
export class ManagerMatches {
  private readonly identities = new Map<string, string>();
  /** The first two lines that share a key. */
  private readonly shared = new Map<string, readonly [number, number]>();
  private readonly lines = new Map<string, number>();
  private readonly waiting: Waiting[] = [];

  /** Records the keys of a row, and the user that it identifies. */
  remember({ own }: ManagerKeys, { id, set, line }: DesiredUser): void {
    const identity = set.email ?? set.userName ?? id ?? set.employeeNumber;
    if (identity === undefined) return;
    for (const [rule, text] of own.entries())
      if (text !== '') this.rememberKey(keyOf(rule, text), identity, line);
  }

  private rememberKey(key: string, identity: string, line: number): void {
    const before = this.lines.get(key);
    if (before === undefined) this.lines.set(key, line);
    else if (!this.shared.has(key)) this.shared.set(key, [before, line]);
    this.identities.set(key, identity);
  }

  /** Holds a row until all rows are known. */
  wait(waiting: Waiting): void {
    this.waiting.push(waiting);
  }

  /**
   * Releases every waiting row, with its manager. A manager that matches several rows is reported, and so is
   * one without a row that is neither a name nor a key that the organization stores.
   */
  resolve(emit: (row: DesiredUser) => void, report: (row: DesiredUser, issue: Issue) => void): void {
    for (const { row, reference, rule, storedKey, where } of this.waiting) {
      const key = keyOf(rule, comparisonKey(reference));
      const manager = this.identities.get(key);
      const lines = this.shared.get(key);
      if (lines !== undefined) {
        const message = `"${reference}" is ambiguous: lines ${lines[0]} and ${lines[1]}`;
        report(row, { code: 'ambiguous_user', message, ...where() });
        continue;
      }
      if (manager === undefined && isName(reference)) {
        emit({ ...row, set: { ...row.set, manager: reference }, hasManagerName: true });
        continue;
      }
      const named = manager ?? storedKey?.(reference);
      if (named !== undefined) emit({ ...row, set: { ...row.set, manager: named } });
      else report(row, { code: 'unknown_user', message: `no row has "${reference}"`, ...where() });
    }
  }
}

/** Each rule has its own heading, and keys of different headings must not match. */
function keyOf(rule: number, text: string): string {
  return `${rule} ${text}`;
}

/** Whether a text may be the name of a person: two words, and no digits. */
function isName(text: string): boolean {
  return /\p{L}.*[\s,].*\p{L}/u.test(text) && !/\d|@/.test(text);
}
