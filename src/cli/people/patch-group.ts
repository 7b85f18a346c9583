import type { Change } from '../../bulk/plan/change.ts';
import {
  type MemberName,
  planExactMembers,
  planMembers,
  planRenaming,
  planWrittenGroupPatch,
} from '../../bulk/single/plan-group-writes.ts';
import { Failure } from '../../failure/failure.ts';
import { isJsonObject, objectsIn } from '../../rules/json-value.ts';
import type { Group } from '../../scim/group.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import { MESSAGE_URIS } from '../../spec/scim-schemas.ts';
import { inputName } from '../../terminal/read-input.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import { readMemberNames } from '../identity/member-names.ts';
import { membersNamed } from '../writes/members-named.ts';
import { readGroupFile } from './group-file.ts';

export interface GroupPatchSources {
  readonly name?: string | undefined;
  readonly add?: readonly string[] | undefined;
  readonly remove?: readonly string[] | undefined;
  readonly file?: string | undefined;
}

/** A patch of a group: a name and members by user ID, or v2 operations as written in a file. */
export type WantedGroupPatch =
  | {
      readonly displayName?: string;
      readonly add: readonly MemberName[];
      readonly remove: readonly MemberName[];
      /** Whether all members who are not added are removed. */
      readonly isCleared?: boolean;
    }
  | { readonly operations: JsonObject };

/**
 * Returns the patch given by flags or a file.
 * @throws Failure `usage` if there is nothing to change, or if flags and a file are combined; `invalidInput`
 * for a list of members without rows; `refused` for a member who does not exist
 */
export async function readGroupPatch(
  context: Context,
  scim: ScimClient,
  { name, add: added = [], remove: removed = [], file }: GroupPatchSources,
): Promise<WantedGroupPatch> {
  const hasFlags = name !== undefined || added.length > 0 || removed.length > 0;
  if (file !== undefined && hasFlags)
    throw new Failure('usage', '--file cannot be combined with other flags');
  if (name?.trim() === '') throw new Failure('usage', 'a group must have a name: --name cannot be blank');
  const add = await readMemberNames(context, added, undefined);
  const remove = await readMemberNames(context, removed, undefined);
  if (file === undefined) {
    if (!hasFlags)
      throw new Failure('usage', 'no changes given', {
        hint: '--name, --add, --remove or --file',
      });
    const members = {
      add: await membersNamed(scim, add, true),
      remove: await membersNamed(scim, remove, false),
    };
    refuseOnBothSides(members);
    return { ...defined({ displayName: name }), ...members };
  }
  const written = await readGroupFile(context, scim.dialect, file, 'patch');
  if ('operations' in written)
    return { operations: { ...written.operations, schemas: [MESSAGE_URIS.patchOp] } };
  const members = {
    add: await membersNamed(scim, written.members ?? [], true),
    remove: await membersNamed(scim, written.removed, false),
  };
  refuseOnBothSides(members, file);
  return { ...defined({ displayName: written.displayName }), ...members, isCleared: written.isCleared };
}

/**
 * Refuses a user who is added under one name and removed under another.
 * @throws Failure `usage`, or `invalidInput` for a file
 */
function refuseOnBothSides(
  { add, remove }: Readonly<Record<'add' | 'remove', readonly MemberName[]>>,
  file?: string,
): void {
  const leaving = new Map(remove.map(({ id, name }) => [id, name]));
  for (const { id, name } of add) {
    const other = leaving.get(id);
    if (other === undefined) continue;
    const who = other === name ? name : `${name} (${other})`;
    const message = `${who} cannot be added and removed at once; nothing was sent`;
    throw file === undefined
      ? new Failure('usage', message)
      : new Failure('invalidInput', `${inputName(file)}: ${message}`);
  }
}

/** Returns the new name of the group in a patch; undefined if it has none. */
export function nameIn(patch: WantedGroupPatch): string | undefined {
  if (!('operations' in patch)) return patch.displayName;
  const { Operations: operations } = patch.operations;
  for (const { op, path, value } of objectsIn(operations)) {
    if (typeof op === 'string' && op.toLowerCase() === 'remove') continue;
    if (typeof path === 'string' && /(?:^|:)displayname$/i.test(path)) return String(value);
    const named = isJsonObject(value) && path === undefined ? value : {};
    const name = Object.entries(named).find(([member]) => member.toLowerCase() === 'displayname');
    if (name !== undefined) return String(name[1]);
  }
  return undefined;
}

/** Returns the changes that apply a patch to a group. */
export function planGroupPatch(group: Group, patch: WantedGroupPatch, batchSize: number): readonly Change[] {
  if ('operations' in patch) return planWrittenGroupPatch(group, patch.operations);
  const { displayName = group.displayName } = patch;
  const renaming = planRenaming(group, displayName);
  if (patch.isCleared === true) return [...renaming, ...planExactMembers(group, patch.add, batchSize)];
  return [...renaming, ...planMembers(group, patch, batchSize)];
}
