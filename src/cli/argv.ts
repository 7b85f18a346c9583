import { Failure } from '../failure/failure.ts';
import { tokensIn } from '../gate/token-shape.ts';
import { nodeAt } from './command-path.ts';
import { HELP_TOPICS } from './help-topic-names.ts';
import type { Host } from './host.ts';
import { type Operand, operandsOf } from './operands.ts';

/** Variables whose values a message may repeat. */
const READ_VARIABLE = /^ORGCTL_|_PROXY$/i;

/**
 * Rewrites `help a b` and `a help b` as `a b --help`; `help TOPIC` is left unchanged. After a complete
 * command, "help" is an ordinary argument. `--version` with no words beside it becomes the command `version`.
 * @param flags the flags that every command has; true for those with a value
 */
export function commandWords(argv: readonly string[], flags: ReadonlyMap<string, boolean>): string[] {
  const operands = operandsOf(argv, flags);
  if (operands.length === 0) return argv.map((word) => (VERSION_FLAGS.has(word) ? 'version' : word));
  const nth = operands.findIndex(({ word }) => word === 'help');
  const at = operands[nth]?.index;
  const asked = operands[nth + 1]?.word;
  if (at === undefined || (nth === 0 && asked !== undefined && isForHelp(operands.slice(1))))
    return [...argv];
  const { path, node } = nodeAt(operands.slice(0, nth).map(({ word }) => word));
  if (path.length < nth || !('commands' in node)) return [...argv];
  return [...argv.slice(0, at), ...argv.slice(at + 1), '--help'];
}

/** Singular nouns that other tools use for commands that are plural here. */
const PLURALS: ReadonlyMap<string, string> = new Map([
  ['user', 'users'],
  ['group', 'groups'],
]);

/** Returns `users list` for `user list`, if the plural noun has the command that follows. */
export function withPlural(argv: readonly string[], flags: ReadonlyMap<string, boolean>): readonly string[] {
  const [noun, verb] = operandsOf(argv, flags);
  const plural = PLURALS.get(noun?.word ?? '');
  if (noun === undefined || plural === undefined) return argv;
  const isKnown = verb === undefined || nodeAt([plural, verb.word]).path.length === 2;
  return isKnown ? argv.with(noun.index, plural) : argv;
}

/**
 * Whether the command `help` handles the words: they name a topic, or something that does not exist, for
 * which `help` lists the topics.
 */
function isForHelp(operands: readonly Operand[]): boolean {
  const words = operands.map(({ word }) => word);
  if (HELP_TOPICS.some((topic) => topic === words[0])) return true;
  const { path, node } = nodeAt(words);
  return path.length === 0 || (path.length < words.length && 'commands' in node);
}

const VERSION_FLAGS: ReadonlySet<string> = new Set(['--version', '-V']);

/**
 * Refuses a token on the command line, which every user of the machine can see.
 * @throws Failure `usage` that does not repeat the token
 */
export function refuseTypedToken(argv: readonly string[]): void {
  const words = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  if (!words.some((word) => word === '--token' || word.startsWith('--token='))) return;
  throw new Failure('usage', 'a token on the command line can be seen by others; it was not used', {
    hint: 'use --token-stdin, --token-file or ORGCTL_TOKEN; if that was a live token, revoke it',
  });
}

/**
 * Returns the tokens found in the arguments and variables, where no token belongs. No output may repeat them.
 */
export function misplacedTokens(host: Pick<Host, 'argv' | 'env'>): readonly string[] {
  const variables = Object.entries(host.env).filter(([name]) => READ_VARIABLE.test(name));
  return [...host.argv, ...variables.map(([, value]) => value ?? '')].flatMap(tokensIn);
}

/**
 * Removes the value from a message about an unknown flag: a mistyped flag name may carry a secret
 * (`--tokn=VALUE`, `--token-stdin=VALUE`).
 */
export function withoutTypedValue(message: string): string {
  return message
    .replace(/^(unknown option '-[^=']*=).*'$/s, "$1…'")
    .replace(/^(unknown option '-[A-Za-z])[^'-][^']{11,}'$/s, "$1…'");
}
