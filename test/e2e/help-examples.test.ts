import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { describe, expect, it } from 'vitest';
import { helpDetailsOf } from '../../src/cli/help-format.ts';
import { buildWholeProgram } from '../../src/cli/program.ts';
import { freshHome, inShell, startOrgctl } from '../support/real-bin.ts';
import { machineAt } from '../support/run-orgctl.ts';

/** Examples that need a service or a profile of one's own, or serve until they are stopped. */
const NEEDS_MORE_THAN_A_SANDBOX =
  /^orgctl (probe acme|profile (add|edit|rename|copy|use acme|show acme|remove)|config set|-p acme|sandbox (serve|seed --like)|--scim-url|(compare|migrate \w+) old)|logs --follow|--state \/state|--merge shards\//;

/** What an example needs to be there. */
const PREPARED: readonly { readonly of: RegExp; readonly before: readonly string[] }[] = [
  {
    of: /apply plan\.json|replace/,
    before: [
      'orgctl -p sandbox bulk plan people.csv --out plan.json',
      'orgctl -p sandbox scim users get clara.voss -o yaml > clara.yaml; orgctl -p sandbox scim groups get IT -o yaml > it.yaml',
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
      'orgctl runs export latest --out run.ndjson.gz; rm -rf state/runs',
    ],
  },
  { of: /problem\.ndjson/, before: ['orgctl -p sandbox --record problem.ndjson scim users list'] },
  { of: /\blatest\b/, before: ['orgctl --yes -p sandbox bulk apply people.csv'] },
];

/** What a line has that only a shell understands. */
const OF_A_SHELL = /[|<>;&$`*\\]|^(?!orgctl )/;

/** Runs a line: in this process where it is one command, which takes a tenth of the time, else in a shell. */
async function ranIn(home: string, line: string): Promise<{ exit: number | undefined; stderr: string }> {
  if (OF_A_SHELL.test(line)) {
    const { exitCode: exit, stderr } = await inShell(home, line);
    return { exit, stderr };
  }
  const before = process.cwd();
  process.chdir(home);
  try {
    return await machineAt(home).orgctl(line.slice('orgctl '.length));
  } finally {
    process.chdir(before);
  }
}

const program = await buildWholeProgram();
const leaves = leavesOf(program);
const examples = leaves.flatMap((command) => helpDetailsOf(command)?.examples ?? []);

it('gives every command at least one example', () => {
  const without = leaves.filter((command) => (helpDetailsOf(command)?.examples ?? []).length === 0);
  expect(without.map((command) => command.name())).toEqual([]);
});

it('shows examples before flags in the help of every command, within 120 columns', async () => {
  const home = freshHome();
  for (const command of leaves) {
    const { stdout, exitCode } = await startOrgctl(home, [...wordsOf(command), '--help']);
    expect(exitCode).toBe(0);
    expect(stdout.indexOf('Examples:')).toBeGreaterThan(0);
    expect(stdout.indexOf('Examples:')).toBeLessThan(stdout.indexOf('Flags:'));
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(140);
  }
});

describe('runs the examples of help as they stand', () => {
  it.each(examples.filter((example) => !NEEDS_MORE_THAN_A_SANDBOX.test(example)))('%s', async (example) => {
    const home = freshHome();
    for (const file of [
      'people.csv',
      'groups.csv',
      'hr.csv',
      'hr.yaml',
      'organization.yaml',
      'manifest.yaml',
      'manifest-v1.json',
    ])
      copyFileSync(join('examples', file), join(home, file));
    writeFileSync(join(home, 'user.yaml'), 'userName: eva\nemails: [{value: eva@x.example}]\n');
    writeFileSync(join(home, 'changes.yaml'), 'title: Painter\n');
    writeFileSync(join(home, 'requests.ndjson'), '');
    putDumps(home);
    putGroups(home);
    const { before } = PREPARED.find(({ of }) => of.test(example)) ?? { before: [] };
    for (const line of before) await ranIn(home, line);
    const [, written = 'plan.json'] = /--out (\S+\.csv)/.exec(example) ?? [];
    if (example.includes('--out'))
      for (const name of [written, 'plan.json', 'people.csv.old']) rmSync(join(home, name), { force: true });
    const answered = /deactivate|reset|remove|replace|apply|delete|members (set|clear)|undo/.test(example)
      ? example.replaceAll('orgctl ', 'orgctl --yes ')
      : example;
    const ran = await ranIn(home, answered);
    expect(ran).toMatchObject({ exit: 0 });
  });
});

/** What the examples of "migrate" work on. */
function putDumps(home: string): void {
  writeFileSync(join(home, 'ids.csv'), 'from,to\nU0AAAAAA1,W0AAAAAA1\n');
  writeFileSync(join(home, 'dump.ndjson'), '{"user":"U0AAAAAA1"}\n');
  writeFileSync(join(home, 'notes.txt'), 'ask U0AAAAAA1\n');
  mkdirSync(join(home, 'export'));
  writeFileSync(join(home, 'export', 'users.json'), '[{"id":"U0AAAAAA1"}]');
  writeFileSync(join(home, 'members.csv'), 'user_id,owner\nU0AAAAAA1,U0AAAAAA1\n');
  writeFileSync(join(home, 'users.txt'), 'U10IMBXVJ, U1118NVR2\nU0AAAAAA1\n');
  writeFileSync(join(home, 'people.txt'), 'clara.voss\ntomas.rey\n');
}

function leavesOf(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

function wordsOf(command: CommandUnknownOpts): string[] {
  return command.parent === null ? [] : [...wordsOf(command.parent), command.name()];
}

/** What the examples of groups read. */
function putGroups(home: string): void {
  writeFileSync(join(home, 'members.txt'), 'tomas.rey\nclara.voss@harbour-finch.example\n');
  writeFileSync(join(home, 'leavers.txt'), 'tomas.rey\nclara.voss@harbour-finch.example\n');
  writeFileSync(join(home, 'leaving.txt'), 'samir.aziz\n');
  writeFileSync(join(home, 'group.yaml'), 'displayName: Painters\nmembers: [clara.voss]\n');
  writeFileSync(join(home, 'group-changes.yaml'), 'members: [tomas.rey]\n');
}
