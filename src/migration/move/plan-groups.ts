import type { Change, ReportRow } from '../../bulk/plan/change.ts';
import { NO_LINE } from '../../bulk/plan/change-lines.ts';
import type { GroupSnapshot } from '../../bulk/plan/group-snapshot.ts';
import { planMemberships } from '../../bulk/plan/plan-memberships.ts';
import { findInSnapshot } from '../../bulk/plan/snapshot.ts';
import { UsersOfPlan } from '../../bulk/plan/users-of-plan.ts';
import type { WantedMembership } from '../../bulk/plan/wanted-membership.ts';
import { comparisonKey } from '../../values/comparison-key.ts';
import { changeId } from '../../values/ids.ts';
import { explainAmbiguousGroups } from '../compare/describe-candidates.ts';
import { type CopiedGroup, personName, valuesOf } from '../compare/organization-copy.ts';
import { lineOf, type MoveInput } from './drafted-users.ts';
import type { MovedUsers } from './plan-users.ts';
import type { Reject } from './reject.ts';

export interface MovedGroups {
  readonly changes: readonly Change[];
  readonly rejects: readonly Reject[];
  /** Positions of users that a later plan adds as members, once they exist. */
  readonly deferred: ReadonlySet<number>;
  /** Members of moved groups that are not among the users of A, and therefore not moved. */
  readonly strangers: readonly Stranger[];
}

/** A member of a group that is not among the users of the organization. */
export interface Stranger {
  readonly group: string;
  /** As in the group: an ID, or in a file an address or a userName. */
  readonly member: string;
}

/**
 * Plans the changes that make the groups of B equal to those of A: missing groups, names, and memberships of
 * the moved users. Groups and members that only B has stay unless `prune` is set. Pure.
 */
export function planMovedGroups(
  input: MoveInput,
  groups: GroupSnapshot,
  users: MovedUsers,
  prune: boolean,
): MovedGroups {
  return new GroupMoves(input, groups, users, prune).plan();
}

class GroupMoves {
  private readonly input: MoveInput;
  private readonly groups: GroupSnapshot;
  private readonly users: MovedUsers;
  private readonly after: UsersOfPlan;
  private readonly prune: boolean;
  private readonly rejects: Reject[] = [];
  private readonly wanted: WantedMembership[] = [];
  /** Positions of the groups of B by name, and the names that the plan gives to groups. */
  private readonly ownersInB = new Map<string, readonly number[]>();
  private readonly newNames = new Set<string>();
  private readonly deferred = new Set<number>();
  private readonly strangers: Stranger[] = [];

  constructor(input: MoveInput, groups: GroupSnapshot, users: MovedUsers, prune: boolean) {
    this.input = input;
    this.groups = groups;
    this.users = users;
    this.prune = prune;
    this.after = new UsersOfPlan(input.snapshot, users.changes);
    for (const [position, { displayName }] of input.joined.b.groups.entries()) {
      const name = comparisonKey(displayName);
      this.ownersInB.set(name, [...(this.ownersInB.get(name) ?? []), position]);
    }
  }

  plan(): MovedGroups {
    const { a, b, groups: joinedGroups } = this.input.joined;
    const own: Change[] = [];
    const whyUnclear = explainAmbiguousGroups(this.input.joined);
    for (const [index, group] of a.groups.entries()) {
      if (!this.isMoved(group)) continue;
      for (const member of group.strangers) this.strangers.push({ group: group.displayName, member });
      const other = b.groups[joinedGroups.toB[index] ?? -1];
      if (other !== undefined) {
        if (other.displayName !== group.displayName && this.claimName(group, other))
          own.push(renaming(index, group, other));
        this.addWantedMembers(group, other.id, other);
      } else if (joinedGroups.isUnclearInA[index] === 1)
        this.reject(group, 'row', 'ambiguous', `${whyUnclear(index)}; add the pair to the --map file`);
      else this.addWantedGroup(group);
    }
    if (this.prune) for (const deletion of this.deletions()) own.push(deletion);
    const report: ReportRow = (line, code, path, message) =>
      void this.rejects.push({ line, name: '', id: '', code, attribute: path, value: '', message });
    const { snapshot } = this.input;
    const options = { isExact: false, mayCreate: true, userChanges: this.users.changes };
    const { changes } = planMemberships(this.wanted, snapshot, this.groups, options, report);
    const { rejects, deferred, strangers } = this;
    return { changes: [...own, ...changes], rejects, deferred, strangers };
  }

  /** Whether a group is moved, which depends on the users that are. */
  private isMoved({ members }: CopiedGroup): boolean {
    const { isMeant, waiting, movedGroups = 'all' } = this.input;
    if (movedGroups === 'all') return true;
    if (members.length === 0) return movedGroups === 'of members and empty';
    return members.some((position) => isMeant(position) || waiting?.members.has(position) === true);
  }

  private reject(
    { id, displayName: name }: CopiedGroup,
    attribute: string,
    code: string,
    message: string,
  ): void {
    this.rejects.push({ line: NO_LINE, name, id, code, attribute, value: '', message });
  }

  private addWantedGroup(group: CopiedGroup): void {
    if (!this.claimName(group)) return;
    const { displayName } = group;
    this.wanted.push({ line: NO_LINE, group: displayName, member: undefined, action: 'add' });
    this.addWantedMembers(group, displayName, undefined);
  }

  /**
   * Claims the name of a group of A in B; rejects the group if it has none, or if another group of B has or
   * gets the name: members of two groups would meet in one, with the rights of both.
   * @param own the group of B that gets the name; absent if one is created
   */
  private claimName(group: CopiedGroup, own?: CopiedGroup): boolean {
    const name = comparisonKey(group.displayName);
    const why = this.nameConflictReason(name, own);
    if (why === undefined) this.newNames.add(name);
    else this.reject(group, own === undefined ? 'row' : 'displayName', 'groups_invalid', why);
    return why === undefined;
  }

  private nameConflictReason(name: string, own: CopiedGroup | undefined): string | undefined {
    if (name === '') return 'it has no name';
    if (this.newNames.has(name)) return 'another group of A has this name in another letter case';
    const { b } = this.input.joined;
    // A group that is created would be found by its name; one that is renamed may take the name of another
    // that the plan renames.
    const owner = this.ownersInB.get(name)?.find((position) => {
      const other = b.groups[position];
      return own === undefined || (other !== own && !this.isRenamed(position, name));
    });
    if (owner === undefined) return undefined;
    return `another group of B has this name (${b.groups[owner]?.id}); rename one of them`;
  }

  /** Whether the plan gives a group of B another name than this one. */
  private isRenamed(position: number, name: string): boolean {
    const { a, groups } = this.input.joined;
    const counterpart = a.groups[groups.toA[position] ?? -1];
    return (
      counterpart !== undefined &&
      this.isMoved(counterpart) &&
      comparisonKey(counterpart.displayName) !== name
    );
  }

  private addWantedMembers(group: CopiedGroup, name: string, other: CopiedGroup | undefined): void {
    const { joined, isMeant, waiting } = this.input;
    const { people } = joined;
    const shouldJoin = (position: number) => isMeant(position) || waiting?.members.has(position) === true;
    const inB = new Set(other?.members);
    const counterparts = new Set<number>();
    for (const position of group.members) {
      const counterpart = people.toB[position] ?? -1;
      counterparts.add(counterpart);
      if (shouldJoin(position) && !inB.has(counterpart))
        this.addWantedMember(group, name, position, counterpart);
    }
    for (const position of other?.members ?? []) {
      const one = people.toA[position] ?? -1;
      const person = joined.b.people[position];
      if (counterparts.has(position) || person === undefined) continue;
      if (one === -1 ? this.prune && people.isUnclearInB[position] === 0 : isMeant(one))
        this.wanted.push({
          line: one === -1 ? NO_LINE : lineOf(one),
          group: name,
          member: person.id,
          action: 'remove',
        });
    }
  }

  private addWantedMember(group: CopiedGroup, name: string, position: number, counterpart: number): void {
    const { joined, snapshot } = this.input;
    const person = joined.a.people[position];
    if (person === undefined) return;
    const { email = '' } = valuesOf(person);
    const isNew = counterpart === -1;
    if (isNew && !this.users.created.has(position)) return;
    // If a user of B gives up this address in the same plan, the address would resolve to that user.
    if (isNew && findInSnapshot(snapshot, email) !== undefined) {
      this.deferred.add(position);
      return;
    }
    const member = isNew ? email : (joined.b.people[counterpart]?.id ?? '');
    const target = this.after.find(member);
    if (target === undefined) return;
    if (this.after.mayJoin(target)) {
      this.wanted.push({ line: lineOf(position), group: name, member, action: 'add' });
      return;
    }
    this.rejects.push({
      line: lineOf(position),
      name: personName(person),
      id: person.id,
      code: 'unable_to_add_deleted_or_guest_to_group',
      attribute: 'members',
      value: group.displayName,
      message: 'a deactivated user cannot join a group',
    });
  }

  private deletions(): readonly Change[] {
    const { b, groups } = this.input.joined;
    return b.groups.flatMap(({ id, displayName: name }, index): Change[] => {
      if (groups.toA[index] !== -1 || groups.isUnclearInB[index] !== 0) return [];
      const members = [...(this.groups.groups.get(id)?.members ?? [])];
      return [
        {
          id: changeId(`D${index + 1}`),
          line: NO_LINE,
          after: [],
          name,
          kind: 'deleteGroup',
          target: { id },
          members,
        },
      ];
    });
  }
}

function renaming(
  index: number,
  { displayName }: CopiedGroup,
  { id, displayName: formerName }: CopiedGroup,
): Change {
  const base = { id: changeId(`N${index + 1}`), line: NO_LINE, after: [], name: formerName };
  return { ...base, kind: 'renameGroup', target: { id }, formerName, displayName };
}
