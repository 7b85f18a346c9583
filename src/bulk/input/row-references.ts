import { nameKey } from '../../rules/name-key.ts';
import { isEmailShaped } from '../../rules/user-name.ts';
import { defined } from '../../values/defined.ts';
import type { DesiredUser } from './desired-state.ts';
import type { KeyIndex } from './key-index.ts';
import { employeeNumberKey } from './match-keys.ts';

/** References that cannot be resolved without the service. */
export interface Unresolved {
  /** Number of distinct managers without a row. */
  readonly managers: number;
  /** The first of these managers. */
  readonly example?: { readonly line: number; readonly manager: string };
  /** Number of distinct groups. */
  readonly groups: number;
}

/** Records the managers and groups that rows refer to. */
export class RowReferences {
  /** Managers as written, with their first line. */
  private readonly named = new Map<string, { readonly line: number; readonly manager: string }>();
  private readonly groups = new Set<string>();

  note({ line, set, groups = [] }: DesiredUser): void {
    for (const group of groups) this.groups.add(group.toLowerCase());
    const { manager = '' } = set;
    const key = manager.toLowerCase();
    if (key !== '' && !this.named.has(key)) this.named.set(key, { line, manager });
  }

  /**
   * Returns the references without a row in the file.
   * @param rows the keys of all rows
   */
  unresolved(rows: KeyIndex): Unresolved {
    const unknown = [...this.named].filter(([, { manager }]) =>
      referenceKeys(manager).every((key) => rows.lineOf(key, LAST_LINE) === undefined),
    );
    const example = unknown[0]?.[1];
    return {
      managers: unknown.length,
      groups: this.groups.size,
      ...defined({ example }),
    };
  }
}

/** Greater than the line of any row. */
const LAST_LINE = 2 ** 32 - 1;

/** The possible keys of a manager's row. */
function referenceKeys(manager: string): readonly string[] {
  if (isEmailShaped(manager)) return [`email ${nameKey(manager)}`];
  return [`id ${manager}`, `number ${employeeNumberKey(manager)}`, `name ${nameKey(manager)}`];
}
