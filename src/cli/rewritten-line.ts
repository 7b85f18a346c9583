import { nodeAt } from './command-path.ts';
import type { FoundCommand } from './find-command.ts';
import { adaptedWords } from './meant-words.ts';
import type { Operand } from './operands.ts';

/**
 * The same command line with the words of the command that is meant; of a group, none of whose commands is
 * named, its help.
 */
export function lineOf(
  argv: readonly string[],
  operands: readonly Operand[],
  { path, used }: FoundCommand,
): readonly string[] {
  const { words, line } = adapted(argv, operands.slice(0, used), path);
  return 'commands' in nodeAt(words).node && path[0] !== 'help' ? [...path, '--help'] : line;
}

/** What a command is called that words mean; alone, by what it becomes with the words behind it. */
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

/** The line with other words for its command, and what the command takes of those behind them. */
export function adapted(
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
