import { type CopiedPerson, personName } from '../compare/organization-copy.ts';
import { type Dropped, lineOf } from './drafted-users.ts';
import type { Reject } from './reject.ts';

/** What cannot be moved, with the reasons. */
export class Rejects {
  readonly all: Reject[] = [];
  private readonly people: readonly CopiedPerson[];
  private readonly dropped: Dropped;

  /**
   * @param people those of A
   * @param dropped the values that were given up before
   */
  constructor(people: readonly CopiedPerson[], dropped: Dropped) {
    this.people = people;
    this.dropped = dropped;
  }

  /** Whether a value of a person was given up before: a name of an attribute, or `row` for the person. */
  isDropped(position: number, name: string): boolean {
    return this.dropped.get(position)?.has(name) === true;
  }

  /** Notes that a value of a person, or the `row`, cannot be moved. */
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
