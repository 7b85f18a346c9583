import { quoted } from './command-words.ts';
import { CONNECTION_ALONE, CONNECTION_WITH_VALUE, keptFlags } from './connection-words.ts';

/** Commands of a hint that ask the service. */
const ASKING =
  /(^|: )orgctl (?=(?:scim|users|groups|admin|logs|api|who|offboard|onboard|functions|assistant|conversations|(?:bulk )?undo latest|bulk (?:plan|apply)|profile (?:check|show))\b)(?!.*(?: -p[ \w]| --(?:profile|scim-url|api-url)[ =]| --help$))/;

const WITH_VALUE: ReadonlySet<string> = new Set(['-p', '--profile', ...CONNECTION_WITH_VALUE]);
const ALONE: ReadonlySet<string> = new Set(CONNECTION_ALONE);

/**
 * Returns a hint with the words of a command line that choose a connection: typed as it stands, its command
 * asks the same service.
 */
export function hintAtConnection(hint: string, argv: readonly string[]): string {
  const words = connectionWords(argv, hint);
  if (words.length === 0) return hint;
  return hint.replace(ASKING, (_, before: string) => `${before}orgctl ${words.join(' ')} `);
}

/** A URL with credentials is not repeated, nor what the hint says itself. */
function connectionWords(argv: readonly string[], hint: string): readonly string[] {
  return keptFlags(argv, WITH_VALUE, ALONE)
    .filter(({ name, value }) => !(name.endsWith('-url') && value?.includes('@')))
    .filter(({ name }) => !new RegExp(` ${name}(?:[ =]|$)`).test(hint))
    .flatMap(({ name, value }) => (value === undefined ? [name] : [name, quoted(value)]));
}
