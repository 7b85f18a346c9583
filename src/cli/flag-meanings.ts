import { isOutputFormat } from '../output/view.ts';

/** A flag of another tool: the words that stand for it, and its value where it has one. Undefined where it means nothing here. */
type Meaning = (value: string | undefined, command: MeantCommand) => readonly string[] | undefined;

/** What is known of the command behind which a flag stands. */
export interface MeantCommand {
  readonly path: readonly string[];
  /** What it takes without a flag, as its help calls it: `user`, `file`. Undefined where it takes nothing. */
  readonly operand: string | undefined;
  /** How many of them stand in front of the flag. */
  readonly operandsBefore: number;
  /** Every flag that it has. */
  readonly known: ReadonlySet<string>;
}

const format = (value: string | undefined) => (isOutputFormat(value) ? ['-o', value] : undefined);
const limit = (value: string | undefined) =>
  /^\d+$/.test(value ?? '') ? ['--limit', value ?? ''] : undefined;
const columns = (value: string | undefined) => (value === undefined ? undefined : ['--columns', value]);
/** The words that sort a list: what has no value in the column is left out, where that may be. */
const sorted: Meaning = (value = '', { path }) => {
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
const target: Meaning = (value, command) => {
  if (value === undefined || /["'\\]/.test(value)) return undefined;
  if (isAt(command, 'bulk plan') || isAt(command, 'bulk apply')) return ['--where', `userName eq "${value}"`];
  return isAt(command, 'undo') ? ['--only', value] : undefined;
};
const operand: Meaning = (value, { operand: name }) =>
  value !== undefined && name !== undefined ? [value] : undefined;
/** Somebody or something by a name: never the name of a file. */
const named: Meaning = (value, command) =>
  FILES.test(command.operand ?? '') ? undefined : operand(value, command);
const file: Meaning = (value, command) =>
  NAMES.test(command.operand ?? '') ? undefined : operand(value, command);
const FILES = /^files?$/;
const NAMES = /^(?:user|group)s?$/;
const as =
  (flag: string): Meaning =>
  (value) =>
    value === undefined || value.startsWith('-') ? undefined : [flag, value];
/** A URL with a password is not repeated. */
const url =
  (flag: string): Meaning =>
  (value) =>
    /^https?:\/\/[^@\s]+$/.test(value ?? '') ? [flag, value ?? ''] : undefined;
const isAt = ({ path }: MeantCommand, words: string) => path.join(' ').endsWith(words);
const isList = (command: MeantCommand) => isAt(command, 'list');
const isLogs = (command: MeantCommand) => isAt(command, 'logs');

/** Names of members of the JSON, comma-separated, as `gh --json` takes them: behind everything that the command takes itself. */
const members: Meaning = (value, { operand: name, operandsBefore }) =>
  /^[A-Za-z][\w.]*(?:,[A-Za-z][\w.]*)*$/.test(value ?? '') && (name === undefined || operandsBefore > 0)
    ? ['-o', 'json', '--columns', value ?? '']
    : undefined;

/** A path of jq that JMESPath writes nearly alike; of anything else no translation is offered. */
const jq: Meaning = (value = '') => {
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
const chosenBy =
  (column: string): Meaning =>
  (value, command) =>
    value !== undefined && !/["'\\]/.test(value) && isAt(command, 'users list')
      ? ['--where', `${column} eq "${value}"`]
      : undefined;

const containing: Meaning = (value, command) =>
  value !== undefined &&
  !/["'\\]/.test(value) &&
  (isAt(command, 'users list') || isAt(command, 'groups list'))
    ? ['--where', `displayName co "${value}"`]
    : undefined;

/** The first of several meanings that fits. */
const either =
  (...meanings: readonly Meaning[]): Meaning =>
  (value, command) => {
    for (const meaning of meanings) {
      const words = meaning(value, command);
      if (words !== undefined) return words;
    }
    return undefined;
  };

const ofCompletion: Meaning = (value, command) =>
  isAt(command, 'completion') ? operand(value, command) : undefined;

/** The new userName if the command line already names the user or creates one; otherwise the user that the command is about. */
const userName: Meaning = (value, command) =>
  command.known.has('--user-name') && (command.operandsBefore > 0 || !NAMES.test(command.operand ?? ''))
    ? as('--user-name')(value, command)
    : named(value, command);

/** A group is created by its name, and renamed with a flag. */
const groupName: Meaning = (value, command) => {
  if (value === undefined || value.startsWith('-')) return undefined;
  if (isAt(command, 'groups patch')) return ['--name', value];
  return isAt(command, 'groups create') && command.operandsBefore === 0 ? [value] : undefined;
};

/** Flags with a value. */
const WITH_VALUE: Readonly<Record<string, Meaning>> = {
  '--format': format,
  '--out-format': format,
  '--output-format': format,
  '-f': either(format, file),
  '--json': members,
  '--jq': jq,
  '--jsonpath': jq,
  '--fields': columns,
  '--select': columns,
  '--properties': columns,
  '--attributes': columns,
  '--sort': sorted,
  '--sort-by': sorted,
  '--order-by': sorted,
  '--orderby': sorted,
  '--target': target,
  '--shell': ofCompletion,
  '-s': ofCompletion,
  '--max': limit,
  '--max-results': limit,
  '--max-items': limit,
  '--top': limit,
  '--first': limit,
  '--page-size': limit,
  '--per-page': limit,
  '--count': limit,
  '-L': limit,
  '--user': named,
  '--username': userName,
  '--upn': userName,
  '--user-principal-name': userName,
  '--id': named,
  '--user-id': named,
  '--object-id': named,
  '--identity': named,
  '--group': either(named, chosenBy('groups')),
  '--name': named,
  '--file': file,
  '--filename': file,
  '--input': file,
  '--input-file': file,
  '--email': either(named, chosenBy('email')),
  '--department': chosenBy('department'),
  '--title': chosenBy('title'),
  '--manager': chosenBy('manager'),
  '--search': containing,
  '--members': (value, command) =>
    isAt(command, 'groups create') || isAt(command, 'groups replace')
      ? as('--member')(value, command)
      : undefined,
  '--display-name': groupName,
  '--displayname': groupName,
  '--group-name': groupName,
  '--context': as('-p'),
  '--account': as('-p'),
  '--env': as('-p'),
  '--configuration': as('-p'),
  '--url': url('--scim-url'),
  '--base-url': url('--scim-url'),
  '--endpoint': url('--scim-url'),
  '--scim-base-url': url('--scim-url'),
  '--web-api-url': url('--api-url'),
  '--webapi-url': url('--api-url'),
  '--web-url': url('--api-url'),
  '--parallelism': (value) => (/^\d+$/.test(value ?? '') ? ['--concurrency', value ?? ''] : undefined),
  '--parallel': (value) => (/^\d+$/.test(value ?? '') ? ['--concurrency', value ?? ''] : undefined),
};

const DEACTIVATED = ['--where', 'active eq false'];
const pruned = (command: MeantCommand) =>
  isAt(command, 'bulk plan') || isAt(command, 'bulk apply') ? ['--prune'] : undefined;
const where = (expression: readonly string[]) => (command: MeantCommand) =>
  isAt(command, 'users list') ? expression : undefined;

/** Flags without one. */
const ALONE: Readonly<Record<string, (command: MeantCommand) => readonly string[] | undefined>> = {
  '--json': () => ['-o', 'json'],
  '--deactivate-missing': pruned,
  '--delete-missing': pruned,
  '--remove-missing': pruned,
  '--suspend-missing': pruned,
  '--csv': () => ['-o', 'csv'],
  '--tsv': () => ['-o', 'tsv'],
  '--yaml': () => ['-o', 'yaml'],
  '--table': () => ['-o', 'table'],
  '--raw': () => ['-o', 'text'],
  '--plan': () => ['-n'],
  '--preview': () => ['-n'],
  '--what-if': () => ['-n'],
  '--whatif': () => ['-n'],
  '--dryrun': () => ['-n'],
  '--force': () => ['--yes'],
  '--confirm': () => ['--yes'],
  '--auto-approve': () => ['--yes'],
  '--assume-yes': () => ['--yes'],
  '--skip-confirmation': () => ['--yes'],
  '--no-prompt': () => ['--no-input'],
  '--non-interactive': () => ['--no-input'],
  '--silent': () => ['-q'],
  '--no-headers': () => ['--no-header'],
  '--no-color': () => ['--color', 'never'],
  '--trace': () => ['--debug'],
  '--no-cli-pager': () => ['--no-pager'],
  '--watch': (command) => (isLogs(command) ? ['--follow'] : undefined),
  '--tail': (command) => (isLogs(command) ? ['--follow'] : undefined),
  '--count': (command) => (isList(command) ? ['--query', 'length(@)'] : undefined),
  '--all': (command) => (isList(command) ? ['-o', 'ndjson'] : undefined),
  '--active': where(['--where', 'active eq true']),
  '--inactive': where(DEACTIVATED),
  '--disabled': where(DEACTIVATED),
  '--suspended': where(DEACTIVATED),
  '--deactivated': where(DEACTIVATED),
  '--guests': where(['--where', 'guest eq true']),
};

/**
 * Returns the words that stand for a flag of another tool.
 * @param value what stands behind it, if anything may
 * @param isJoined whether it is joined to the flag by =
 * @returns the words, and whether they take the value in; undefined where it means nothing here
 */
export function meaningOf(
  flag: string,
  value: string | undefined,
  isJoined: boolean,
  command: MeantCommand,
): { readonly words: readonly string[]; readonly takesValue: boolean } | undefined {
  const valued = Object.hasOwn(WITH_VALUE, flag) ? WITH_VALUE[flag]?.(value, command) : undefined;
  if (valued !== undefined && value !== undefined) return { words: valued, takesValue: true };
  const lone = Object.hasOwn(ALONE, flag) && !isJoined ? ALONE[flag]?.(command) : undefined;
  return lone === undefined ? undefined : { words: lone, takesValue: false };
}
