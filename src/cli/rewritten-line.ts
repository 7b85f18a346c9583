import { nodeAt } from './command-path.ts';
import type { FoundCommand } from './find-command.ts';
import { adaptArguments } from './meant-words.ts';
import type { Operand } from './operands.ts';

/**
 * Returns the command line with the intended command, or a request for help if the words name only a group.
 */
export function lineOf(
  argv: readonly string[],
  operands: readonly Operand[],
  { path, used }: FoundCommand,
): readonly string[] {
  const { words, line } = adapted(argv, operands.slice(0, used), path);
  return 'commands' in nodeAt(words).node && path[0] !== 'help' ? [...path, '--help'] : line;
}

/**
 * Returns the name of a suggested command. The name of a single suggestion takes the words after it into
 * account.
 */
export function commandName(
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

/**
 * Returns the words for the intended command, adapted to the arguments after it, and the whole line with
 * them.
 */
export function adapted(
  argv: readonly string[],
  used: readonly Operand[],
  path: readonly string[],
): { readonly words: readonly string[]; readonly line: readonly string[] } {
  const end = (used.at(-1)?.index ?? -1) + 1;
  const verbs = used.map(({ word }) => word);
  // Only the words after the command are its arguments; flags before it stay in place.
  const [head, tail] = [argv.slice(0, end), argv.slice(end)];
  const words = adaptArguments(path, verbs, tail);
  return { words, line: used.length === 0 ? words : replaced(head, used, words) };
}

/** Returns the command line with the given operands replaced by a command path. */
export function replaced(
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
