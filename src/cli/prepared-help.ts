import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HelpPage } from './help-page.ts';

const HELP_FLAGS: ReadonlySet<string | undefined> = new Set(['--help', '-h']);
/** A word of a command; it must not contain a path that leaves the folder. */
const WORD = /^[a-z]+(-[a-z]+)*$/;

/** Returns the name of the help file of a command. */
export function helpFileOf(path: readonly string[]): string {
  return `${['orgctl', ...path].join('.')}.json`;
}

/**
 * Returns the help page that the build prepared; undefined if the command line asks for more than help, or if
 * the parser must answer.
 * @param folder folder of the help files
 */
export function preparedHelp(argv: readonly string[], folder: string): HelpPage | undefined {
  const path = argv.slice(0, -1);
  if (argv.length > 0 && !HELP_FLAGS.has(argv.at(-1))) return undefined;
  if (!path.every((word) => WORD.test(word))) return undefined;
  try {
    // Not validated: the build of this program wrote the file, and a check would slow down every start.
    return JSON.parse(readFileSync(join(folder, helpFileOf(path)), 'utf8')) as HelpPage;
  } catch {
    // An alias, a mistyped command, or the single-file executable.
    return undefined;
  }
}
