import { isOutputFormat } from '../output/view.ts';

/**
 * Translates a flag of another tool, with its value if any, into words of orgctl. Undefined if the flag has
 * no meaning for the command.
 */
export type Meaning = (value: string | undefined, command: TypedCommand) => readonly string[] | undefined;

/** What is known about the command to which a flag was given. */
export interface TypedCommand {
  readonly path: readonly string[];
  /** Its first argument as help names it: `user`, `file`. Undefined if it has no arguments. */
  readonly operand: string | undefined;
  /** The number of arguments before the flag. */
  readonly operandsBefore: number;
  /** Whether the command takes no argument after those. */
  readonly isFull: boolean;
  /** Words that occur more than once in the command line. */
  readonly repeated: ReadonlySet<string>;
  /** The words of the command line before a `=`: flags without their values. */
  readonly typed: ReadonlySet<string>;
  /** Whether the next argument may be a list, such as `@FILE`. */
  readonly takesList: boolean;
  /** Every flag of the command. */
  readonly known: ReadonlySet<string>;
}

/** An output format. */
export const format = (value: string | undefined) => (isOutputFormat(value) ? ['-o', value] : undefined);

/** A maximum number of rows. */
export const limit = (value: string | undefined) =>
  /^\d+$/.test(value ?? '') ? ['--limit', value ?? ''] : undefined;

/** Columns of a table. */
export const columns = (value: string | undefined) =>
  value === undefined ? undefined : ['--columns', value];

/**
 * Sorts a list; rows without a value come first. Of users and groups, only the name and the column are
 * printed: their JSON is nested.
 */
export const sorted: Meaning = (value = '', { path, typed }) => {
  if (typed.has('--columns') || typed.has('--query')) return undefined;
  const [, minus = '', name = '', order = ''] = /^(-?)([A-Za-z]\w*)(?::(asc|desc))?$/.exec(value) ?? [];
  const command = path.join(' ');
  if (name === '' || NOT_SORTABLE.has(name) || !/list$|logs$|sessions$/.test(command)) return undefined;
  const key = /users list$/.test(command) ? 'userName' : /groups list$/.test(command) ? 'displayName' : name;
  const list = key === name ? '@' : `[].{${key}: ${key}, ${name}: ${name}}`;
  const expression = `sort_by(${list}, &${ALWAYS_THERE.has(name) ? name : `${name} || \`""\``})`;
  return ['--query', minus === '-' || order === 'desc' ? `reverse(${expression})` : expression];
};
const ALWAYS_THERE: ReadonlySet<string> = new Set(['id', 'userName', 'displayName']);
/** Columns whose JSON is true or false, or a list: `sort_by` takes texts and numbers. */
const NOT_SORTABLE: ReadonlySet<string> = new Set(['active', 'guest', 'groups', 'members']);

/** Part of the changes of a file or run, as Terraform's -target selects resources. */
export const target: Meaning = (value, command) => {
  if (value === undefined || /["'\\]/.test(value)) return undefined;
  if (isAt(command, 'bulk plan') || isAt(command, 'bulk apply')) return ['--where', `userName eq "${value}"`];
  return isAt(command, 'undo') ? ['--only', value] : undefined;
};

const operand: Meaning = (value, { operand: name, isFull }) =>
  value !== undefined && name !== undefined && !isFull ? [value] : undefined;

/** The name of a user or group, unless the command takes files. */
export const named: Meaning = (value, command) =>
  FILES.test(command.operand ?? '') ? undefined : operand(value, command);

/** A user; for undo, the part of the run to undo. */
export const person: Meaning = (value, command) =>
  isAt(command, 'undo') ? target(value, command) : named(value, command);

/** A file to read; for a command that takes users or groups, a list of names. */
export const file: Meaning = (value, command) =>
  NAMES.test(command.operand ?? '') ? listIn(value, command) : operand(value, command);
const listIn: Meaning = (value, { takesList }) => {
  if (!takesList || value === undefined) return undefined;
  if (value === '-') return ['-'];
  return value.startsWith('-') ? undefined : [`@${value}`];
};
const FILES = /^files?$/;
const NAMES = /^(?:user|group)s?$/;

/** The same value with another flag. */
export const as =
  (flag: string): Meaning =>
  (value) =>
    value === undefined || value.startsWith('-') ? undefined : [flag, value];

/** A URL for the given flag; a URL with a password is not repeated. */
export const url =
  (flag: string): Meaning =>
  (value) =>
    /^https?:\/\/[^@\s]+$/.test(value ?? '') ? [flag, value ?? ''] : undefined;

/** Whether the path of a command ends with these words. */
export const isAt = ({ path }: TypedCommand, words: string) => path.join(' ').endsWith(words);

/** Whether a command lists something. */
export const isList = (command: TypedCommand) => isAt(command, 'list');

/** Whether a command prints a log. */
export const isLogs = (command: TypedCommand) => isAt(command, 'logs');

/**
 * Comma-separated member names of the JSON, as in `gh --json`. Only after the arguments of the command, which
 * could be mistaken for names. A query selects members itself.
 */
export const members: Meaning = (value, { operand: name, operandsBefore, typed }) =>
  /^[A-Za-z][\w.]*(?:,[A-Za-z][\w.]*)*$/.test(value ?? '') && (name === undefined || operandsBefore > 0)
    ? ['-o', 'json', ...(hasQuery(typed) ? [] : ['--columns', value ?? ''])]
    : undefined;
const hasQuery = (typed: ReadonlySet<string>) => typed.has('--query') || typed.has('--jq');

/** A jq path that is nearly the same in JMESPath; other jq expressions are not translated. */
export const jq: Meaning = (value = '', { typed }) => {
  if (typed.has('--columns')) return undefined;
  if (value === 'length') return ['--query', 'length(@)'];
  const path = value
    .replace(/\s*\|\s*(?=\.)/g, '')
    .replace(/\.\[/g, '[')
    .replace(/^\./, '');
  return /^(?:\[\d*\]|[A-Za-z_]\w*)(?:\[\d*\]|\.[A-Za-z_]\w*)*$/.test(path)
    ? ['--query', path, '-o', 'text']
    : undefined;
};

/** A filter of `users list` that other tools have as a flag of its own. */
export const chosenBy =
  (column: string): Meaning =>
  (value, command) =>
    value !== undefined && !/["'\\]/.test(value) && isAt(command, 'users list')
      ? ['--where', `${column} eq "${value}"`]
      : undefined;

/** A part of the displayName. */
export const containing: Meaning = (value, command) =>
  value !== undefined &&
  !/["'\\]/.test(value) &&
  (isAt(command, 'users list') || isAt(command, 'groups list'))
    ? ['--where', `displayName co "${value}"`]
    : undefined;

/** The first meaning that applies. */
export const either =
  (...meanings: readonly Meaning[]): Meaning =>
  (value, command) => {
    for (const meaning of meanings) {
      const words = meaning(value, command);
      if (words !== undefined) return words;
    }
    return undefined;
  };

/** The shell for `completion`. */
export const ofCompletion: Meaning = (value, command) =>
  isAt(command, 'completion') ? operand(value, command) : undefined;

/**
 * The new userName if the command line already names the user or creates one; otherwise the user to act on.
 */
export const userName: Meaning = (value, command) =>
  command.known.has('--user-name') && (command.operandsBefore > 0 || !NAMES.test(command.operand ?? ''))
    ? as('--user-name')(value, command)
    : person(value, command);

/** A group name: an argument of `groups create`, a flag of `groups patch`. */
export const groupName: Meaning = (value, command) => {
  if (value === undefined || value.startsWith('-')) return undefined;
  if (isAt(command, 'groups patch')) return ['--name', value];
  return isAt(command, 'groups create') && command.operandsBefore === 0 ? [value] : undefined;
};
