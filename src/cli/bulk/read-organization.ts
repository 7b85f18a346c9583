import type { GroupSnapshot } from '../../bulk/plan/group-snapshot.ts';
import { type OnRead, type Snapshot, takeGroupSnapshot, takeSnapshot } from '../../bulk/plan/snapshot.ts';
import type { Context } from '../context.ts';

/**
 * Reads all users of the organization, with progress.
 * @param isSettled see ResourceQuery
 */
export async function readSnapshot(context: Context, isSettled = false): Promise<Snapshot> {
  const { scim } = await context.connection();
  return withProgress(context, 'users', (onRead) => takeSnapshot(scim, onRead, isSettled));
}

/** Reads all groups with their members, with progress. */
export async function readGroups(context: Context, isSettled = false): Promise<GroupSnapshot> {
  const { scim } = await context.connection();
  return withProgress(context, 'groups', (onRead) => takeGroupSnapshot(scim, onRead, isSettled));
}

function withProgress<T>(
  { messages }: Context,
  what: string,
  read: (onRead: OnRead) => Promise<T>,
): Promise<T> {
  const progress = messages.progress();
  return read((count, total) => {
    progress.update(`reading ${what}: ${count}${total === undefined ? '' : ` of ${total}`}`);
  }).finally(() => progress.stop());
}
