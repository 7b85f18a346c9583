import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { machineAt, type Ran } from './run-orgctl.ts';
import { within } from './working-folder.ts';

/** A line that needs no shell: one call of the program, with at most a file for stdin or for stdout. */
interface SimpleLine {
  readonly words: string;
  readonly stdin?: string;
  readonly stdout?: string;
}

/** Characters outside of quotes that need a shell. */
const OF_A_SHELL = /[|<>;&$`*\\?~#!(){}[\]\n]/;

/** Returns the parts of a line that needs no shell, else undefined. */
export function simpleLine(line: string): SimpleLine | undefined {
  const [, words = '', stdin, stdout] =
    /^orgctl ((?:'[^']*'|[^'])*?)(?: < ([\w./-]+))?(?: > ([\w./-]+))?$/.exec(line) ?? [];
  if (words === '' || OF_A_SHELL.test(words.replace(/'[^']*'|"[^"$`\\]*"/g, ''))) return undefined;
  return { words, ...(stdin === undefined ? {} : { stdin }), ...(stdout === undefined ? {} : { stdout }) };
}

/**
 * Runs such a line in this process and this folder, with the result of a shell, in a tenth of the time.
 * @returns its result, with both streams in the order of one pipe
 */
export async function runSimpleCommand(
  home: string,
  { words, stdin, stdout }: SimpleLine,
  env: Readonly<Record<string, string>> = {},
): Promise<Ran & { readonly all: string }> {
  let all = '';
  const append = (kept: boolean) => {
    let length = 0;
    return (written: string) => {
      if (kept) all += written.slice(length);
      length = written.length;
    };
  };
  const ran = await within(home, () =>
    machineAt(home).orgctl(words, {
      env,
      ...(stdin === undefined ? {} : { stdin: readFileSync(stdin) }),
      onStdout: append(stdout === undefined),
      onStderr: append(true),
    }),
  );
  if (stdout === undefined) return { ...ran, all };
  writeFileSync(resolve(home, stdout), ran.stdout);
  return { ...ran, stdout: '', all };
}
