import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { expect } from 'vitest';
import { BIN } from './real-bin.ts';
import { runSimpleCommand, simpleLine } from './simple-line.ts';

/** A command in a page, and its documented output. */
export interface Recorded {
  readonly command: string;
  readonly output: string;
}

/** Returns the commands in the `console` blocks of a page with their output. */
export function recordedIn(page: string): readonly Recorded[] {
  return [...page.matchAll(/```console\n(.*?)```/gs)].flatMap(([, block = '']) => commandsIn(block));
}

function commandsIn(block: string): readonly Recorded[] {
  return block
    .split(/^\$ /m)
    .filter((part) => part !== '')
    .map((part) => {
      const end = part.indexOf('\n');
      return { command: part.slice(0, end), output: part.slice(end + 1).trimEnd() };
    });
}

/**
 * Runs the commands of a page in a fresh home and compares their output.
 * @param isBuilt runs every command as a process of the built program; otherwise only those that need a shell
 */
export async function expectToPrint(
  recorded: readonly Recorded[],
  home: string,
  isBuilt: boolean,
): Promise<void> {
  symlinkSync(resolve('examples'), `${home}/examples`);
  // A program instead of a shell function, so that a page can stop a background process by its process ID.
  const programs = join(home, 'programs');
  mkdirSync(programs);
  const lines = ['#!/bin/sh', `exec "${process.execPath}" "${BIN}" "$@"`, ''];
  writeFileSync(join(programs, 'orgctl'), lines.join('\n'), { mode: 0o755 });
  for (const { command, output } of recorded) {
    const { PATH = '' } = process.env;
    const env = { PATH: `${programs}:${PATH}`, HOME: home, ORGCTL_HOME: home, ORGCTL_OUTPUT: 'table' };
    const options = { cwd: home, env, extendEnv: false, all: true, reject: false } as const;
    const simple = isBuilt ? undefined : simpleLine(command);
    // With one pipe, both streams keep the order in which they were written.
    const ran =
      simple === undefined
        ? await execa('bash', ['-c', `exec 2>&1\n${command}`], options)
        : await runSimpleCommand(home, simple, env);
    expect({ command, output: withoutWhatVaries(ran.all.trimEnd()) }).toEqual({
      command,
      output: withoutWhatVaries(output),
    });
  }
}

/** Replaces run IDs, creation times, ports, and IDs that depend on the order of concurrent creates. */
function withoutWhatVaries(text: string): string {
  return text
    .replace(/\d{8}-\d{6}-[a-z0-9]{5}/g, 'RUN')
    .replace(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}-\d{2}:\d{2}/g, 'TIME')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .replace(/\b[SW]1[A-Z0-9]{7}\b/g, 'ID');
}
