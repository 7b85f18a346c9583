import type { Issue } from '../../failure/issue.ts';
import type { DesiredUser } from './desired-state.ts';
import { lookupKey } from './lookup.ts';

/** A row whose manager is named by what another row has under a heading. */
interface Waiting {
  readonly row: DesiredUser;
  readonly reference: string;
  /** Where the manager is named. */
  readonly where: () => Pick<Issue, 'at' | 'path'>;
}

/**
 * Finds managers who are named by what their own rows have under a heading (`match` of a map). A name that no row has may be that of somebody
 * who is in the organization already.
 */
export class ManagerMatches {
  private readonly identities = new Map<string, string>();
  /** The first two lines of rows that have the same key. */
  private readonly shared = new Map<string, readonly [number, number]>();
  private readonly lines = new Map<string, number>();
  private readonly waiting: Waiting[] = [];

  /** Remembers by which key a row can be found, and which user it names. */
  remember(key: string | undefined, { id, set, line }: DesiredUser): void {
    const identity = set.email ?? set.userName ?? id ?? set.employeeNumber;
    if (key === undefined || key === '' || identity === undefined) return;
    const before = this.lines.get(key);
    if (before === undefined) this.lines.set(key, line);
    else if (!this.shared.has(key)) this.shared.set(key, [before, line]);
    this.identities.set(key, identity);
  }

  /** Keeps a row until every other one is known. */
  wait(row: DesiredUser, reference: string, where: Waiting['where']): void {
    this.waiting.push({ row, reference, where });
  }

  /** Hands every row on that waited, with its manager; one that several rows have, or that is no name and in no row, is reported. */
  resolve(handOn: (row: DesiredUser) => void, report: (row: DesiredUser, issue: Issue) => void): void {
    for (const { row, reference, where } of this.waiting) {
      const key = lookupKey(reference);
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

/** Whether a text may be what a person is called: two words, and no number. */
function isName(text: string): boolean {
  return /\p{L}.*[\s,].*\p{L}/u.test(text) && !/\d|@/.test(text);
}
