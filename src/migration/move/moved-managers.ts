import { findInSnapshot } from '../../bulk/plan/snapshot.ts';
import type { UserAttributeName, UserValues } from '../../spec/user-attributes.ts';
import { createUserLookup } from '../compare/join-people.ts';
import { type UserRecord, valuesOf } from '../compare/organization-copy.ts';
import type { MoveInput } from './drafted-users.ts';
import type { Rejects } from './rejects.ts';

/** Values to set and attributes to clear in B. */
export interface WantedValues {
  readonly set: UserValues;
  readonly clear: UserAttributeName[];
}

/** Determines the manager in B of each moved user. */
export class MovedManagers {
  /** Positions of users whose manager only a later run can set. */
  readonly deferred = new Set<number>();
  private readonly input: MoveInput;
  private readonly created: ReadonlySet<number>;
  private readonly rejects: Rejects;
  private readonly findManager: (identity: string) => number | undefined;

  /** @param created positions of the users that the plan creates; it may be filled until the first call */
  constructor(input: MoveInput, created: ReadonlySet<number>, rejects: Rejects) {
    this.input = input;
    this.created = created;
    this.rejects = rejects;
    this.findManager = createUserLookup(input.joined.a);
  }

  /** Whether the manager of a user is a user of A. */
  isKnown({ manager }: UserRecord): boolean {
    return this.findManager(manager) !== undefined;
  }

  /** Adds a change of the manager if it differs. */
  addManagerChange(
    position: number,
    person: UserRecord,
    other: UserRecord,
    { set, clear }: WantedValues,
  ): void {
    if (!this.input.joined.attributes.includes('manager') || this.rejects.isDropped(position, 'manager'))
      return;
    if (person.manager === '') {
      if (other.manager !== '') clear.push('manager');
      return;
    }
    const manager = this.managerOf(position, person);
    if (manager !== undefined && manager !== other.manager) set.manager = manager;
  }

  /** Returns the manager in a form valid in B: the ID, or the address of a manager that the plan creates. */
  managerOf(position: number, { manager }: UserRecord): string | undefined {
    const { joined, snapshot } = this.input;
    if (manager === '' || this.rejects.isDropped(position, 'manager')) return undefined;
    const at = this.findManager(manager);
    const inB = at === undefined ? undefined : joined.b.people[joined.people.toB[at] ?? -1];
    if (inB !== undefined) return inB.id;
    const person = joined.a.people[at ?? -1];
    if (person === undefined || at === undefined) {
      this.rejects.add(position, 'manager', manager, 'unknown_user', `"${manager}" does not exist in A`);
      return undefined;
    }
    const { email = '' } = valuesOf(person);
    // If a user of B gives up this address in the same plan, the address would resolve to that user.
    if (this.created.has(at) && findInSnapshot(snapshot, email) === undefined) return email;
    this.deferred.add(position);
    return undefined;
  }
}
