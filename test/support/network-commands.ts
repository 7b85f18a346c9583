import { copyFileSync, writeFileSync } from 'node:fs';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { helpDetailsOf } from '../../src/cli/help-format.ts';
import { buildWholeProgram } from '../../src/cli/program.ts';
import type { Machine } from './run-orgctl.ts';

/** Files that the help examples read. */
const FILES: Readonly<Record<string, string>> = {
  'people.txt': 'clara.voss\ntomas.rey\n',
  'members.txt': 'tomas.rey\nclara.voss@harbour-finch.example\n',
  'leavers.txt': 'tomas.rey\nclara.voss@harbour-finch.example\n',
  'users.txt': 'U10IMBXVJ, U1118NVR2\n',
  'user.yaml': 'userName: eva\nemails: [{value: eva@x.example}]\n',
  'clara.yaml': 'userName: clara.voss\nemails: [{value: clara.voss@harbour-finch.example, primary: true}]\n',
  'it.yaml': 'displayName: IT\nmembers: []\n',
};

/**
 * Names in the demo organization and their IDs. With an ID, a command reads the resource instead of looking
 * it up.
 */
const IDS: Readonly<Record<string, string>> = {
  'clara.voss@harbour-finch.example': 'W12L3NPDN',
  'clara.voss': 'W12L3NPDN',
  'tomas.rey': 'W133PZN96',
  'former.member': 'W15OTNCMT',
};

/**
 * Returns one command line for every command that sends requests: its first help example, and if that names
 * users, the same with their IDs. Without the program name and a profile.
 */
export async function networkCommands(groupId: string): Promise<readonly string[]> {
  const leaves = leavesOf(await buildWholeProgram());
  const lines = leaves.flatMap((command) => {
    const examples = helpDetailsOf(command)?.examples ?? [];
    const example = examples.find(
      (line) => line.startsWith('orgctl -p sandbox ') && !/-n\b|dry-run/.test(line),
    );
    return example === undefined ? [] : [lineOf(example)];
  });
  const byId = lines.map((line) =>
    Object.entries(IDS)
      .reduce((text, [name, id]) => text.replaceAll(name, id), line)
      .replace(/^(scim groups .*)\bIT\b/, `$1${groupId}`),
  );
  return [...new Set([...lines, ...byId])];
}

/** Writes the files that the commands read. */
export function putExampleFiles(machine: Pick<Machine, 'path'>): void {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(machine.path(name), text);
  for (const name of ['people.csv', 'manifest.yaml']) copyFileSync(`examples/${name}`, machine.path(name));
}

const isWhole = process.env['ORGCTL_TEST_RUNS'] !== undefined;
/** Timeout in milliseconds of one test with many cases. */
export const TIME_LIMIT = isWhole ? 3_600_000 : 600_000;

/**
 * Chooses every sixth case, shifted in each row, so that each column and row is covered. Returns all cases
 * with ORGCTL_TEST_RUNS (npm run test:long).
 */
export function someOf<T>(cases: readonly T[], row: number): readonly T[] {
  return isWhole ? cases : cases.filter((_, column) => (column + row) % 6 === 0);
}

/** Replaces the file names in a line by their paths on the machine. */
export function withFiles(line: string, machine: Pick<Machine, 'path'>): string {
  return line.replace(/(?<=\s)[\w-]+\.(?:csv|txt|yaml|json)(?=\s|$)/g, (name) => machine.path(name));
}

function lineOf(example: string): string {
  return example.replace(/^orgctl -p sandbox /, '').replace(/ (&&|\||>) .*$/, '');
}

function leavesOf(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}
