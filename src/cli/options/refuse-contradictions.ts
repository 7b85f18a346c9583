import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { Failure } from '../../failure/failure.ts';

/**
 * Refuses flags of a command line that contradict each other; to be called after parsing.
 * @throws Failure `usage`
 */
export type RefuseContradictions = () => void;

/**
 * Records which of `--name` and `--no-name` a command line gives: the parser silently lets the last one win.
 */
export function watchContradictions(command: CommandUnknownOpts): RefuseContradictions {
  const given = new Set<string>();
  const negated = command.options.filter(({ negate }) => negate).map((option) => option.name());
  for (const name of negated.flatMap((no) => [no, withoutNoPrefix(no)]))
    command.on(`option:${name}`, () => given.add(name));
  return () => {
    const both = negated.find((no) => given.has(no) && given.has(withoutNoPrefix(no)));
    if (both === undefined) return;
    throw new Failure('usage', `--${withoutNoPrefix(both)} and --${both} contradict each other; give one`);
  };
}

function withoutNoPrefix(name: string): string {
  return name.replace(/^no-/, '');
}
