import { isOutputFormat } from '../output/view.ts';

/**
 * A flag of another tool: the words that stand for it, and its value where it has one. Undefined where it
 * means nothing here.
 */
export type Meaning = (value: string | undefined, command: MeantCommand) => readonly string[] | undefined;

/** What is known of the command behind which a flag stands. */
export interface MeantCommand {
  readonly path: readonly string[];
  /** What it takes without a flag, as its help calls it: `user`, `file`. Undefined where it takes nothing. */
  readonly operand: string | undefined;
  /** How many of them stand in front of the flag. */
  readonly operandsBefore: number;
  /** Words that stand in the line more than once. */
  readonly repeated: ReadonlySet<string>;
  /** Whether the next of them may be a list, such as `@FILE`. */
  readonly takesList: boolean;
  /** Every flag that it has. */
  readonly known: ReadonlySet<string>;
}

/** An output format. */
export const format = (value: string | undefined) => (isOutputFormat(value) ? ['-o', value] : undefined);

/** A number of rows. */
export const limit = (value: string | undefined) =>
  /^\d+$/.test(value ?? '') ? ['--limit', value ?? ''] : undefined;

/** Columns of a table. */
export const columns = (value: string | undefined) =>
  value === undefined ? undefined : ['--columns', value];

/** The words that sort a list: what has no value in the column is left out, where that may be. */
export const sorted: Meaning = (value = '', { path }) => {
  const [, minus = '', name = '', order = ''] = /^(-?)([A-Za-z]\w*)(?::(asc|desc))?$/.exec(value) ?? [];
  const command = path.join(' ');
  if (name === '' || TRUE_OR_FALSE.has(name) || !/list$|logs$|sessions$/.test(command)) return undefined;
  const list = ALWAYS_THERE.has(name) ? '@' : `[?${name}]`;
  const expression = `sort_by(${list}, &${name})`;
  return ['--query', minus === '-' || order === 'desc' ? `reverse(${expression})` : expression];
};
const ALWAYS_THERE: ReadonlySet<string> = new Set(['id', 'userName', 'displayName']);
const TRUE_OR_FALSE: ReadonlySet<string> = new Set(['active', 'guest']);

/** A part of what a file or a run would change, as Terraform names resources. */
export const target: Meaning = (value, command) => {
  if (value === undefined || /["'\\]/.test(value)) return undefined;
  if (isAt(command, 'bulk plan') || isAt(command, 'bulk apply')) return ['--where', `userName eq "${value}"`];
  return isAt(command, 'undo') ? ['--only', value] : undefined;
};

const operand: Meaning = (value, { operand: name }) =>
  value !== undefined && name !== undefined ? [value] : undefined;

/** A user or group by its name, where the command takes one; a command that takes a file takes no name. */
export const named: Meaning = (value, command) =>
  FILES.test(command.operand ?? '') ? undefined : operand(value, command);

/** A user: of an undo, the part of the run that is undone. */
export const person: Meaning = (value, command) =>
  isAt(command, 'undo') ? target(value, command) : named(value, command);

/** A file that the command reads: never a name, but a list of names where it takes one. */
export const file: Meaning = (value, command) =>
  NAMES.test(command.operand ?? '') ? listIn(value, command) : operand(value, command);
const listIn: Meaning = (value, { takesList }) => {
  if (!takesList || value === undefined) return undefined;
  if (value === '-') return ['-'];
  return value.startsWith('-') ? undefined : [`@${value}`];
};
const FILES = /^files?$/;
const NAMES = /^(?:user|group)s?$/;

/** The same value behind another flag. */
export const as =
  (flag: string): Meaning =>
  (value) =>
    value === undefined || value.startsWith('-') ? undefined : [flag, value];

/** A URL with a password is not repeated. */
export const url =
  (flag: string): Meaning =>
  (value) =>
    /^https?:\/\/[^@\s]+$/.test(value ?? '') ? [flag, value ?? ''] : undefined;

/** Whether the path of a command ends with these words. */
export const isAt = ({ path }: MeantCommand, words: string) => path.join(' ').endsWith(words);

/** Whether a command lists something. */
export const isList = (command: MeantCommand) => isAt(command, 'list');

/** Whether a command prints a log. */
export const isLogs = (command: MeantCommand) => isAt(command, 'logs');

/**
 * Names of members of the JSON, comma-separated, as `gh --json` takes them: behind everything that the
 * command takes itself.
 */
export const members: Meaning = (value, { operand: name, operandsBefore }) =>
  /^[A-Za-z][\w.]*(?:,[A-Za-z][\w.]*)*$/.test(value ?? '') && (name === undefined || operandsBefore > 0)
    ? ['-o', 'json', '--columns', value ?? '']
    : undefined;

/** A path of jq that JMESPath writes nearly alike; of anything else no translation is offered. */
export const jq: Meaning = (value = '') => {
  if (value === 'length') return ['--query', 'length(@)'];
  const path = value
    .replace(/\s*\|\s*(?=\.)/g, '')
    .replace(/\.\[/g, '[')
    .replace(/^\./, '');
  return /^(?:\[\d*\]|[A-Za-z_]\w*)(?:\[\d*\]|\.[A-Za-z_]\w*)*$/.test(path)
    ? ['--query', path, '-o', 'text']
    : undefined;
};

/** What people who list users choose by in other tools. */
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

/** The first of several meanings that fits. */
export const either =
  (...meanings: readonly Meaning[]): Meaning =>
  (value, command) => {
    for (const meaning of meanings) {
      const words = meaning(value, command);
      if (words !== undefined) return words;
    }
    return undefined;
  };

/** The shell that `completion` takes. */
export const ofCompletion: Meaning = (value, command) =>
  isAt(command, 'completion') ? operand(value, command) : undefined;

/**
 * The new userName if the command line already names the user or creates one; otherwise the user that the
 * command is about.
 */
export const userName: Meaning = (value, command) =>
  command.known.has('--user-name') && (command.operandsBefore > 0 || !NAMES.test(command.operand ?? ''))
    ? as('--user-name')(value, command)
    : person(value, command);

/** A group is created by its name, and renamed with a flag. */
export const groupName: Meaning = (value, command) => {
  if (value === undefined || value.startsWith('-')) return undefined;
  if (isAt(command, 'groups patch')) return ['--name', value];
  return isAt(command, 'groups create') && command.operandsBefore === 0 ? [value] : undefined;
};
