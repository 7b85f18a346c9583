import { parseEncoding } from '../options/reading-options.ts';

/**
 * Returns the label of the encoding that a command line or a variable names; undefined if there is none, or
 * the name is wrong.
 */
export function encodingIn(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const at = argv.findIndex((word) => /^--(?:encoding(?:=|$)|$)/.test(word));
  const [, joined] = /^--encoding=(.*)$/s.exec(argv[at] ?? '') ?? [];
  const name = at < 0 || argv[at] === '--' ? env['ORGCTL_ENCODING'] : (joined ?? argv[at + 1]);
  try {
    return name === undefined || name === '' ? undefined : parseEncoding(name);
  } catch {
    return undefined;
  }
}
