import { personName, type UserRecord } from '../compare/organization-copy.ts';
import { type Dropped, lineOf } from './drafted-users.ts';
import type { Reject } from './reject.ts';

/** Collects what cannot be moved, with the reasons. */
export class Rejects {
  readonly all: Reject[] = [];
  private readonly people: readonly UserRecord[];
  private readonly dropped: Dropped;

  /**
   * @param people the users of A
   * @param dropped values left out by an earlier pass
   */
  constructor(people: readonly UserRecord[], dropped: Dropped) {
    this.people = people;
    this.dropped = dropped;
  }

  /** Whether an earlier pass left out an attribute of a user, or with `row` the whole user. */
  isDropped(position: number, name: string): boolean {
    return this.dropped.get(position)?.has(name) === true;
  }

  /** Adds an attribute of a user, or with `row` the whole user, to the rejects. */
  add(position: number, attribute: string, value: string, code: string, message: string): void {
    const person = this.people[position];
    if (person === undefined) return;
    const { id } = person;
    this.all.push({
      line: lineOf(position),
      name: personName(person),
      id,
      code,
      attribute,
      value,
      message,
    });
  }
}
