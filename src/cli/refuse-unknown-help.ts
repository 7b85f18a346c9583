import { CommanderError } from '@commander-js/extra-typings';
import { nodeAt } from './command-path.ts';
import { operandsOf } from './operands.ts';

const HELP_FLAGS: ReadonlySet<string> = new Set(['--help', '-h']);

/**
 * Refuses --help for an unknown command; the parser would show the help of its group, as if nothing were
 * wrong.
 * @param flags the flags that every command has; true for those with a value
 * @throws CommanderError for an unknown command, as without --help
 */
export function refuseUnknownHelp(argv: readonly string[], flags: ReadonlyMap<string, boolean>): void {
  const words = operandsOf(argv, flags).map(({ word }) => word);
  const { path, node } = nodeAt(words);
  const unknown = words[path.length];
  const end = argv.indexOf('--');
  const isHelp = (end < 0 ? argv : argv.slice(0, end)).some((word) => HELP_FLAGS.has(word));
  if (!isHelp || unknown === undefined || !('commands' in node)) return;
  throw new CommanderError(1, 'commander.unknownCommand', `error: unknown command '${unknown}'`);
}
