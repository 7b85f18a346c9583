import { Failure } from '../../failure/failure.ts';

/**
 * Refuses a command line on which two things would be read from stdin.
 * @param readers what a person calls each of them, and the words that were given for it
 * @throws Failure `usage`
 */
export function refuseStdinTwice(readers: Readonly<Record<string, readonly (string | undefined)[]>>): void {
  const takers = Object.entries(readers).flatMap(([name, words]) =>
    words.filter((word) => word === '-').map(() => name),
  );
  if (takers.length < 2) return;
  throw new Failure('usage', `stdin can be read once: ${takers.join(' and ')} both ask for it`, {
    hint: 'put one of them into a file',
  });
}
