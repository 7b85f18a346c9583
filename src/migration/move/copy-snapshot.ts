import type { GroupSnapshot } from '../../bulk/plan/group-snapshot.ts';
import type { Snapshot } from '../../bulk/plan/snapshot.ts';
import { type CopyOptions, copyOf, userRecord } from '../compare/copy-builder.ts';
import type { OrganizationCopy } from '../compare/organization-copy.ts';

/** Returns the copy, for comparing, of an organization that was read in order to change it. */
export function copySnapshot(
  snapshot: Snapshot,
  groups: GroupSnapshot,
  options: CopyOptions,
): OrganizationCopy {
  const people = [...snapshot.users.values()].map(({ id, values }) =>
    userRecord(id, values, options, values.guest === undefined),
  );
  const named = [...groups.groups.values()].map(({ id, displayName, members }) => ({
    id,
    displayName,
    members: [...members],
  }));
  return copyOf(options.name, people, named);
}
