import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { BIN, freshHome } from '../support/real-bin.ts';

interface Step {
  readonly run?: string;
}

interface Job {
  readonly steps: readonly Step[];
  readonly strategy?: { readonly matrix: { readonly share: readonly number[] } };
}

/** The YAML blocks of a guide. */
function blocksOf(guide: string): readonly unknown[] {
  const page = readFileSync(guide, 'utf8');
  return [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, block = '']) => parse(block));
}

/** Runs commands of a workflow as its runner does; what is not ours only leaves a word of what it was asked. */
function onRunner(home: string, script: string, env: Readonly<Record<string, string>> = {}) {
  const shims = `orgctl() { "${process.execPath}" "${BIN}" "$@"; }\nnpm() { :; }\ngh() { echo "gh $*" >> gh.log; cat "\${@: -1}" >> gh.log; }\n`;
  const { PATH = '' } = process.env;
  return execa('bash', ['-e', '-o', 'pipefail', '-c', shims + script], {
    cwd: home,
    reject: false,
    extendEnv: false,
    env: {
      PATH,
      HOME: home,
      CI: 'true',
      ORGCTL_HOME: home,
      ORGCTL_PROFILE: 'sandbox',
      GITHUB_STEP_SUMMARY: join(home, 'summary.md'),
      PULL_REQUEST: '7',
      ...env,
    },
  });
}

const commandsOf = (job: Job | undefined) => (job?.steps ?? []).flatMap(({ run }) => run ?? []);

describe('docs/ci.md', () => {
  it('plans on a pull request, comments the plan, and applies on merge', async () => {
    const [workflow] = blocksOf('docs/ci.md') as [{ jobs: Record<string, Job> }];
    const { plan, apply } = workflow.jobs;
    const home = freshHome();
    writeFileSync(join(home, 'people.csv'), readFileSync('examples/people.csv'));
    for (const command of commandsOf(plan))
      expect(await onRunner(home, command)).toMatchObject({ exitCode: 0 });
    const comment = readFileSync(join(home, 'gh.log'), 'utf8');
    expect(comment).toContain(
      'gh pr comment 7 --edit-last --create-if-none --body-file plan.md\n<!-- orgctl-plan -->\n',
    );
    expect(comment).toContain('### Plan for sandbox: 10 to create\n');
    for (const command of commandsOf(apply))
      expect(await onRunner(home, command)).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(home, 'summary.md'), 'utf8')).toMatch(/### Run \S+: 10 created\n/);
    expect(readFileSync(join(home, 'report.html'), 'utf8')).toContain('<svg');
    expect(readFileSync(join(home, 'report.xml'), 'utf8')).toContain('tests="10" failures="0"');
    const after = await onRunner(home, 'orgctl bulk plan people.csv --detailed-exitcode');
    expect(after.exitCode).toBe(0);
  });
});

describe('docs/shards.md', () => {
  it('carries a file out in the pods of an indexed Job, each started twice', async () => {
    const [job] = blocksOf('docs/shards.md') as [
      { spec: { completions: number; template: { spec: { containers: [{ command: readonly string[] }] } } } },
    ];
    const { completions, template } = job.spec;
    const home = freshHome();
    const people = join(home, 'people.csv');
    writeFileSync(people, readFileSync('examples/people.csv'));
    const [{ command }] = template.spec.containers;
    expect(command).toContain(`auto/${completions}`);
    const line = command.map((word) => `'${word.replace('/people/people.csv', people)}'`).join(' ');
    for (const round of [1, 2]) {
      for (let index = 0; index < completions; index += 1) {
        const pod = await onRunner(home, line, { JOB_COMPLETION_INDEX: String(index) });
        expect({ round, index, exit: pod.exitCode }).toEqual({ round, index, exit: 0 });
      }
    }
    const after = await onRunner(home, `orgctl bulk plan ${people} --detailed-exitcode -q -o ndjson`);
    expect(after).toMatchObject({ exitCode: 0, stdout: '' });
  });

  it('carries a file out in the jobs of a matrix, and the managers behind them', async () => {
    const [, workflow] = blocksOf('docs/shards.md') as [unknown, { jobs: Record<string, Job> }];
    const { apply, managers } = workflow.jobs;
    const shares = apply?.strategy?.matrix.share ?? [];
    const home = freshHome();
    writeFileSync(join(home, 'people.csv'), readFileSync('examples/people.csv'));
    for (const share of shares) {
      for (const command of commandsOf(apply))
        expect(await onRunner(home, command, { SHARE: `${share}/${shares.length}` })).toMatchObject({
          exitCode: 0,
        });
    }
    for (const command of commandsOf(managers))
      expect(await onRunner(home, command)).toMatchObject({ exitCode: 0 });
    const after = await onRunner(home, 'orgctl bulk plan people.csv --detailed-exitcode -q -o ndjson');
    expect(after).toMatchObject({ exitCode: 0, stdout: '' });
  });
});
