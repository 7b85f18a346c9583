import type { Issue } from '../../failure/issue.ts';
import { foldedText } from '../../values/folded-text.ts';
import type { DesiredUser } from './desired-state.ts';

/**
 * What a row has under the headings by which a map finds managers (`match`), and by which of them its own
 * manager is found.
 */
export interface ManagerKeys {
  /** One text for each rule with `match`; a blank one names nobody. */
  readonly own: readonly string[];
  /**
   * The place in `own` of the rule that holds in this row; undefined where the row names its manager
   * directly.
   */
  readonly wanted: number | undefined;
}

/** The keys of a file whose managers are named directly. */
export const NO_KEYS: ManagerKeys = { own: [], wanted: undefined };

/** A row whose manager is named by what another row has under a heading. */
interface Waiting {
  readonly row: DesiredUser;
  readonly reference: string;
  readonly rule: number;
  /** Where the manager is named. */
  readonly where: () => Pick<Issue, 'at' | 'path'>;
}

/**
 * Finds managers who are named by what their own rows have under a heading (`match` of a map). A name that no
 * row has may be that of somebody who is in the organization already.
 */
export class ManagerMatches {
  private readonly identities = new Map<string, string>();
  /** The first two lines of rows that have the same key. */
  private readonly shared = new Map<string, readonly [number, number]>();
  private readonly lines = new Map<string, number>();
  private readonly waiting: Waiting[] = [];

  /** Remembers by which keys a row can be found, and which user it names. */
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

  /** Keeps a row until every other one is known. */
  wait(waiting: Waiting): void {
    this.waiting.push(waiting);
  }

  /**
   * Hands every row on that waited, with its manager; one that several rows have, or that is no name and in
   * no row, is reported.
   */
  resolve(handOn: (row: DesiredUser) => void, report: (row: DesiredUser, issue: Issue) => void): void {
    for (const { row, reference, rule, where } of this.waiting) {
      const key = keyOf(rule, foldedText(reference));
      const manager = this.identities.get(key);
      const lines = this.shared.get(key);
      if (lines !== undefined) {
        const message = `"${reference}" may be the user of line ${lines[0]} or of line ${lines[1]}`;
        report(row, { code: 'ambiguous_user', message, ...where() });
      } else if (manager !== undefined) handOn({ ...row, set: { ...row.set, manager } });
      else if (isName(reference))
        handOn({ ...row, set: { ...row.set, manager: reference }, hasManagerName: true });
      else report(row, { code: 'unknown_user', message: `no row has "${reference}"`, ...where() });
    }
  }
}

/** Each rule has its own heading: a text of one is not found under that of another. */
function keyOf(rule: number, text: string): string {
  return `${rule} ${text}`;
}

/** Whether a text may be what a person is called: two words, and no number. */
function isName(text: string): boolean {
  return /\p{L}.*[\s,].*\p{L}/u.test(text) && !/\d|@/.test(text);
}
