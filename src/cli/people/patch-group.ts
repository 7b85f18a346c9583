import { Failure } from '../../failure/failure.ts';
import { changeMembers } from '../../scim/change-members.ts';
import type { Group } from '../../scim/group.ts';
import { groupPatchBody, leftOf } from '../../scim/group-patch.ts';
import { getGroup, sendGroupPatch } from '../../scim/groups.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import { MESSAGE_URIS } from '../../spec/scim-schemas.ts';
import type { JsonObject } from '../../spec/wire.ts';
import type { Context } from '../context.ts';
import { memberIds } from '../naming/member-names.ts';
import { withProgress } from '../options/group-options.ts';
import { sendingAll } from '../printing/show-withheld.ts';
import { readGroupFile } from './group-file.ts';
import { settledGroup } from './settled-writes.ts';

export interface GroupPatchSources {
  readonly name?: string | undefined;
  readonly add?: readonly string[] | undefined;
  readonly remove?: readonly string[] | undefined;
  readonly file?: string | undefined;
}

/** What shall change of a group: a name and members by user ID, or v2 operations as they were written. */
export type WantedGroupPatch =
  | { readonly displayName?: string; readonly add: readonly string[]; readonly remove: readonly string[] }
  | { readonly operations: JsonObject };

/**
 * Returns what flags or a file ask for.
 * @throws Failure `usage` when they ask for nothing, or both ask; `invalidInput` for a member whom nobody knows.
 */
export async function readGroupPatch(
  context: Context,
  scim: ScimClient,
  { name, add = [], remove = [], file }: GroupPatchSources,
): Promise<WantedGroupPatch> {
  const hasFlags = name !== undefined || add.length > 0 || remove.length > 0;
  if (file !== undefined && hasFlags) throw new Failure('usage', '--file stands alone');
  if (name?.trim() === '') throw new Failure('usage', 'a group has a name: --name cannot be blank');
  const both = add.find((user) => remove.includes(user));
  if (both !== undefined) throw new Failure('usage', `${both} cannot be added and removed at once`);
  if (file === undefined) {
    if (!hasFlags)
      throw new Failure('usage', 'nothing to change was given', {
        hint: '--name, --add, --remove or --file',
      });
    return {
      ...(name === undefined ? {} : { displayName: name }),
      add: await memberIds(scim, add.map(named)),
      remove: await memberIds(scim, remove.map(named)),
    };
  }
  const written = await readGroupFile(context, scim.dialect, file, 'patch');
  if ('operations' in written)
    return { operations: { ...written.operations, schemas: [MESSAGE_URIS.patchOp] } };
  return {
    ...(written.displayName === undefined ? {} : { displayName: written.displayName }),
    add: await memberIds(scim, written.members ?? []),
    remove: await memberIds(scim, written.removed),
  };
}

/** Sends what differs from what the group is now. @returns whether it was sent, and not shown by a dry run. */
export async function applyGroupPatch(
  context: Context,
  scim: ScimClient,
  group: Group,
  patch: WantedGroupPatch,
  batchSize: number,
): Promise<boolean> {
  const memberIds = group.members.map(({ id }) => id);
  const patchWith = (body: JsonObject) => async () => {
    await sendGroupPatch(scim, group.id, body);
    return getGroup(scim, group.id);
  };
  return sendingAll(context, async ({ unless }) => {
    if ('operations' in patch) {
      const send = patchWith(patch.operations);
      await unless(async () => void (await settledGroup(context, scim, group, undefined, send)));
      return;
    }
    const { displayName } = patch;
    if (displayName !== undefined && displayName !== group.displayName) {
      const send = patchWith(groupPatchBody({ displayName }, scim.dialect));
      const wanted = { displayName, memberIds };
      await unless(async () => void (await settledGroup(context, scim, group, wanted, send)));
    }
    const change = leftOf(patch, memberIds);
    const total = change.add.length + change.remove.length;
    if (total === 0) return;
    await withProgress(context, total, batchSize, (calls) =>
      changeMembers(scim, group, change, { ...calls, around: unless }),
    );
  });
}

function named(name: string): { name: string } {
  return { name };
}
