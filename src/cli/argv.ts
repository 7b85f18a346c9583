import { Failure } from '../failure/failure.ts';
import { tokensIn } from '../gate/token-shape.ts';
import { nodeAt } from './command-path.ts';
import { HELP_TOPICS } from './help-topic-names.ts';
import type { World } from './world.ts';

/** The variables whose value may be repeated in a message. */
const READ_VARIABLE = /^ORGCTL_|_PROXY$/i;

/** Turns `help a b` and `a help b` into `a b --help`, which is the same question; `help TOPIC` stays. Behind a command, "help" is a word like others. */
export function wordsOf(argv: readonly string[]): string[] {
  const at = argv.indexOf('help');
  if (at < 0 || (at === 0 && HELP_TOPICS.some((topic) => topic === argv[1]))) return [...argv];
  const before = argv.slice(0, at);
  const { path, node } = nodeAt(before);
  if (path.length < at || !('commands' in node)) return [...argv];
  return [...before, ...argv.slice(at + 1), '--help'];
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

/** Returns the tokens that stand where something else was expected, in words or variables: nothing that is written may repeat them. */
export function misplacedTokens(world: Pick<World, 'argv' | 'env'>): readonly string[] {
  const variables = Object.entries(world.env).filter(([name]) => READ_VARIABLE.test(name));
  return [...world.argv, ...variables.map(([, value]) => value ?? '')].flatMap(tokensIn);
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
