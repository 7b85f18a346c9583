import { findInSnapshot } from '../../bulk/plan/snapshot.ts';
import type { UserAttributeName, UserValues } from '../../spec/user-attributes.ts';
import { personFinder } from '../compare/join-people.ts';
import { type CopiedPerson, valuesOf } from '../compare/organization-copy.ts';
import type { MoveInput } from './drafted-users.ts';
import type { Rejects } from './rejects.ts';

/** The values that a user of B has to get. */
export interface WantedValues {
  readonly set: UserValues;
  readonly clear: UserAttributeName[];
}

/** Says who the manager of a moved person is in B. */
export class MovedManagers {
  /** People whose manager can be set only by a later run. */
  readonly deferred = new Set<number>();
  private readonly input: MoveInput;
  private readonly created: ReadonlySet<number>;
  private readonly rejects: Rejects;
  private readonly findManager: (identity: string) => number | undefined;

  /** @param created the people of A that the plan creates; it may grow until the first question */
  constructor(input: MoveInput, created: ReadonlySet<number>, rejects: Rejects) {
    this.input = input;
    this.created = created;
    this.rejects = rejects;
    this.findManager = personFinder(input.joined.a);
  }

  /** Whether the manager of a person is one of the people of A. */
  isKnown({ manager }: CopiedPerson): boolean {
    return this.findManager(manager) !== undefined;
  }

  /** Notes that a user of B has to get another manager, or none. */
  want(position: number, person: CopiedPerson, other: CopiedPerson, { set, clear }: WantedValues): void {
    if (!this.input.joined.attributes.includes('manager') || this.rejects.isDropped(position, 'manager'))
      return;
    if (person.manager === '') {
      if (other.manager !== '') clear.push('manager');
      return;
    }
    const manager = this.managerOf(position, person);
    if (manager !== undefined && manager !== other.manager) set.manager = manager;
  }

  /**
   * Names the manager of a person as B can be told: by ID, or by the address with which the manager is
   * created.
   */
  managerOf(position: number, { manager }: CopiedPerson): string | undefined {
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
    // Somebody of B who gives the address up in the same plan would be taken for the manager.
    if (this.created.has(at) && findInSnapshot(snapshot, email) === undefined) return email;
    this.deferred.add(position);
    return undefined;
  }
}
