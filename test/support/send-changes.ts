import type { Change } from '../../src/bulk/plan/change.ts';
import { sendChange } from '../../src/bulk/run/send-change.ts';
import type { ScimClient } from '../../src/scim/scim-client.ts';
import { type UserId, userId } from '../../src/values/ids.ts';

/**
 * Sends changes one after the other like a run, without waiting. @throws the error of the first change that
 * fails
 */
export async function sendChanges(scim: ScimClient, changes: readonly Change[]): Promise<void> {
  const ids = new Map<string, string>();
  for (const change of changes) {
    const outcome = await sendChange(change, {
      scim,
      serverNow: Date.now,
      sleep: async () => {},
      readSecrets: () => ({}),
      createdId: (id) => ids.get(id) ?? '',
    });
    if (outcome.state === 'failed') throw new Error(`${change.name}: ${outcome.code}`);
    ids.set(change.id, outcome.id);
  }
}

/** Refers to members by their IDs. */
export function membersById(
  ids: readonly string[],
): readonly { readonly id: UserId; readonly name: string }[] {
  return ids.map((id) => ({ id: userId(id), name: id }));
}
