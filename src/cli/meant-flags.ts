import { isOutputFormat } from '../output/view.ts';

/** A flag of another tool: the words that stand for it, and its value where it has one. Undefined where it means nothing here. */
type Meaning = (value: string | undefined, command: MeantCommand) => readonly string[] | undefined;

/** What is known of the command behind which a flag stands. */
export interface MeantCommand {
  readonly path: readonly string[];
  /** Whether it takes names or files without a flag. */
  readonly hasOperands: boolean;
  /** How many of them stand in front of the flag. */
  readonly operandsBefore: number;
}

const format = (value: string | undefined) => (isOutputFormat(value) ? ['-o', value] : undefined);
const limit = (value: string | undefined) =>
  /^\d+$/.test(value ?? '') ? ['--limit', value ?? ''] : undefined;
const columns = (value: string | undefined) => (value === undefined ? undefined : ['--columns', value]);
const operand: Meaning = (value, { hasOperands }) =>
  value !== undefined && hasOperands ? [value] : undefined;
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
const members: Meaning = (value, { hasOperands, operandsBefore }) =>
  /^[A-Za-z][\w.]*(?:,[A-Za-z][\w.]*)*$/.test(value ?? '') && (!hasOperands || operandsBefore > 0)
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
  '-f': either(format, operand),
  '--json': members,
  '--jq': jq,
  '--jsonpath': jq,
  '--fields': columns,
  '--select': columns,
  '--properties': columns,
  '--attributes': columns,
  '--max': limit,
  '--max-results': limit,
  '--max-items': limit,
  '--top': limit,
  '--first': limit,
  '--page-size': limit,
  '--per-page': limit,
  '--count': limit,
  '-L': limit,
  '--user': operand,
  '--username': operand,
  '--upn': operand,
  '--id': operand,
  '--user-id': operand,
  '--object-id': operand,
  '--identity': operand,
  '--group': either(operand, chosenBy('groups')),
  '--name': operand,
  '--file': operand,
  '--filename': operand,
  '--input': operand,
  '--input-file': operand,
  '--email': either(operand, chosenBy('email')),
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
const where = (expression: readonly string[]) => (command: MeantCommand) =>
  isAt(command, 'users list') ? expression : undefined;

/** Flags without one. */
const ALONE: Readonly<Record<string, (command: MeantCommand) => readonly string[] | undefined>> = {
  '--json': () => ['-o', 'json'],
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
  '-auto-approve': () => ['--yes'],
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

/** The words that stand for a flag, and the command line with them. */
export interface MeantFlag {
  readonly said: readonly string[];
  readonly line: readonly string[];
}

/**
 * Returns the command line with the words of this program for a flag of another one, and for others behind it.
 * @param flag as the parser names it, without a value
 * @param known every flag that the command has; a line with another unknown one is not repeated, as its value may be a secret
 */
export function withMeantFlag(
  argv: readonly string[],
  flag: string,
  command: MeantCommand,
  known: ReadonlySet<string>,
): MeantFlag | undefined {
  const at = argv.findIndex((word) => word === flag || word.startsWith(`${flag}=`));
  const typed = argv[at];
  if (typed === undefined) return undefined;
  const meant = meantAt(argv, at, flag, command, known);
  if (meant === undefined) return undefined;
  const other = meant.line.find((word, index) => isUnknownFlag(word, known) && !isValue(meant, at, index));
  if (other === undefined) return meant;
  const next = withMeantFlag(meant.line, other.replace(/=.*/s, ''), command, known);
  return next === undefined ? undefined : { said: [...meant.said, ...next.said], line: next.line };
}

const isUnknownFlag = (word: string, known: ReadonlySet<string>) =>
  word.length > 1 && word.startsWith('-') && !known.has(word.replace(/=.*/s, ''));

/** Whether a word is one of those that were put in. */
const isValue = ({ said }: MeantFlag, at: number, index: number) => index >= at && index < at + said.length;

function meantAt(
  argv: readonly string[],
  at: number,
  flag: string,
  command: MeantCommand,
  known: ReadonlySet<string>,
): MeantFlag | undefined {
  const typed = argv[at] ?? '';
  const hasOwnValue = typed !== flag;
  const next = argv[at + 1];
  const value = hasOwnValue
    ? typed.slice(flag.length + 1)
    : next?.startsWith('-') === true
      ? undefined
      : next;
  const replace = (count: number, said: readonly string[]) => ({
    said,
    line: argv.toSpliced(at, count, ...said),
  });
  if (hasOwnValue && known.has(flag)) return switched(flag, value, known, replace);
  const said = Object.hasOwn(WITH_VALUE, flag) ? WITH_VALUE[flag]?.(value, command) : undefined;
  if (said !== undefined && value !== undefined) return replace(hasOwnValue ? 1 : 2, said);
  const lone = Object.hasOwn(ALONE, flag) && !hasOwnValue ? ALONE[flag]?.(command) : undefined;
  return lone === undefined ? undefined : replace(1, lone);
}

/** `--read-only=false`: a flag without a value is there or not, or has another one that says no. */
function switched(
  flag: string,
  value: string | undefined,
  known: ReadonlySet<string>,
  replace: (count: number, said: readonly string[]) => MeantFlag,
): MeantFlag | undefined {
  if (/^(?:true|yes|on|1)$/i.test(value ?? '')) return replace(1, [flag]);
  if (!/^(?:false|no|off|0)$/i.test(value ?? '')) return undefined;
  const no = flag.replace(/^--/, '--no-');
  return replace(1, known.has(no) ? [no] : []);
}
