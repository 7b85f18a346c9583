import { Failure } from '../failure/failure.ts';
import { isSurelyToken } from '../gate/token-shape.ts';

/** Turns `help a b` into `a b --help`, which is the same question. */
export function wordsOf(argv: readonly string[]): string[] {
  const [first, ...rest] = argv;
  return first === 'help' ? [...rest, '--help'] : [...argv];
}

/**
 * A token among the words is visible to every user of the machine.
 * @throws Failure `usage` that does not repeat it.
 */
export function refuseTypedToken(argv: readonly string[]): void {
  const words = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  if (!words.some((word) => word === '--token' || word.startsWith('--token='))) return;
  throw new Failure('usage', 'a token on the command line can be seen by others; it was not used', {
    hint: 'use --token-stdin, --token-file or ORGCTL_TOKEN; if that was a live token, revoke it',
  });
}

/** Returns the tokens that were typed where something else was expected: no message may repeat them. */
export function typedTokens(argv: readonly string[]): readonly string[] {
  return argv
    .flatMap((word) => [word, word.slice(word.indexOf('=') + 1), word.slice(2)])
    .filter(isSurelyToken);
}

/**
 * Takes the value out of a message about a flag that is not known, or takes none: it may be a secret behind a mistyped name
 * (`--tokn=VALUE`, `--token-stdin=VALUE`).
 */
export function withoutTypedValue(message: string): string {
  return message
    .replace(/^(unknown option '-[^=']*=).*'$/s, "$1…'")
    .replace(/^(unknown option '-[A-Za-z])[^'-][^']{11,}'$/s, "$1…'");
}
