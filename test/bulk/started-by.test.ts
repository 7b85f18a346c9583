import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordedWords } from '../../src/cli/command-words.ts';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const TOKEN = 'xoxp-an-owner-of-acme-1234';

describe('origin of a run', () => {
  it('is recorded and listed with user, host, job, token hash and command, without the token', async () => {
    const { origin } = await listeningSandbox({ token: TOKEN });
    const machine = freshMachine();
    writeFileSync(machine.path('in.csv'), 'userName,title\nclara.voss,VP\n');
    const line = `--scim-url ${origin} bulk apply ${machine.path('in.csv')} --yes`;
    const env = {
      ORGCTL_TOKEN: TOKEN,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKFLOW: 'people',
      GITHUB_JOB: 'apply',
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_REPOSITORY: 'acme/people',
      GITHUB_RUN_ID: '77',
      GITHUB_ACTOR: 'ann',
    };
    expect((await machine.orgctl(line, { env })).exit).toBe(0);
    const by = {
      user: userInfo().username,
      host: hostname(),
      ci: {
        system: 'GitHub Actions',
        job: 'people / apply',
        url: 'https://github.example/acme/people/actions/runs/77',
        actor: 'ann',
      },
      token: { kind: 'given', hash: createHash('sha256').update(TOKEN).digest('hex').slice(-4) },
      command: `orgctl ${line}`,
    };
    const [run] = JSON.parse((await machine.orgctl('runs list -o json')).stdout);
    expect(run).toMatchObject({ mode: 'upsert', by });
    const journal = readFileSync(join(machine.home, 'state', 'runs', run.id, 'journal.ndjson'), 'utf8');
    const [start = ''] = journal.split('\n');
    expect(JSON.parse(start)).toMatchObject({ type: 'run.start', t: expect.stringMatching(/^\d{4}-/), by });
    expect(journal).not.toContain(TOKEN);
    const shown = await machine.orgctl('runs show latest');
    expect(shown.stderr).toContain(
      `started by ann on ${hostname()}, GitHub Actions people / apply ${by.ci.url}, given token …${by.token.hash}: orgctl --scim-url`,
    );
    const csv = await machine.orgctl('runs list -o csv --no-header --columns created,host,origin,inDoubt');
    expect(csv.stdout).toBe(`${run.created},${hostname()},${origin},0\n`);
    const started = await machine.orgctl('runs list -o csv --no-header --columns job,jobUrl,token');
    expect(started.stdout).toBe(`GitHub Actions people / apply,${by.ci.url},given token …${by.token.hash}\n`);
    const table = await machine.orgctl('runs list --columns id,kind,user,command', { terminal: 300 });
    expect(table.stdout).toContain('upsert');
    expect(table.stdout).toContain('bulk apply');
  });

  it('is listed with the mode of the run, which a CSV also has by its name in 0.1.0', async () => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox scim users patch mei.tanaka --title Lead');
    const [run] = JSON.parse((await machine.orgctl('runs list -o json')).stdout);
    expect(run).toMatchObject({ mode: 'single' });
    const [names = '', row = ''] = (await machine.orgctl('runs list -o csv')).stdout.split('\n');
    const cells = row.split(',');
    for (const name of ['mode', 'kind']) expect(cells[names.split(',').indexOf(name)]).toBe('single');
    const table = await machine.orgctl('runs list -o table');
    expect(table.stdout).toMatch(/ Mode /);
    expect(table.stdout).not.toMatch(/ Kind |Mode .* Mode /);
    // In a pipe as well, the source says what was run.
    expect(table.stdout).toContain('scim users patch mei.tanaka --title Lead');
    expect(table.stdout).not.toMatch(/ Command |orgctl/);
  });
});

describe('recordedWords', () => {
  it.each([
    [['scim', 'users', 'create', '--set', 'password=hunter2'], "orgctl scim users create --set 'password=…'"],
    [['x', '--password', 'hunter2', '--yes'], 'orgctl x --password … --yes'],
    [['x', '--client-secret=s3'], "orgctl x '--client-secret=…'"],
    [['api', 'm', 'api_key=abc', 'ts=1'], "orgctl api m 'api_key=…' ts=1"],
    [['--token-file', 'a.txt', '--token-stdin', 'x'], 'orgctl --token-file a.txt --token-stdin x'],
    [['--token-command', 'echo t0p'], 'orgctl --token-command …'],
    [['--scim-url', 'https://me:pw@x.example'], "orgctl --scim-url 'https://…@x.example'"],
    [['--title', "it's"], "orgctl --title 'it'\\''s'"],
    [['x', '{"password":"a,b","x":1}'], 'orgctl x \'{"password":"…","x":1}\''],
    [['x', '{"password":["a","b"]}'], 'orgctl x \'{"password":"…"\''],
    [['x', '{"password":"a,b'], 'orgctl x \'{"password":"…"\''],
    [['known-secret'], "orgctl '[redacted]'"],
  ])('redacts secrets: %j', (argv, words) => {
    const redact = (text: string) => text.replaceAll('known-secret', '[redacted]');
    expect(recordedWords(argv, redact)).toBe(words);
  });

  it('truncates a command that is too long for the first record', () => {
    const words = recordedWords(
      Array.from({ length: 5000 }, () => 'W123456789'),
      (text) => text,
    );
    expect(words).toHaveLength(2001);
    expect(words.endsWith('…')).toBe(true);
  });
});

describe('commands for runs', () => {
  it('are the same at the top level and under bulk', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('in.csv'), 'userName,title\nclara.voss,VP\n');
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('in.csv')} --yes`);
    for (const words of [
      'runs list -o json',
      'runs show latest -o json',
      'runs prune --older-than 0s -n -o json',
    ])
      expect(await machine.orgctl(words)).toEqual(await machine.orgctl(`bulk ${words}`));
    expect((await machine.orgctl('-p sandbox resume latest --yes')).stderr).toContain('is already complete');
    expect((await machine.orgctl('-p sandbox undo latest --yes')).stderr).toContain('1 changed');
    const again = await machine.orgctl('-p sandbox bulk undo latest --yes');
    expect(again).toMatchObject({ exit: 0, stderr: expect.stringContaining('was already undone by run') });
  });
});
