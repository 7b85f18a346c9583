/**
 * Possible values of a flag or an argument; if empty, nothing is offered. Plain JSON, because it is read from
 * a file.
 */
export interface Completed {
  readonly choices?: readonly string[] | undefined;
  /** Whether several choices can be given, comma-separated. */
  readonly isList?: boolean | undefined;
  /** Text after a choice, after which more is to be typed. */
  readonly endsWith?: string | undefined;
  /** Kind of rows (users or groups) whose columns start an expression. */
  readonly rows?: string | undefined;
  /** Kind of value that is looked up when Tab is pressed: a profile, run, user or group. */
  readonly known?: string | undefined;
  readonly hasFiles?: boolean | undefined;
  /** Whether the argument may be repeated. */
  readonly isVariadic?: boolean | undefined;
}

export interface CompletedFlag {
  /** As typed: `-o`, `--output`. */
  readonly names: readonly string[];
  readonly about: string;
  /** Absent for a flag without a value. */
  readonly value?: Completed | undefined;
  readonly isRepeatable?: boolean | undefined;
  /** Accepted, but not offered: an alias of another flag. */
  readonly isHidden?: boolean | undefined;
}

export interface CompletedCommand {
  readonly about: string;
  readonly commands?: Readonly<Record<string, CompletedCommand>> | undefined;
  readonly flags?: readonly CompletedFlag[] | undefined;
  readonly arguments?: readonly Completed[] | undefined;
  /** Only at the root: the columns that expressions over each kind of rows may use. */
  readonly rows?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Columns of the command's list. */
  readonly columns?: readonly string[] | undefined;
  /** Members of the command's JSON. */
  readonly members?: readonly string[] | undefined;
}
