import type { CommanderError, CommandUnknownOpts } from '@commander-js/extra-typings';
import { Failure } from '../failure/failure.ts';
import { Interrupted } from '../terminal/interrupted.ts';
import { withoutTypedValue } from './argv.ts';
import { nodeAt } from './command-path.ts';
import { quoted } from './command-words.ts';
import { type FoundCommand, findCommands } from './find-command.ts';
import { whyImpossible } from './impossible-words.ts';
import { withMeantFlag } from './meant-flags.ts';
import {
  adaptedWords,
  commandForName,
  membershipWords,
  membersWords,
  withFlagsForOperands,
} from './meant-words.ts';
import { flagsOf, type Operand, operandsOf } from './operands.ts';
import type { CommonOptions } from './options/common-options.ts';
import type { World } from './world.ts';

/** A mistake in a command line, and the command line that is most likely meant. */
export interface UsageMistake {
  readonly failure: Failure;
  /** The words of the one command that is meant; undefined where there are several, or none. */
  readonly meant: readonly string[] | undefined;
}

/** Returns the parser's words as one line, and the command that is meant or the help of the command that was typed. */
export function usageMistake(
  error: CommanderError,
  argv: readonly string[],
  program: CommandUnknownOpts,
): UsageMistake {
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
  if (error.code === 'commander.unknownOption') {
    const flag = /'([^'=]+)/.exec(said)?.[1] ?? '';
    const command = commandAt(program, path);
    const known = new Set([...flagsOf(program).keys(), ...flagsOf(command).keys()]);
    const hasOperands = command.registeredArguments.length > 0;
    const operandsBefore = operands.length - path.length;
    if (FIXES.has(flag) && path.join(' ') === 'manifest validate')
      return mistake(
        `${said} (did you mean orgctl manifest lint ${flag}?)`,
        replaced(argv, operands.slice(0, path.length), ['manifest', 'lint']),
        help,
      );
    const instead = withMeantFlag(argv, flag, { path, hasOperands, operandsBefore }, known);
    if (instead !== undefined) {
      const meant =
        instead.said.length === 0 ? 'leave it out' : `did you mean ${instead.said.map(quoted).join(' ')}?`;
      return mistake(`${said} (${meant})`, instead.line, help);
    }
    if (JQ.has(flag))
      return mistake(`${said} (did you mean --query, which takes JMESPath?)`, ['help', 'output'], help);
  }
  if (error.code === 'commander.missingArgument' && RESUMES.has(path.join(' ')))
    return mistake(said, [...argv, 'latest'], help);
  const format = error.code === 'commander.invalidArgument' ? withFormat(argv) : undefined;
  if (format !== undefined) return mistake(`${said} (did you mean ndjson?)`, format, help);
  const suggestion = /\(Did you mean (.+?)\?\)/.exec(rest.join(' '))?.[1];
  const message = suggestion === undefined ? said : `${said} (did you mean ${suggestion}?)`;
  return { failure: new Failure('usage', message, { hint: help }), meant: undefined };
}

function unknownCommand(
  said: string,
  argv: readonly string[],
  operands: readonly Operand[],
  help: string,
): UsageMistake {
  const words = operands.map(({ word }) => word);
  const found = commandsMeant(words, nodeAt(words).path);
  const [best] = found;
  if (best === undefined) return mistake(said, undefined, help);
  const line = lineOf(argv, operands, best);
  const names = found.map((one) => `orgctl ${nameOf(one, argv, operands, found.length === 1)}`);
  const asked = `${said} (did you mean ${names.join(' or ')}?)`;
  // Of several, the first is of users: it is the line to try where a user is named.
  if (found.length > 1)
    return mistake(
      asked,
      undefined,
      isPerson(words[best.used]) ? `orgctl ${line.map(quoted).join(' ')}` : help,
    );
  const why = whyImpossible(best.path, words.slice(0, best.used + 1));
  if (why !== undefined) return mistake(`${said}: ${why}`, line, help);
  const isSaidTwice = names[0] === `orgctl ${line.map(quoted).join(' ')}`;
  return mistake(isSaidTwice ? said : asked, line, help);
}

/** Flags that fix a manifest: the command that only checks one has none. */
const FIXES: ReadonlySet<string> = new Set(['--fix', '--fix-suggested']);

/** Commands that go on with a run, of which most often the last one is meant. */
const RESUMES: ReadonlySet<string> = new Set(['resume', 'bulk resume']);

/** The line with this program's word for JSON in lines; undefined where it asks for no such format. */
function withFormat(argv: readonly string[]): readonly string[] | undefined {
  const line = argv.map((word, index) => {
    const isValue = /^(?:-o|--output)$/.test(argv[index - 1] ?? '') && /^jsonl$/i.test(word);
    return isValue ? 'ndjson' : word.replace(/^(--output=)jsonl$/i, '$1ndjson');
  });
  return line.join(' ') === argv.join(' ') ? undefined : line;
}

/** Flags with an expression of jq, or a template. */
const JQ: ReadonlySet<string> = new Set(['--jq', '--jsonpath', '--template']);

/** The name of a file has a dot as well. */
const FILE = /\.(?:csv|tsv|ndjson|ldif|json|ya?ml)$/i;

/** Whether a word can only be the name of a user. */
function isPerson(word: string | undefined): boolean {
  return word !== undefined && !FILE.test(word) && commandForName([], word) !== undefined;
}

/** What words in front of a user mean, which alone could be about anything. */
const OF_A_PERSON: ReadonlyMap<string, readonly string[]> = new Map(
  [
    { verbs: ['get', 'show', 'view', 'read', 'describe', 'print', 'info'], path: ['who'] },
    {
      verbs: ['patch', 'edit', 'update', 'modify', 'change', 'set'],
      path: ['scim', 'users', 'patch'],
    },
  ].flatMap(({ verbs, path }) => verbs.map((verb) => [verb, path] as const)),
);

function mistake(message: string, meant: readonly string[] | undefined, help: string): UsageMistake {
  const hint = meant === undefined ? help : `orgctl ${meant.map(quoted).join(' ')}`;
  return { failure: new Failure('usage', message, { hint }), meant };
}

/** The commands that words mean: by themselves, or because a name stands where a command is expected. */
function commandsMeant(words: readonly string[], path: readonly string[]): readonly FoundCommand[] {
  const membership = membershipWords(words);
  if (membership !== undefined) return [{ path: membership, used: 4 }];
  const ofMembers = membersWords(words);
  if (ofMembers !== undefined) return [{ path: ofMembers, used: 2 }];
  const spelled = spelledOtherwise(words);
  if (spelled !== undefined) return [spelled];
  const ofPerson = path.length === 0 && isPerson(words[1]) ? OF_A_PERSON.get(words[0] ?? '') : undefined;
  if (ofPerson !== undefined) return [{ path: ofPerson, used: 1 }];
  const found = findCommands(words, path.length);
  if (found.length > 0) return found;
  const named = commandForName(path, words[path.length] ?? '');
  return named === undefined ? [] : [{ path: named, used: path.length }];
}

/** A command with the name of the program in front, or with its words joined as in `users.list` and `users:list`. */
function spelledOtherwise([first = '', ...rest]: readonly string[]): FoundCommand | undefined {
  if (first === 'orgctl') {
    const { path } = nodeAt(rest);
    return path.length === 0 ? undefined : { path, used: path.length + 1 };
  }
  const parts = first.split(/[.:]/);
  const { path } = nodeAt(parts);
  return parts.length > 1 && path.length === parts.length ? { path, used: 1 } : undefined;
}

/** The line for somebody who names one thing to a command that lists them, or says "list" to it. */
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
  const known = path.map((word, index) =>
    index === 0 && /^(?:users|groups)$/.test(word) ? `scim ${word}` : word,
  );
  const full = known.join(' ').split(' ');
  const { line } = adapted(argv, used, full);
  return line.join(' ') === replaced(argv, used, full).join(' ') ? undefined : line;
}

function commandAt(program: CommandUnknownOpts, path: readonly string[]): CommandUnknownOpts {
  return path.reduce(
    (command, word) => command.commands.find((one) => one.name() === word) ?? command,
    program,
  );
}

/** The same command line with the words of the command that is meant; of a group, none of whose commands is named, its help. */
function lineOf(
  argv: readonly string[],
  operands: readonly Operand[],
  { path, used }: FoundCommand,
): readonly string[] {
  const { words, line } = adapted(argv, operands.slice(0, used), path);
  return 'commands' in nodeAt(words).node && path[0] !== 'help' ? [...path, '--help'] : line;
}

/** What a command is called that words mean; alone, by what it becomes with the words behind it. */
function nameOf(
  { path, used }: FoundCommand,
  argv: readonly string[],
  operands: readonly Operand[],
  isOnly: boolean,
): string {
  if (!isOnly) return path.join(' ');
  const { words } = adapted(argv, operands.slice(0, used), path);
  const isSame = path.every((word, index) => words[index] === word) && !('commands' in nodeAt(path).node);
  return (isSame ? path : nodeAt(words).path).join(' ');
}

/** The line with other words for its command, and what the command takes of those behind them. */
function adapted(
  argv: readonly string[],
  used: readonly Operand[],
  path: readonly string[],
): { readonly words: readonly string[]; readonly line: readonly string[] } {
  const end = (used.at(-1)?.index ?? -1) + 1;
  const verbs = used.map(({ word }) => word);
  // Only what stands behind the command is its own; flags in front of it stay there.
  const [head, tail] = [argv.slice(0, end), argv.slice(end)];
  const words = adaptedWords(path, verbs, tail);
  return { words, line: used.length === 0 ? words : replaced(head, used, words) };
}

/** The same command line with other words for its command. */
function replaced(
  argv: readonly string[],
  operands: readonly Operand[],
  path: readonly string[],
): readonly string[] {
  const [first] = operands;
  return argv.flatMap((word, index) => {
    if (index === first?.index) return path;
    return operands.some((operand) => operand.index === index) ? [] : [word];
  });
}

/** Asks a person at a terminal whether to run the command that is meant, which the hint has shown. */
export async function offerMeant(
  { env, streams }: World,
  { input, output }: Partial<CommonOptions>,
): Promise<boolean> {
  const isTerminal = streams.stdin.isTTY === true && streams.stderr.isTTY === true;
  const isJson = output === 'json' || output === 'ndjson';
  if (!isTerminal || input === false || isJson || (env['CI'] ?? '') !== '') return false;
  const { createPrompts } = await import('../terminal/prompts.ts');
  // Who stops here declines: what is wrong was said already.
  return createPrompts(streams, true)
    .confirm('Run it?')
    .catch((error: unknown) => {
      if (error instanceof Interrupted) return false;
      throw error;
    });
}
