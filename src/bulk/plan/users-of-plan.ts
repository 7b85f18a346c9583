import { nameKey, nameKeysOf } from '../../rules/name-key.ts';
import type { ChangeId, UserId } from '../../values/ids.ts';
import type { Change, PlannedMember, UserTarget } from './change.ts';
import { findInSnapshot, type Snapshot } from './snapshot.ts';

/** The users as they are after the plan's changes of users. */
export class UsersOfPlan {
  private readonly snapshot: Snapshot;
  private readonly created = new Map<string, ChangeId>();
  /** Last change of the active state of a user, and the state after it. */
  private readonly states = new Map<string, { readonly change: ChangeId; readonly isActive: boolean }>();
  /** Changes that convert single-channel guests; the service probably refuses such guests in groups. */
  private readonly conversions = new Map<string, ChangeId>();

  constructor(snapshot: Snapshot, changes: readonly Change[]) {
    this.snapshot = snapshot;
    for (const change of changes) {
      if (change.kind === 'createUser') {
        for (const key of nameKeysOf(change.user)) this.created.set(key, change.id);
        this.states.set(change.id, { change: change.id, isActive: change.user.active !== false });
      } else if (change.kind === 'deactivateUser' || change.kind === 'reactivateUser') {
        if ('id' in change.target)
          this.states.set(change.target.id, {
            change: change.id,
            isActive: change.kind === 'reactivateUser',
          });
      } else if (change.kind === 'patchUser' && change.implies?.includes('endsSingleChannel') === true) {
        if ('id' in change.target) this.conversions.set(change.target.id, change.id);
      }
    }
  }

  find(identity: string): UserTarget | undefined {
    const user = findInSnapshot(this.snapshot, identity);
    return user === undefined ? this.findCreated(identity) : { id: user.id };
  }

  /** Returns the user that the plan creates with this name or address, even if another user has it now. */
  findCreated(identity: string): UserTarget | undefined {
    const createdBy = this.created.get(nameKey(identity));
    return createdBy === undefined ? undefined : { createdBy };
  }

  /** A deactivated user cannot join a group (SCIM §7). */
  mayJoin(user: UserTarget): boolean {
    const key = 'id' in user ? user.id : user.createdBy;
    return this.states.get(key)?.isActive ?? this.snapshot.users.get(key)?.values.active ?? true;
  }

  /** Returns whether a user is active after the plan; undefined if no change sets it. */
  stateAfter(user: UserId): boolean | undefined {
    return this.states.get(user)?.isActive;
  }

  /** Returns the changes that must have ended before these members can join. */
  conditionsOf(members: readonly PlannedMember[]): readonly ChangeId[] {
    return members.flatMap((member) => {
      if ('createdBy' in member) return [member.createdBy];
      return this.states.get(member.id)?.change ?? this.conversions.get(member.id) ?? [];
    });
  }
}
