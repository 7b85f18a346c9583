/**
 * What can stand behind a flag or as an argument; without anything, nothing is offered. Plain JSON, because
 * it is read from a file.
 */
export interface Completed {
  readonly choices?: readonly string[] | undefined;
  /** Several choices, by comma. */
  readonly isList?: boolean | undefined;
  /** Stands behind a choice, and more is to be typed. */
  readonly endsWith?: string | undefined;
  /** Columns of users or of groups, and more of an expression is to be typed. */
  readonly rows?: string | undefined;
  /** Known only when Tab is pressed: a profile, run, user or group. */
  readonly known?: string | undefined;
  readonly hasFiles?: boolean | undefined;
  /** An argument that may be repeated. */
  readonly isVariadic?: boolean | undefined;
}

export interface CompletedFlag {
  /** As typed: `-o`, `--output`. */
  readonly names: readonly string[];
  readonly about: string;
  /** Absent for a flag that takes no value. */
  readonly value?: Completed | undefined;
  readonly isRepeatable?: boolean | undefined;
  /** Understood, but not offered: another name of a flag that is. */
  readonly isHidden?: boolean | undefined;
}

export interface CompletedCommand {
  readonly about: string;
  readonly commands?: Readonly<Record<string, CompletedCommand>> | undefined;
  readonly flags?: readonly CompletedFlag[] | undefined;
  readonly arguments?: readonly Completed[] | undefined;
  /** Of the program itself: the columns by which rows of each kind are chosen. */
  readonly rows?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Columns of what it lists. */
  readonly columns?: readonly string[] | undefined;
  /** Members of its JSON. */
  readonly members?: readonly string[] | undefined;
}
