import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HelpPage } from './help-page.ts';

const HELP_FLAGS: ReadonlySet<string | undefined> = new Set(['--help', '-h']);
/** A word of a command, and nothing that could lead out of the folder. */
const WORD = /^[a-z]+(-[a-z]+)*$/;

/** Returns the name of the file in which the build puts the help of a command. */
export function helpFileOf(path: readonly string[]): string {
  return `${['orgctl', ...path].join('.')}.json`;
}

/**
 * Returns the help that the build prepared, where a command line asks for that and nothing else; undefined
 * where the parser has to answer.
 * @param folder where the build puts help
 */
export function preparedHelp(argv: readonly string[], folder: string): HelpPage | undefined {
  const path = argv.slice(0, -1);
  if (argv.length > 0 && !HELP_FLAGS.has(argv.at(-1))) return undefined;
  if (!path.every((word) => WORD.test(word))) return undefined;
  try {
    // Not checked: the build of this program wrote it, and each start would pay for a check.
    return JSON.parse(readFileSync(join(folder, helpFileOf(path)), 'utf8')) as HelpPage;
  } catch {
    // Another name of a command, a mistyped one, or a program in one file.
    return undefined;
  }
}
