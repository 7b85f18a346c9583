import type { Issue } from '../../failure/issue.ts';
import { lookupKey } from './column-map.ts';
import type { DesiredUser } from './desired-state.ts';

/** A row whose manager is named by what another row has under a heading. */
interface Waiting {
  readonly row: DesiredUser;
  readonly reference: string;
  /** Where the manager is named. */
  readonly where: () => Pick<Issue, 'at' | 'path'>;
}

/** Finds managers who are named by what their own rows have under a heading (`match` of a map). */
export class ManagerMatches {
  private readonly identities = new Map<string, string>();
  private readonly waiting: Waiting[] = [];

  /** Remembers by which key a row can be found, and whom it means. */
  remember(key: string | undefined, { id, set }: DesiredUser): void {
    const identity = set.email ?? set.userName ?? id ?? set.employeeNumber;
    if (key !== undefined && key !== '' && identity !== undefined) this.identities.set(key, identity);
  }

  /** Keeps a row until every other one is known. */
  wait(row: DesiredUser, reference: string, where: Waiting['where']): void {
    this.waiting.push({ row, reference, where });
  }

  /** Hands every row on that waited, with its manager; one that is in no row is reported. */
  resolve(handOn: (row: DesiredUser) => void, report: (row: DesiredUser, issue: Issue) => void): void {
    for (const { row, reference, where } of this.waiting) {
      const manager = this.identities.get(lookupKey(reference));
      if (manager !== undefined) handOn({ ...row, set: { ...row.set, manager } });
      else report(row, { code: 'unknown_user', message: `no row has "${reference}"`, ...where() });
    }
  }
}
