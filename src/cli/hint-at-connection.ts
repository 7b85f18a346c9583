import { quoted } from './command-words.ts';
import { CONNECTION_ALONE, CONNECTION_WITH_VALUE, selectFlags } from './connection-words.ts';
import { hintElsewhere } from './hint-elsewhere.ts';

/** Matches a command in a hint that contacts the service and names no connection. */
const ASKING =
  /(^|: )orgctl (?=(?:scim|users|groups|admin|logs|api|who|offboard|onboard|functions|assistant|conversations|(?:bulk )?undo latest|bulk (?:plan|apply)|profile (?:check|show)|config (?:get|set)|probe$)\b)(?!.*(?: -p[ \w]| --(?:profile|scim-url|api-url)[ =]| --help$))/;

const WITH_VALUE: ReadonlySet<string> = new Set(['-p', '--profile', ...CONNECTION_WITH_VALUE]);
const ALONE: ReadonlySet<string> = new Set(CONNECTION_ALONE);

/**
 * Returns the hint of a failed command as the user can type it; undefined if it suggests the command that
 * failed.
 */
export function hintToType(hint: string, argv: readonly string[]): string | undefined {
  const elsewhere = hintElsewhere(hint, argv);
  return elsewhere === undefined ? undefined : hintAtConnection(elsewhere, argv);
}

/**
 * Adds the connection flags of a command line to the command in a hint, so that it contacts the same service
 * when typed unchanged.
 */
export function hintAtConnection(hint: string, argv: readonly string[]): string {
  const words = connectionWords(argv, hint);
  if (words.length === 0) return hint;
  return hint.replace(ASKING, (_, before: string) => `${before}orgctl ${words.join(' ')} `);
}

/** Leaves out URLs with credentials, and flags that the hint already has. */
function connectionWords(argv: readonly string[], hint: string): readonly string[] {
  return selectFlags(argv, WITH_VALUE, ALONE)
    .filter(({ name, value }) => !(name.endsWith('-url') && value?.includes('@')))
    .filter(({ name }) => !new RegExp(` ${name}(?:[ =]|$)`).test(hint))
    .flatMap(({ name, value }) => (value === undefined ? [name] : [name, quoted(value)]));
}
