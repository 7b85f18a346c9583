import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { faultsOfWorkflow } from '../support/argo-workflow.ts';
import { BIN, freshHome } from '../support/real-bin.ts';
import { runSimpleCommand, simpleLine } from '../support/simple-line.ts';

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

/** A script of a job as the CI runner starts it. */
interface Script {
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

/** The scripts of a step: its own, or those of action.yml with the inputs of the step. */
function scriptsOf({ run, uses, with: given = {} }: Step): readonly Script[] {
  if (run !== undefined) return [{ run, env: {} }];
  if (uses?.startsWith('example/orgctl@') !== true) return [];
  const action = parse(readFileSync('action.yml', 'utf8')) as Action;
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [name, given[name] ?? input.default]),
  );
  const filled = (text: string) =>
    text
      .replace(/\$\{\{ inputs\.(\w+) \}\}/g, (_, name: string) => inputs[name] ?? '')
      .replace(/\$\{\{ github\.event\.number \}\}/g, '7')
      .replace(/\$\{\{ github\.token \}\}/g, 'token');
  return action.runs.steps.flatMap((step) => {
    const [, mode] = /inputs\.mode == '(\w+)'/.exec(step.if ?? '') ?? [];
    const isOut =
      (mode !== undefined && mode !== inputs['mode']) || (step.if ?? '').includes(`!= '${inputs['mode']}'`);
    if (step.run === undefined || isOut || step.run.includes('npm ci')) return [];
    const env = Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value)]);
    return [{ run: filled(step.run), env: Object.fromEntries(env) }];
  });
}

interface Job {
  readonly steps: readonly Step[];
  readonly strategy?: { readonly matrix: { readonly share: readonly number[] } };
}

/** The fields of the guide's Argo Workflow that the tests read. */
interface ArgoWorkflow {
  readonly spec: {
    readonly entrypoint: string;
    readonly securityContext: object;
    readonly volumes: readonly object[];
    readonly templates: readonly {
      readonly name: string;
      readonly container?: object;
      readonly inputs?: { readonly parameters: readonly { readonly name: string }[] };
      readonly dag?: {
        readonly tasks: readonly {
          readonly name: string;
          readonly template: string;
          readonly dependencies?: readonly string[];
          readonly withSequence?: { readonly count: string };
          readonly arguments: {
            readonly parameters: readonly { readonly name: string; readonly value?: string }[];
          };
        }[];
      };
    }[];
  };
}

function argoWorkflow(): ArgoWorkflow {
  return blocksOf('docs/shards.md')[2] as ArgoWorkflow;
}

/** The YAML code blocks of a guide. */
function blocksOf(guide: string): readonly unknown[] {
  const page = readFileSync(guide, 'utf8');
  return [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, block = '']) => parse(block));
}

/**
 * Runs commands of a workflow as its CI runner does. Other programs are replaced by functions that do nothing
 * or log their arguments.
 */
async function onRunner(home: string, script: string, given: Readonly<Record<string, string>> = {}) {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    CI: 'true',
    ORGCTL_HOME: home,
    ORGCTL_PROFILE: 'sandbox',
    GITHUB_STEP_SUMMARY: join(home, 'summary.md'),
    RUNNER_TEMP: home,
    ...given,
  };
  const simple = simpleLine(script);
  if (simple !== undefined) {
    const { exit: exitCode, stdout, stderr } = await runSimpleCommand(home, simple, env);
    return { exitCode, stdout: stdout.trimEnd(), stderr: stderr.trimEnd() };
  }
  const shims = `orgctl() { "${process.execPath}" "${BIN}" "$@"; }\nnpm() { :; }\ngh() { echo "gh $*" >> gh.log; cat "\${@: -1}" >> gh.log; }\n`;
  const options = { cwd: home, reject: false, extendEnv: false, env } as const;
  return execa('bash', ['-e', '-o', 'pipefail', '-c', shims + script], options);
}

const commandsOf = (job: Job | undefined) => (job?.steps ?? []).flatMap(scriptsOf);

describe('workflow in docs/ci.md', () => {
  it('plans on a pull request, comments the plan, and applies on merge', async () => {
    const [workflow] = blocksOf('docs/ci.md') as [{ jobs: Record<string, Job> }];
    const { plan, apply } = workflow.jobs;
    const home = freshHome();
    writeFileSync(join(home, 'people.csv'), readFileSync('examples/people.csv'));
    for (const command of commandsOf(plan))
      expect(await onRunner(home, command.run, command.env)).toMatchObject({ exitCode: 0 });
    const comment = readFileSync(join(home, 'gh.log'), 'utf8');
    expect(comment).toContain(
      `gh pr comment 7 --edit-last --create-if-none --body-file ${home}/plan.md\n<!-- orgctl-plan -->\n`,
    );
    expect(comment).toContain('### Plan for sandbox: 10 to create\n');
    for (const command of commandsOf(apply))
      expect(await onRunner(home, command.run, command.env)).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(home, 'summary.md'), 'utf8')).toMatch(/### Run \S+: 10 created\n/);
    expect(readFileSync(join(home, 'report.html'), 'utf8')).toContain('<svg');
    expect(readFileSync(join(home, 'report.xml'), 'utf8')).toContain('tests="10" failures="0"');
    const after = await onRunner(home, 'orgctl bulk plan people.csv --detailed-exitcode');
    expect(after.exitCode).toBe(0);
  });
});

describe('action.yml', () => {
  const jobOf = (name: string) => {
    const [workflow] = blocksOf('docs/ci.md') as [{ jobs: Record<string, Job> }];
    return commandsOf(workflow.jobs[name]);
  };

  it('succeeds if there is nothing to change on a machine without runs', async () => {
    const home = freshHome();
    writeFileSync(join(home, 'people.csv'), readFileSync('examples/people.csv'));
    await onRunner(home, 'orgctl bulk apply people.csv --yes; rm -r state/runs');
    for (const { run, env } of jobOf('apply'))
      expect(await onRunner(home, run, env)).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(home, 'report.html'))).toBe(false);
  });

  it('writes no report of an older run if there is nothing to change', async () => {
    const home = freshHome();
    writeFileSync(join(home, 'people.csv'), readFileSync('examples/people.csv'));
    await onRunner(home, 'orgctl bulk apply people.csv --yes');
    for (const { run, env } of jobOf('apply'))
      expect(await onRunner(home, run, env)).toMatchObject({ exitCode: 0 });
    for (const file of ['report.html', 'report.xml', 'run.ndjson.gz'])
      expect({ file, isThere: existsSync(join(home, file)) }).toEqual({ file, isThere: false });
  });

  it('comments a plan over a limit and exits with 9', async () => {
    const home = freshHome();
    writeFileSync(join(home, 'people.csv'), readFileSync('examples/people.csv'));
    const ends: (number | undefined)[] = [];
    for (const { run, env } of jobOf('plan'))
      ends.push((await onRunner(home, run, { ...env, FLAGS: '--max-changes 3' })).exitCode);
    expect(ends.filter((end) => end !== 0)).toEqual([9]);
    for (const file of ['summary.md', 'gh.log'])
      expect(readFileSync(join(home, file), 'utf8')).toContain('### Plan for sandbox: 10 to create\n');
  });
});

describe('mode of action.yml', () => {
  it.each([
    ['applied', 2],
    ['', 2],
    ['plan', 0],
    ['apply', 0],
    ['setup', 0],
  ])('is checked first: "%s" exits with %i', async (mode, exit) => {
    const [first] = scriptsOf({ uses: 'example/orgctl@v0.1.0', with: { mode } });
    const ran = await onRunner(freshHome(), first?.run ?? '', first?.env);
    expect(ran.exitCode).toBe(exit);
    expect(ran.stdout).toBe(
      exit === 0 ? '' : `::error::orgctl: the mode is plan, apply or setup, not "${mode}"`,
    );
  });
});

describe('workflow for long runs in docs/ci.md', () => {
  it('keeps the run of a job and resumes it in the next one', async () => {
    const [, workflow] = blocksOf('docs/ci.md') as [unknown, { jobs: Record<string, Job> }];
    const kept = freshHome();
    for (const round of [1, 2]) {
      const home = freshHome();
      writeFileSync(join(home, 'people.csv'), readFileSync('examples/people.csv'));
      if (round === 2) copyFileSync(join(kept, 'run.ndjson.gz'), join(home, 'run.ndjson.gz'));
      for (const { run, env } of commandsOf(workflow.jobs['apply']))
        expect(await onRunner(home, run, env)).toMatchObject({ exitCode: 0 });
      copyFileSync(join(home, 'run.ndjson.gz'), join(kept, 'run.ndjson.gz'));
      const runs = await onRunner(home, 'orgctl runs list -o json | jq length');
      expect(runs.stdout).toBe(String(round));
    }
  });
});

describe('ci-templates/gitlab.yml', () => {
  it('plans in a merge request and applies on the default branch', async () => {
    const { 'orgctl-plan': plan, 'orgctl-apply': apply } = parse(
      readFileSync('ci-templates/gitlab.yml', 'utf8'),
    ) as Record<string, { script: readonly string[]; after_script?: readonly string[] }>;
    const home = freshHome();
    writeFileSync(join(home, 'people.csv'), readFileSync('examples/people.csv'));
    const env = { ORGCTL_FILE: 'people.csv' };
    for (const script of [...(plan?.script ?? []), ...(apply?.script ?? []), ...(apply?.after_script ?? [])])
      expect([script, (await onRunner(home, script, env)).exitCode]).toEqual([script, 0]);
    expect(readFileSync(join(home, 'plan.md'), 'utf8')).toContain('### Plan for sandbox: 10 to create\n');
    expect(readFileSync(join(home, 'summary.md'), 'utf8')).toMatch(/### Run \S+: 10 created\n/);
    expect(readFileSync(join(home, 'report.xml'), 'utf8')).toContain('tests="10" failures="0"');
    expect((await onRunner(freshHome(), `orgctl runs import ${home}/run.ndjson.gz`)).exitCode).toBe(0);
  });
});

describe('ci-templates/gitlab.yml without a change', () => {
  const jobs = parse(readFileSync('ci-templates/gitlab.yml', 'utf8')) as Record<
    string,
    { after_script?: readonly string[]; artifacts: { when?: string } }
  >;

  it('succeeds without a run and writes no report', async () => {
    const home = freshHome();
    const after = jobs['orgctl-apply']?.after_script ?? [];
    expect((await onRunner(home, after.join('\n'))).exitCode).toBe(0);
    expect(existsSync(join(home, 'report.xml'))).toBe(false);
  });

  it('keeps the plan if a limit is exceeded', () => {
    expect(jobs['orgctl-plan']?.artifacts.when).toBe('always');
  });
});

describe('.pre-commit-hooks.yaml', () => {
  it.each([
    ['orgctl-manifest-validate', ['examples/manifest.yaml'], 0],
    ['orgctl-bulk-check', ['examples/people.csv', 'examples/people.csv'], 0],
    ['orgctl-bulk-check', ['examples/people.csv', 'bad.csv'], 5],
  ])('%s on %s exits with %i', async (id, files, exit) => {
    const hooks = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8')) as readonly {
      id: string;
      entry: string;
      files: string;
    }[];
    const hook = hooks.find((one) => one.id === id);
    const home = freshHome();
    writeFileSync(join(home, 'bad.csv'), 'userName,email\nada,no-address\n');
    const paths = files.map((file) => (file === 'bad.csv' ? file : resolve(file)));
    expect(
      paths.every((path) => path.endsWith('bad.csv') || new RegExp(hook?.files ?? '^$').test(path)),
    ).toBe(true);
    const ran = await onRunner(home, `export -f orgctl; ${hook?.entry} ${paths.join(' ')}`);
    expect(ran.exitCode).toBe(exit);
  });
});

describe('Containerfile', () => {
  it('copies the one-file executable into an image that does not run as root', () => {
    const lines = readFileSync('Containerfile', 'utf8').split('\n');
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
    expect(lines.find((line) => line.startsWith('RUN npm ci'))).toContain(
      'npm run build:executable && mv executable /',
    );
    expect(last).toContain('COPY --from=build /executable/orgctl /usr/local/bin/orgctl');
    expect(readFileSync('build.mjs', 'utf8')).toContain("const out = 'executable';");
    expect(last.filter((line) => /^(USER|ENTRYPOINT) /.test(line))).toEqual([
      'USER 65532:65532',
      'ENTRYPOINT ["/usr/local/bin/orgctl"]',
    ]);
    // A RUN after USER could change the user.
    expect(last.findIndex((line) => line.startsWith('RUN'))).toBeLessThan(last.indexOf('USER 65532:65532'));
  });
});

describe('docs/shards.md', () => {
  it('shows a Job and a CronJob that are valid in the Kubernetes schemas', async () => {
    const { Job } = await import('kubernetes-models/batch/v1/Job');
    const { CronJob } = await import('kubernetes-models/batch/v1/CronJob');
    const [job, cronJob] = blocksOf('docs/shards.md') as [object, object];
    new Job(job as never).validate();
    new CronJob(cronJob as never).validate();
    expect(() => new Job({ ...job, spec: { completions: 'four' } } as never).validate()).toThrow();
    expect(JSON.stringify([job, cronJob])).not.toContain('configMap');
  });

  it('shows a valid Argo Workflow with valid pods and existing tasks and parameters', async () => {
    const { Pod } = await import('kubernetes-models/v1/Pod');
    const workflow = argoWorkflow();
    expect(faultsOfWorkflow(workflow)).toEqual([]);
    const { entrypoint, templates, volumes, securityContext } = workflow.spec;
    const [first, runs] = templates;
    expect(faultsOfWorkflow({ ...workflow, spec: { ...workflow.spec, entryPoint: 'people' } })).toHaveLength(
      1,
    );
    expect(faultsOfWorkflow({ ...workflow, spec: { templates: [{ ...first, dag: {} }] } })).toHaveLength(1);
    expect(first?.name).toBe(entrypoint);
    const pod = (container: object | undefined) =>
      new Pod({
        metadata: { name: 'shard' },
        spec: { securityContext, volumes, containers: [container] },
      } as never);
    pod(runs?.container).validate();
    expect(() => pod({ ...runs?.container, image: 7 }).validate()).toThrow();
    const tasks = first?.dag?.tasks ?? [];
    const names = tasks.map(({ name }) => name);
    for (const { template, dependencies = [], arguments: given } of tasks) {
      expect(template).toBe(runs?.name);
      expect(names).toEqual(expect.arrayContaining([...dependencies]));
      expect(given.parameters.map(({ name }) => name)).toEqual(
        runs?.inputs?.parameters.map(({ name }) => name),
      );
    }
    expect(tasks.length).toBe(3);
    expect(JSON.stringify(workflow)).not.toContain('configMap');
  });

  it('applies a file in the tasks of an Argo Workflow and writes one report', async () => {
    const tasks = argoWorkflow().spec.templates[0]?.dag?.tasks ?? [];
    const home = freshHome();
    writeFileSync(join(home, 'people.csv'), readFileSync('examples/people.csv'));
    const printed: string[] = [];
    for (const { withSequence, arguments: given } of tasks) {
      const [{ value = '' } = {}] = given.parameters;
      for (let item = 0; item < Number(withSequence?.count ?? 1); item += 1) {
        const words = value.replaceAll('{{item}}', String(item)).replaceAll('/people/', `${home}/`);
        const ran = await onRunner(home, `orgctl ${words.replaceAll('/state', `${home}/state`)}`);
        expect({ words, exit: ran.exitCode, stderr: ran.exitCode === 0 ? '' : ran.stderr }).toEqual({
          words,
          exit: 0,
          stderr: '',
        });
        printed.push(ran.stdout);
      }
    }
    expect(printed.at(-1)).toMatch(/<testsuites? [^>]*tests="\d+" failures="0"/);
    const after = await onRunner(home, 'orgctl bulk plan people.csv --detailed-exitcode -q -o ndjson');
    expect(after).toMatchObject({ exitCode: 0, stdout: '' });
  });

  it('applies a file in the pods of an indexed Job, each started twice', async () => {
    const [job] = blocksOf('docs/shards.md') as [
      { spec: { completions: number; template: { spec: { containers: [{ command: readonly string[] }] } } } },
    ];
    const { completions, template } = job.spec;
    const home = freshHome();
    const people = join(home, 'people.csv');
    writeFileSync(people, readFileSync('examples/people.csv'));
    const [{ command }] = template.spec.containers;
    expect(command).toContain(`auto/${completions}`);
    const quoted = (word: string) => (/^[\w./-]+$/.test(word) ? word : `'${word}'`);
    const line = command.map((word) => quoted(word.replace('/people/people.csv', people))).join(' ');
    for (const round of [1, 2]) {
      for (let index = 0; index < completions; index += 1) {
        const pod = await onRunner(home, line, { JOB_COMPLETION_INDEX: String(index) });
        expect({ round, index, exit: pod.exitCode }).toEqual({ round, index, exit: 0 });
      }
    }
    const after = await onRunner(home, `orgctl bulk plan ${people} --detailed-exitcode -q -o ndjson`);
    expect(after).toMatchObject({ exitCode: 0, stdout: '' });
  });

  it('applies a file in the jobs of a matrix, and the managers after them', async () => {
    const workflow = blocksOf('docs/shards.md').at(-1) as { jobs: Record<string, Job> };
    const { apply, managers } = workflow.jobs;
    const shares = apply?.strategy?.matrix.share ?? [];
    const home = freshHome();
    writeFileSync(join(home, 'people.csv'), readFileSync('examples/people.csv'));
    for (const share of shares) {
      for (const command of commandsOf(apply))
        expect(
          await onRunner(home, command.run, { ...command.env, SHARE: `${share}/${shares.length}` }),
        ).toMatchObject({
          exitCode: 0,
        });
    }
    for (const command of commandsOf(managers))
      expect(await onRunner(home, command.run, command.env)).toMatchObject({ exitCode: 0 });
    const after = await onRunner(home, 'orgctl bulk plan people.csv --detailed-exitcode -q -o ndjson');
    expect(after).toMatchObject({ exitCode: 0, stdout: '' });
  });
});
