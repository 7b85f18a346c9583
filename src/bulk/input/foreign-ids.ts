import { createHash } from 'node:crypto';
import { defined } from '../../values/defined.ts';
import type { UserColumn } from './columns.ts';
import type { CellIssue, DesiredUser } from './desired-state.ts';

/**
 * The IDs that users and groups of a file have in another organization, and those that they have in this one.
 */
export interface ForeignIds {
  /** How the map is called in findings. */
  readonly file: string;
  readonly ids: ReadonlyMap<string, string>;
  /** IDs that are known to be those of no user here. */
  readonly invalid: ReadonlySet<string>;
}

/** What one word of a file means here: an ID of this organization, the word itself, or a finding. */
export type Translated = { readonly word: string } | { readonly problem: string };

export const FOREIGN_ID_CODE = 'foreign_id';

/** What an ID looks like where a name could stand as well (assumption `user-id-shape`). */
export const ID_SHAPES = {
  user: /^[UW](?=[A-Z0-9]*\d)[A-Z0-9]{8,11}$/,
  group: /^S(?=[A-Z0-9]*\d)[A-Z0-9]{8,11}$/,
} as const;

/** Whether a word that names a group is an ID by its looks; a group may be called anything. */
export function looksLikeGroupId(word: string): boolean {
  return ID_SHAPES.group.test(word);
}

/** Makes what translates the IDs of a map. */
export class ForeignIdReader {
  private readonly map: ForeignIds;
  private readonly own: ReadonlySet<string>;

  constructor(map: ForeignIds) {
    this.map = map;
    this.own = new Set(map.ids.values());
  }

  /** Translates a word that is an ID, whatever it looks like. */
  id(word: string): Translated {
    const { ids, invalid, file } = this.map;
    const known = ids.get(word);
    if (known !== undefined) return { word: known };
    if (this.own.has(word))
      return { problem: `${word} is an ID of this organization already, not one that ${file} translates` };
    if (invalid.has(word)) return { problem: `${file} says that nobody has ${word} here` };
    return { problem: `${file} has no ID for ${word}` };
  }

  /** Translates a word that may be an ID or a name; what does not look like an ID stays. */
  reference(word: string, kind: keyof typeof ID_SHAPES): Translated {
    const { ids, invalid } = this.map;
    const isId = ids.has(word) || invalid.has(word) || this.own.has(word) || ID_SHAPES[kind].test(word);
    return isId ? this.id(word) : { word };
  }

  /**
   * Translates the IDs of a row of a file of users: its own, its manager's, and those of its groups.
   * @param isManagerId false where the manager is named by what another row has under a heading
   */
  user(row: DesiredUser, isManagerId: boolean): { readonly row: DesiredUser; readonly issues: CellIssue[] } {
    const issues: CellIssue[] = [];
    const read = (column: UserColumn, translated: Translated): string | undefined => {
      if ('word' in translated) return translated.word;
      issues.push({ column, issue: { code: FOREIGN_ID_CODE, path: column, message: translated.problem } });
      return undefined;
    };
    const { id, ...others } = row;
    const { groups } = row;
    const { manager = '' } = row.set;
    const ownId = id === undefined ? undefined : read('id', this.id(id));
    const boss = isManagerId && manager !== '' ? read('manager', this.reference(manager, 'user')) : undefined;
    const names = groups?.flatMap((name) => read('groups', this.reference(name, 'group')) ?? []);
    return {
      row: {
        // An ID that is unknown here must not be taken for somebody of this organization.
        ...others,
        ...defined({ id: ownId }),
        ...(boss === undefined ? {} : { set: { ...row.set, manager: boss } }),
        ...defined({ groups: names }),
      },
      issues,
    };
  }
}

/** Returns what two maps have in common only if they say the same, in hex. */
export function digestOfIds({ ids, invalid }: Pick<ForeignIds, 'ids' | 'invalid'>): string {
  const hash = createHash('sha256');
  for (const [from, to] of ids) hash.update(`${from},${to}\n`);
  for (const from of invalid) hash.update(`${from},\n`);
  return hash.digest('hex');
}
