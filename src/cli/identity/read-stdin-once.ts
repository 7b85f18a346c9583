import { Failure } from '../../failure/failure.ts';

/**
 * Refuses a command line on which two inputs would be read from stdin.
 * @param readers the given words, by display name of the input
 * @throws Failure `usage`
 */
export function refuseStdinTwice(readers: Readonly<Record<string, readonly (string | undefined)[]>>): void {
  const takers = Object.entries(readers).flatMap(([name, words]) =>
    words.filter((word) => word === '-').map(() => name),
  );
  if (takers.length < 2) return;
  throw new Failure('usage', `stdin can be read only once, but ${takers.join(' and ')} both read it`, {
    hint: 'read one of them from a file',
  });
}
