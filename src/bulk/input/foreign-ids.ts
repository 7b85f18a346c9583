import { createHash } from 'node:crypto';
import { defined } from '../../values/defined.ts';
import type { UserColumn } from './columns.ts';
import type { CellIssue, DesiredUser } from './desired-state.ts';

/** Maps the IDs of users and groups in another organization to those in this one. */
export interface ForeignIds {
  /** The name of the map in findings. */
  readonly file: string;
  readonly ids: ReadonlyMap<string, string>;
  /** IDs that are known to belong to no user here. */
  readonly invalid: ReadonlySet<string>;
}

/** The result for one word of a file: an ID of this organization, the word itself, or a problem. */
export type Translated = { readonly word: string } | { readonly problem: string };

export const FOREIGN_ID_CODE = 'foreign_id';

/** Patterns of IDs in places that also accept names (assumption `user-id-shape`). */
export const ID_SHAPES = {
  user: /^[UW](?=[A-Z0-9]*\d)[A-Z0-9]{8,11}$/,
  group: /^S(?=[A-Z0-9]*\d)[A-Z0-9]{8,11}$/,
} as const;

/** Whether the reference to a group looks like an ID; a group name may look the same. */
export function looksLikeGroupId(word: string): boolean {
  return ID_SHAPES.group.test(word);
}

/** Translates the IDs of a file. */
export class ForeignIdReader {
  private readonly map: ForeignIds;
  private readonly own: ReadonlySet<string>;

  constructor(map: ForeignIds) {
    this.map = map;
    this.own = new Set(map.ids.values());
  }

  /** Translates an ID, whatever its form. */
  id(word: string): Translated {
    const { ids, invalid, file } = this.map;
    const known = ids.get(word);
    if (known !== undefined) return { word: known };
    if (this.own.has(word)) return { problem: `${word} is already an ID of this organization` };
    if (invalid.has(word)) return { problem: `${file} lists ${word} as an ID without a user here` };
    return { problem: `${file} has no ID for ${word}` };
  }

  /** Translates a word that may be an ID or a name; a word that does not look like an ID is kept. */
  reference(word: string, kind: keyof typeof ID_SHAPES): Translated {
    const { ids, invalid } = this.map;
    const isId = ids.has(word) || invalid.has(word) || this.own.has(word) || ID_SHAPES[kind].test(word);
    return isId ? this.id(word) : { word };
  }

  /**
   * Translates the IDs of a user row: of the user, the manager and the groups.
   * @param isManagerId false if the manager is a value of another row
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
        // The untranslated ID is dropped: it could be the ID of another user of this organization.
        ...others,
        ...defined({ id: ownId }),
        ...(boss === undefined ? {} : { set: { ...row.set, manager: boss } }),
        ...defined({ groups: names }),
      },
      issues,
    };
  }
}

/** Returns a digest in hex that is equal only for maps with the same content. */
export function digestOfIds({ ids, invalid }: Pick<ForeignIds, 'ids' | 'invalid'>): string {
  const hash = createHash('sha256');
  for (const [from, to] of ids) hash.update(`${from},${to}\n`);
  for (const from of invalid) hash.update(`${from},\n`);
  return hash.digest('hex');
}
