import { comparisonKey } from '../../values/comparison-key.ts';
import { type ChangeId, changeId } from '../../values/ids.ts';
import { asQuestion, suggest } from '../../values/suggest.ts';
import type { PlannedMember, ReportRow } from './change.ts';
import { findGroups, type GroupSnapshot, type SnapshotGroup } from './group-snapshot.ts';
import { groupInList } from './similar-groups.ts';
import type { MembershipOptions, WantedMembership } from './wanted-membership.ts';

/** The wanted state of one group. */
export interface WantedGroup {
  readonly id: ChangeId;
  readonly line: number;
  readonly name: string;
  /** Undefined if the group is created. */
  readonly existing: SnapshotGroup | undefined;
  readonly add: Map<string, PlannedMember>;
  readonly remove: Map<string, PlannedMember>;
  isMemberAdded: boolean;
  /** Whether a row wants the group to exist: one that adds a member, or one without a member. */
  isWanted: boolean;
}

/** Returns the group of a row, and records whether the row wants it to exist. */
export function groupOf(
  row: WantedMembership,
  byKey: Map<string, WantedGroup>,
  groups: GroupSnapshot,
  options: MembershipOptions,
  report: ReportRow,
): WantedGroup | undefined {
  const group = findOrAdd(row, byKey, groups, options, report);
  if (group === undefined) return undefined;
  if (row.member === undefined || row.action === 'add') group.isWanted = true;
  if (row.member !== undefined && row.action === 'add') group.isMemberAdded = true;
  return group;
}

function findOrAdd(
  { group: identity, line, mayCreate: isCreated }: WantedMembership,
  byKey: Map<string, WantedGroup>,
  groups: GroupSnapshot,
  { mayCreate }: MembershipOptions,
  report: ReportRow,
): WantedGroup | undefined {
  const found = findGroups(groups, identity);
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ');
    report(
      line,
      'groups_invalid',
      'group',
      `${found.length} groups are named "${identity}": ${ids}; use the ID of one`,
    );
    return undefined;
  }
  const [existing] = found;
  if (existing === undefined && !mayCreate && isCreated !== true) {
    const advice =
      groupInList(identity, groups) !== undefined
        ? 'separate groups with ;'
        : 'create it with --create-groups';
    const message = `${unknownGroup(identity, groups)}; ${advice}`;
    report(line, 'no_such_group', 'groups', message);
    return undefined;
  }
  const key = existing?.id ?? `name ${comparisonKey(identity)}`;
  const known = byKey.get(key);
  if (known !== undefined) return known;
  const group: WantedGroup = {
    id: changeId(`G${byKey.size + 1}`),
    line,
    name: existing?.displayName ?? identity,
    existing,
    add: new Map(),
    remove: new Map(),
    isMemberAdded: false,
    isWanted: false,
  };
  byKey.set(key, group);
  return group;
}

/** Says that no group has the name, with the most similar one. */
export function unknownGroup(name: string, snapshot: GroupSnapshot): string {
  if (groupInList(name, snapshot) !== undefined) return `no group is named "${name}"`;
  const names = [...snapshot.groups.values()].map(({ displayName }) => displayName);
  return `no group is named "${name}"${asQuestion(suggest(name, names))}`;
}
