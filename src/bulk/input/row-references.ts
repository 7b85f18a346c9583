import { emailKey } from '../../rules/email-address.ts';
import { storedUserName } from '../../rules/user-name.ts';
import { defined } from '../../values/defined.ts';
import type { DesiredUser } from './desired-state.ts';
import type { KeyIndex } from './key-index.ts';
import { employeeNumberKey } from './match-keys.ts';

/** References of rows that cannot be judged without the service. */
export interface Unresolved {
  /** Managers who are in no row, each once. */
  readonly managers: number;
  /** The first of them. */
  readonly example?: { readonly line: number; readonly manager: string };
  /** Groups that rows name, each once. */
  readonly groups: number;
}

/** Remembers which users and groups rows name. */
export class RowReferences {
  /** Managers as rows name them, and the first line that does. */
  private readonly named = new Map<string, { readonly line: number; readonly manager: string }>();
  private readonly groups = new Set<string>();

  note({ line, set, groups = [] }: DesiredUser): void {
    for (const group of groups) this.groups.add(group.toLowerCase());
    const { manager = '' } = set;
    const key = manager.toLowerCase();
    if (key !== '' && !this.named.has(key)) this.named.set(key, { line, manager });
  }

  /** Returns which of them name nobody in the file. @param rows the keys of all rows */
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

/** A line behind every row. */
const LAST_LINE = 2 ** 32 - 1;

/** The keys of the row of a manager, who may be named by any of them. */
function referenceKeys(manager: string): readonly string[] {
  if (manager.includes('@')) return [`email ${emailKey(manager)}`];
  return [`id ${manager}`, `number ${employeeNumberKey(manager)}`, `name ${storedUserName(manager)}`];
}
