import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { Failure } from '../failure/failure.ts';
import { suggest } from '../values/suggest.ts';
import { withoutTypedValue } from './argv.ts';
import { nodeAt } from './command-path.ts';
import { quoted } from './command-words.ts';
import { flagsWithOneDash, type IntendedFlag, withIntendedFlag } from './meant-flags.ts';
import { withFlagsForOperands } from './meant-words.ts';
import { flagsOf, type Operand, operandsOf, unknownFlag } from './operands.ts';
import { adapted, replaced } from './rewritten-line.ts';
import { unknownCommand } from './unknown-command.ts';
import { mistake, type UsageMistake } from './usage-mistake.ts';

/**
 * Returns the message of the parser as one line, with the intended command as hint, or the help of the
 * command that was typed.
 */
export async function usageMistake(
  refusal: CommanderError,
  argv: readonly string[],
  program: CommandUnknownOpts,
): Promise<UsageMistake> {
  const error = preferUnknownFlag(refusal, argv, program);
  const operands = operandsOf(argv, flagsOf(program));
  const words = operands.map(({ word }) => word);
  const { path } = nodeAt(words);
  const help = ['orgctl', ...path, '--help'].join(' ');
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const said = withoutTypedValue(first);
  if (error.code === 'commander.unknownCommand') {
    return unknownCommand(said, argv, operands, help);
  }
  if (error.code === 'commander.excessArguments')
    return mistake(said, withoutExcess(argv, operands, path), help);
  const flags = unknownFlagsIn(error);
  if (flags !== undefined) {
    const all = [...flags, ...flagsWithOneDash(argv)];
    const other = flagOfOtherTool(
      said,
      { argv, flags: all, operands, path },
      await loaded(program, error, all),
    );
    if (other !== undefined) return mistake(other.said, other.line, help);
  }
  if (error.code === 'commander.missingArgument' && RESUMES.has(path.join(' ')))
    return mistake(said, [...argv, 'latest'], help);
  const format = error.code === 'commander.invalidArgument' ? withFormat(argv) : undefined;
  if (format !== undefined) return mistake(`${said} (did you mean ndjson?)`, format, help);
  const suggestion = /\(Did you mean (.+?)\?\)/.exec(rest.join(' '))?.[1];
  const message = suggestion === undefined ? said : `${said} (did you mean ${suggestion}?)`;
  return { failure: new Failure('usage', message, { hint: help }), meant: undefined };
}

/**
 * Returns the error about an unknown flag if the parser misses a required one: it may be the same flag,
 * misspelled. The parser looks for required flags first.
 */
function preferUnknownFlag(
  error: CommanderError,
  argv: readonly string[],
  program: CommandUnknownOpts,
): CommanderError {
  if (error.code !== 'commander.missingMandatoryOptionValue') return error;
  const known = new Map([...flagsOf(program), ...flagsOf(commandOf(argv, program))]);
  const flag = unknownFlag(argv, known);
  if (flag === undefined) return error;
  const meant = suggest(
    flag.replace(/^-+/, ''),
    [...known.keys()].filter((name) => name.startsWith('--')).map((name) => name.slice(2)),
  );
  const question = meant === undefined ? '' : `\n(Did you mean --${meant}?)`;
  return new CommanderError(
    error.exitCode,
    'commander.unknownOption',
    `error: unknown option '${flag}'${question}`,
  );
}

/**
 * The flag that the parser does not know, or an empty list if it refused a value: -out=FILE is parsed as -o
 * with a value.
 */
function unknownFlagsIn({ code, message }: CommanderError): readonly string[] | undefined {
  if (code === 'commander.invalidArgument') return [];
  return code === 'commander.unknownOption' ? [/'([^'=]+)/.exec(message)?.[1] ?? ''] : undefined;
}

/**
 * Loads all commands if the parser refused a value of -o, because that happens before the flags of the
 * command are known.
 */
async function loaded(
  program: CommandUnknownOpts,
  { code }: CommanderError,
  flags: readonly string[],
): Promise<CommandUnknownOpts> {
  if (code !== 'commander.invalidArgument' || flags.length === 0) return program;
  return (await import('./program.ts')).buildWholeProgram();
}

/** A command line with flags that may belong to another tool. */
interface TypedLine {
  readonly argv: readonly string[];
  readonly flags: readonly string[];
  readonly operands: readonly Operand[];
  /** The words of the command. */
  readonly path: readonly string[];
}

/** Explains a flag of another tool, and returns the line with the equivalent of orgctl. */
function flagOfOtherTool(
  said: string,
  { argv, flags, operands, path }: TypedLine,
  program: CommandUnknownOpts,
): { readonly said: string; readonly line: readonly string[] } | undefined {
  const command = commandTyped(program, path);
  const known = new Set([...flagsOf(program).keys(), ...flagsOf(command).keys()]);
  const operandsBefore = operands.length - path.length;
  const { registeredArguments: taken } = command;
  const next = taken[Math.min(operandsBefore, taken.length - 1)];
  const meant = {
    path,
    operand: taken[0]?.name(),
    operandsBefore,
    isFull: operandsBefore >= taken.length && taken.at(-1)?.variadic !== true,
    repeated: new Set(argv.filter((word, index) => argv.indexOf(word) !== index)),
    typed: new Set(argv.map((word) => word.replace(/=.*/s, ''))),
    takesList: next?.description.includes('@FILE') === true,
    known,
  };
  for (const flag of flags) {
    if (FIXES.has(flag) && path.join(' ') === 'manifest validate')
      return {
        said: `${said} (did you mean orgctl manifest lint ${flag}?)`,
        line: replaced(argv, operands.slice(0, path.length), ['manifest', 'lint']),
      };
    const instead = withIntendedFlag(argv, flag, meant);
    if (instead !== undefined) {
      const { said: words, line } = withoutRepetition(instead);
      const advice = words.length === 0 ? 'leave it out' : `did you mean ${words.map(quoted).join(' ')}?`;
      return { said: `unknown option '${flag}' (${advice})`, line };
    }
    if (JQ.has(flag))
      return {
        said: `${said} (did you mean --query, which takes JMESPath?)`,
        line: ['help', 'output'],
      };
  }
  return undefined;
}

/** Leaves out a suggested flag that the line has already. */
function withoutRepetition({ said, line }: IntendedFlag): IntendedFlag {
  const [flag = '', ...value] = said;
  const isRepeated = flag.startsWith('-') && line.indexOf(flag) < line.lastIndexOf(flag);
  if (!isRepeated || value.length > 0) return { said, line };
  return { said: [], line: line.toSpliced(line.lastIndexOf(flag), 1) };
}

/** Flags that fix a manifest: `manifest validate` has none. */
const FIXES: ReadonlySet<string> = new Set(['--fix', '--fix-suggested']);

/** Commands that resume a run, usually the latest one. */
const RESUMES: ReadonlySet<string> = new Set(['resume', 'bulk resume']);

/** Replaces the format jsonl by ndjson; undefined if the line does not ask for jsonl. */
function withFormat(argv: readonly string[]): readonly string[] | undefined {
  const line = argv.map((word, index) => {
    const isValue = /^(?:-o|--output)$/.test(argv[index - 1] ?? '') && /^jsonl$/i.test(word);
    return isValue ? 'ndjson' : word.replace(/^(--output=)jsonl$/i, '$1ndjson');
  });
  return line.join(' ') === argv.join(' ') ? undefined : line;
}

/** Flags whose value is a jq expression or a template. */
const JQ: ReadonlySet<string> = new Set(['--jq', '--jsonpath', '--template']);

/** Corrects a line that passes a name, or a verb such as "list", to a command without arguments. */
function withoutExcess(
  argv: readonly string[],
  operands: readonly Operand[],
  path: readonly string[],
): readonly string[] | undefined {
  const used = operands.slice(0, path.length);
  const own = operands.slice(path.length);
  const flagged = withFlagsForOperands(
    path,
    own.map(({ word }) => word),
  );
  if (flagged !== undefined) return replaced(argv, own, flagged);
  const full = fullPath(path);
  const { line } = adapted(argv, used, full);
  return line.join(' ') === replaced(argv, used, full).join(' ') ? undefined : line;
}

function fullPath(path: readonly string[]): readonly string[] {
  return /^(?:users|groups)$/.test(path[0] ?? '') ? ['scim', ...path] : path;
}

/** Returns the command that was typed, also if "scim" was left out before users or groups. */
function commandTyped(program: CommandUnknownOpts, path: readonly string[]): CommandUnknownOpts {
  const typed = commandAt(program, path);
  return typed.name() === path.at(-1) ? typed : commandAt(program, fullPath(path));
}

/** Returns the command of a parsed command line. */
export function commandOf(argv: readonly string[], program: CommandUnknownOpts): CommandUnknownOpts {
  const words = operandsOf(argv, flagsOf(program)).map(({ word }) => word);
  return commandTyped(program, nodeAt(words).path);
}

function commandAt(program: CommandUnknownOpts, path: readonly string[]): CommandUnknownOpts {
  return path.reduce(
    (command, word) => command.commands.find((one) => one.name() === word) ?? command,
    program,
  );
}
