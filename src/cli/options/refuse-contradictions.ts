import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { Failure } from '../../failure/failure.ts';

/**
 * Flags of a command line that may contradict each other; call it when the line was read. @throws Failure
 * `usage`
 */
export type RefuseContradictions = () => void;

/**
 * Notes which of `--name` and `--no-name` a command line gives: the parser alone lets the last one win in
 * silence.
 */
export function watchContradictions(command: CommandUnknownOpts): RefuseContradictions {
  const given = new Set<string>();
  const negated = command.options.filter(({ negate }) => negate).map((option) => option.name());
  for (const name of negated.flatMap((no) => [no, withoutNo(no)]))
    command.on(`option:${name}`, () => given.add(name));
  return () => {
    const both = negated.find((no) => given.has(no) && given.has(withoutNo(no)));
    if (both === undefined) return;
    throw new Failure('usage', `--${withoutNo(both)} and --${both} contradict each other; give one`);
  };
}

function withoutNo(name: string): string {
  return name.replace(/^no-/, '');
}
