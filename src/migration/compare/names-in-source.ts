import type { UserValues } from '../../spec/user-attributes.ts';
import { defined } from '../../values/defined.ts';
import type { UserId } from '../../values/ids.ts';
import { copyOf, type UserDraft, userRecord } from './copy-builder.ts';
import { createUserLookup } from './join-people.ts';
import type { UserRecord } from './organization-copy.ts';

/** Returns a function that finds the ID of a user by ID, address or userName. */
export function createIdLookup(people: readonly UserRecord[]): (name: string) => UserId | undefined {
  const find = createUserLookup(copyOf('', people, undefined));
  return (name) => people[find(name) ?? -1]?.id;
}

/**
 * The users of a source by the names that they have in it. It names managers and members by these, whatever
 * the users are called in the other organization.
 */
export class NamesInSource {
  private readonly people: UserRecord[] = [];
  private readonly managers: string[] = [];

  /** Adds the next user, with its values before they are translated. */
  add(id: string, { userName, email, manager = '' }: UserValues): void {
    this.people.push(userRecord(id, defined({ userName, email }), {}));
    this.managers.push(manager);
  }

  /**
   * Replaces each manager that is a user by its ID. @param people the added users, in the same order
   * @returns a function that finds the ID of a user by its name in the source
   */
  settle(people: readonly UserDraft[]): (name: string) => UserId | undefined {
    const idOf = createIdLookup(this.people);
    for (const [index, person] of people.entries())
      person.manager = idOf(this.managers[index] ?? '') ?? person.manager;
    return idOf;
  }
}
