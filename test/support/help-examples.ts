import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { helpDetailsOf } from '../../src/cli/help-format.ts';
import { inShell } from './real-bin.ts';
import { runSimpleCommand, simpleLine } from './simple-line.ts';

const EXAMPLES = resolve('examples');

/** Examples that need a service or a profile, or that run until they are stopped. */
export const NEEDS_MORE_THAN_A_SANDBOX =
  /^orgctl (probe (?:diff )?acme|profile (add|edit|rename|copy|use acme|show acme|remove)|config set|-p acme|sandbox (serve|seed --like)|--scim-url|(compare|migrate \w+) old)|logs --follow|--state \/state|--merge shards\//;

/** Commands that must run before an example. */
const PREPARED: readonly { readonly of: RegExp; readonly before: readonly string[] }[] = [
  {
    of: /--only --state/,
    before: [
      'orgctl -p sandbox scim users export --out users.csv',
      'orgctl -p sandbox scim groups export --out teams.csv',
    ],
  },
  {
    of: /apply plan\.json|replace/,
    before: [
      'orgctl -p sandbox bulk plan people.csv --out plan.json',
      'orgctl -p sandbox scim users get clara.voss -o yaml > clara.yaml',
      'orgctl -p sandbox scim groups get IT -o yaml > it.yaml',
    ],
  },
  {
    of: /^orgctl runs verify/,
    before: [
      'orgctl --yes -p sandbox bulk apply people.csv',
      'orgctl runs export --since 90d --out audit.ndjson',
    ],
  },
  {
    of: /^orgctl runs import/,
    before: [
      'orgctl --yes -p sandbox bulk apply people.csv',
      'orgctl runs export latest --out run.ndjson.gz',
      'rm -rf state/runs',
    ],
  },
  {
    of: /^orgctl migrate verify --check/,
    before: [
      'orgctl migrate snapshot sandbox --out before.ndjson',
      'orgctl migrate verify before.ndjson sandbox --html verified.html',
    ],
  },
  { of: /problem\.ndjson/, before: ['orgctl -p sandbox --record problem.ndjson scim users list'] },
  { of: /\blatest\b/, before: ['orgctl --yes -p sandbox bulk apply people.csv'] },
];

/** Syntax that needs a shell. */
export const OF_A_SHELL = /[|<>;&$`*\\]|^(?!orgctl )/;

/** Every command without subcommands. */
export function leavesOf(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

/** All examples in the help of a command and its subcommands. */
export function examplesOf(program: CommandUnknownOpts): readonly string[] {
  return leavesOf(program).flatMap((command) => helpDetailsOf(command)?.examples ?? []);
}

/** Runs a line, in this process if it needs no shell. */
export async function ranIn(
  home: string,
  line: string,
): Promise<{ exit: number | undefined; stderr: string }> {
  const simple = simpleLine(line);
  if (simple !== undefined) return runSimpleCommand(home, simple);
  const { exitCode: exit, stderr } = await inShell(home, line);
  return { exit, stderr };
}

/**
 * Writes the files that an example reads to a home folder and runs the commands that it needs. @returns the
 * example with its prompts answered
 */
export async function prepareExample(home: string, example: string): Promise<string> {
  for (const file of [
    'people.csv',
    'groups.csv',
    'hr.csv',
    'hr.yaml',
    'organization.yaml',
    'manifest.yaml',
    'manifest-v1.json',
  ])
    copyFileSync(join(EXAMPLES, file), join(home, file));
  writeFileSync(join(home, 'user.yaml'), 'userName: eva\nemails: [{value: eva@x.example}]\n');
  writeFileSync(join(home, 'changes.yaml'), 'title: Painter\n');
  writeFileSync(join(home, 'common.yaml'), 'title: Painter\nactive: true\n');
  writeFileSync(join(home, 'requests.ndjson'), '');
  putDumps(home);
  putGroups(home);
  const { before } = PREPARED.find(({ of }) => of.test(example)) ?? { before: [] };
  for (const line of before) await ranIn(home, line);
  const [, written = 'plan.json'] = /--out (\S+\.csv)/.exec(example) ?? [];
  if (example.includes('--out'))
    for (const name of [written, 'plan.json', 'people.csv.old']) rmSync(join(home, name), { force: true });
  return /deactivate|reset|remove|replace|apply|delete|members (set|clear)|undo/.test(example)
    ? example.replaceAll('orgctl ', 'orgctl --yes ')
    : example;
}

/** Input files for the examples of "migrate". */
function putDumps(home: string): void {
  writeFileSync(join(home, 'ids.csv'), 'from,to\nU0AAAAAA1,W0AAAAAA1\n');
  writeFileSync(join(home, 'dump.ndjson'), '{"user":"U0AAAAAA1"}\n');
  writeFileSync(join(home, 'notes.txt'), 'ask U0AAAAAA1\n');
  mkdirSync(join(home, 'export'));
  writeFileSync(join(home, 'export', 'users.json'), '[{"id":"U0AAAAAA1"}]');
  writeFileSync(join(home, 'members.csv'), 'user_id,owner\nU10IMBXVJ,U0AAAAAA1\n');
  writeFileSync(join(home, 'users.txt'), 'U10IMBXVJ, U1118NVR2\nW144YNJ08\n');
  writeFileSync(join(home, 'people.txt'), 'clara.voss\ntomas.rey\n');
}

/** Input files for the examples of groups. */
function putGroups(home: string): void {
  writeFileSync(join(home, 'members.txt'), 'tomas.rey\nclara.voss@harbour-finch.example\n');
  writeFileSync(join(home, 'leavers.txt'), 'tomas.rey\nclara.voss@harbour-finch.example\n');
  writeFileSync(join(home, 'leaving.txt'), 'samir.aziz\n');
  writeFileSync(join(home, 'group.yaml'), 'displayName: Painters\nmembers: [clara.voss]\n');
  writeFileSync(join(home, 'group-changes.yaml'), 'members: [tomas.rey]\n');
}
