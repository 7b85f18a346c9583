import type { Failure } from '../../failure/failure.ts';
import type { Place } from '../../failure/issue.ts';

/** A cell or member of a list that identifies a user, with its heading or name. */
export interface ListedKey {
  readonly heading: string;
  readonly value: string;
  /** Whether it is an employee number, which no user can be looked up by. */
  readonly isNumber: boolean;
}

/** A date of leaving in a row of a list, with its heading or name. */
export interface ListedLastDay {
  readonly heading: string;
  readonly value: string;
}

/** A user or group in a list, and its position. */
export interface ListedName {
  readonly name: string;
  readonly at: Place;
  /** Whether the name is an employee number. */
  readonly isNumber?: true;
  /** Whether the name is in a column of display names of groups. */
  readonly isDisplayName?: true;
  /** Why the number names no single user; only for a command that reports each such name. */
  readonly failure?: Failure;
  /** The group in the same row of a group file. */
  readonly group?: string;
  /** All cells or members that identify the user of the row. */
  readonly keys?: readonly ListedKey[];
  /** The last day of the user, which the command does not read. */
  readonly lastDay?: ListedLastDay;
}
