import { isOutputFormat } from '../output/view.ts';

/** A flag of another tool: the words that stand for it, and its value where it has one. Undefined where it means nothing here. */
type Meaning = (value: string | undefined, command: MeantCommand) => readonly string[] | undefined;

/** What is known of the command behind which a flag stands. */
export interface MeantCommand {
  readonly path: readonly string[];
  /** Whether it takes names or files without a flag. */
  readonly hasOperands: boolean;
}

const format = (value: string | undefined) => (isOutputFormat(value) ? ['-o', value] : undefined);
const limit = (value: string | undefined) =>
  /^\d+$/.test(value ?? '') ? ['--limit', value ?? ''] : undefined;
const columns = (value: string | undefined) => (value === undefined ? undefined : ['--columns', value]);
const operand: Meaning = (value, { hasOperands }) =>
  value !== undefined && hasOperands ? [value] : undefined;
const isList = ({ path }: MeantCommand) => path.at(-1) === 'list';

/** Flags with a value. */
const WITH_VALUE: Readonly<Record<string, Meaning>> = {
  '--format': format,
  '--out-format': format,
  '-f': (value, command) => format(value) ?? operand(value, command),
  '--fields': columns,
  '--select': columns,
  '--properties': columns,
  '--max': limit,
  '--max-results': limit,
  '--max-items': limit,
  '--top': limit,
  '--first': limit,
  '--page-size': limit,
  '--count': limit,
  '--user': operand,
  '--username': operand,
  '--upn': operand,
  '--id': operand,
  '--identity': operand,
  '--group': operand,
  '--name': operand,
  '--file': operand,
  '--input': operand,
};

/** Flags without one. */
const ALONE: Readonly<Record<string, (command: MeantCommand) => readonly string[] | undefined>> = {
  '--json': () => ['-o', 'json'],
  '--csv': () => ['-o', 'csv'],
  '--tsv': () => ['-o', 'tsv'],
  '--yaml': () => ['-o', 'yaml'],
  '--plan': () => ['-n'],
  '--preview': () => ['-n'],
  '--what-if': () => ['-n'],
  '--whatif': () => ['-n'],
  '--dryrun': () => ['-n'],
  '--force': () => ['--yes'],
  '--confirm': () => ['--yes'],
  '--non-interactive': () => ['--no-input'],
  '--all': (command) => (isList(command) ? ['-o', 'ndjson'] : undefined),
  '--active': ({ path }) =>
    path.join(' ').endsWith('users list') ? ['--where', 'active eq true'] : undefined,
};

/** The words that stand for a flag, and the command line with them. */
export interface MeantFlag {
  readonly said: readonly string[];
  readonly line: readonly string[];
}

/**
 * Returns the command line with the words of this program for a flag of another one.
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
  const others = argv.filter((word, index) => index !== at && word.length > 1 && word.startsWith('-'));
  if (typed === undefined || others.some((word) => !known.has(word.replace(/=.*/s, '')))) return undefined;
  const lone = Object.hasOwn(ALONE, flag) && typed === flag ? ALONE[flag]?.(command) : undefined;
  if (lone !== undefined) return { said: lone, line: argv.toSpliced(at, 1, ...lone) };
  const hasOwnValue = typed !== flag;
  const value = hasOwnValue ? typed.slice(flag.length + 1) : argv[at + 1];
  const said = Object.hasOwn(WITH_VALUE, flag) ? WITH_VALUE[flag]?.(value, command) : undefined;
  return said === undefined ? undefined : { said, line: argv.toSpliced(at, hasOwnValue ? 1 : 2, ...said) };
}
