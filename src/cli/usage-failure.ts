import type { CommanderError, CommandUnknownOpts } from '@commander-js/extra-typings';
import { Failure } from '../failure/failure.ts';
import { Interrupted } from '../terminal/interrupted.ts';
import { withoutTypedValue } from './argv.ts';
import { nodeAt } from './command-path.ts';
import { quoted } from './command-words.ts';
import { type FoundCommand, findCommands } from './find-command.ts';
import { flagsOf, operandsOf } from './operands.ts';
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
    const found = findCommands(words, path.length);
    const names = found.map(({ path: known }) => `orgctl ${known.join(' ')}`);
    const [only] = found.length === 1 ? found : [];
    const meant = only === undefined ? undefined : lineOf(argv, operands, only);
    const message = names.length === 0 ? said : `${said} (did you mean ${names.join(' or ')}?)`;
    const hint = meant === undefined ? help : `orgctl ${meant.map(quoted).join(' ')}`;
    return { failure: new Failure('usage', message, { hint }), meant };
  }
  const suggestion = /\(Did you mean (.+?)\?\)/.exec(rest.join(' '))?.[1];
  const message = suggestion === undefined ? said : `${said} (did you mean ${suggestion}?)`;
  return { failure: new Failure('usage', message, { hint: help }), meant: undefined };
}

/** The same command line with the words of the command that is meant; of a group, none of whose commands is named, its help. */
function lineOf(
  argv: readonly string[],
  operands: readonly { readonly index: number }[],
  { path, used }: FoundCommand,
): readonly string[] {
  return 'commands' in nodeAt(path).node && path[0] !== 'help'
    ? [...path, '--help']
    : replaced(argv, operands.slice(0, used), path);
}

/** The same command line with other words for its command. */
function replaced(
  argv: readonly string[],
  operands: readonly { readonly index: number }[],
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
