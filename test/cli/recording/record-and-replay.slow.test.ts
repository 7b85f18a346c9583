// cspell:disable: invented names
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { demoOrganization } from '../../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKEN, SANDBOX_TOKENS } from '../../../src/sandbox/demo-tokens.ts';
import { CANARY_PEOPLE, CANARY_WORDS, canariesIn } from '../../support/canaries.ts';
import { faultsOf, faultySandbox } from '../../support/faulty-sandbox.ts';
import { type KeptFile, keptFiles, putFiles } from '../../support/file-snapshot.ts';
import { probedService } from '../../support/probed-service.ts';
import { expectReplay, expectSameShape, recordAndReplay } from '../../support/record-and-replay.ts';
import { freshMachine, type Machine, type RunOptions } from '../../support/run-orgctl.ts';

/** Commands, and their exit codes. */
const COMMANDS: readonly (readonly [line: string, exit: number])[] = [
  ['scim users list', 0],
  ['scim users list -o table --columns userName,email,title', 0],
  ['scim users list -o csv', 0],
  ['scim users list -o yaml', 0],
  [`scim users list --filter 'userName sw "quen"'`, 0],
  [`--scim-version 1.1 scim users list --filter 'title co "oolog"'`, 0],
  [`scim users list --query "[?contains(userName, 'lga')].emails"`, 0],
  ['scim users get quenzilda.m', 0],
  ['scim users get quenzilda.m@kestrelmoor.example -o json', 0],
  ['scim users get nobody.of.kestrelmoor', 6],
  ['scim users export', 0],
  ['scim groups list', 0],
  ['scim groups get Lanternhouse', 0],
  ['scim groups members list Lanternhouse', 0],
  ['scim service config', 0],
  ['scim service resource-types', 0],
  ['scim service schemas', 0],
  [`scim users patch quenzilda.m --title 'Ptarmigan keeper' --yes`, 0],
  [`users patch quenzilda.m --title 'Ptarmigan keeper' --yes`, 0],
  ['scim users patch quenzilda.m --manager olga --employee-number 981342759063 --yes', 0],
  ['scim users patch quenzilda.m --title Ptarmigan -n', 0],
  [
    'scim users create --user-name marovetsky.two --email two@kestrelmoor.example --given-name Quenzilda --yes',
    0,
  ],
  ['scim users create --user-name quenzilda.m --email quenzilda.m@kestrelmoor.example --yes', 6],
  ['scim users deactivate olga --yes', 0],
  ['scim users deactivate olga', 2],
  ['scim users convert olga --to guest --expires 2035-01-01 --yes', 0],
  ['scim groups create Ptarmigan --member quenzilda.m --yes', 0],
  ['scim groups members add Lanternhouse walt.finch --yes', 0],
  ['scim groups delete Lanternhouse --yes', 0],
  ['admin sessions walt.finch', 0],
  ['admin invites denied --team T0HARBOUR', 0],
  ['logs --limit 5', 0],
  ['api auth.test', 0],
  ['api auth.unknown user=quenzilda.m', 6],
  ['profile check', 0],
  ['who quenzilda.m', 0],
  ['offboard quenzilda.m --leave-groups --manager-to walt.finch --yes', 0],
  ['offboard quenzilda.m --plan', 0],
  ['scim users activate former.member --yes', 0],
  ['scim users replace olga --title Ptarmigan --yes', 0],
  ['scim groups export', 0],
  ['scim groups patch Lanternhouse --name Kestrelmoor --yes', 0],
  ['admin policy assign --users clara.voss --yes', 0],
  ['admin conversations convert-to-private C0LIGHTHOUSE --confirm C0LIGHTHOUSE --yes', 0],
  [`scim users list --where 'department eq "Groundskeeping"'`, 0],
  [`scim users deactivate --where 'title co "oological"' --yes`, 0],
  ['migrate exchange W1118NVR2', 0],
  ['api admin.users.session.list limit=3', 0],
  ['compare sandbox sandbox', 0],
  ['probe', 0],
  ['probe -o json', 0],
  ['assistant status set D0DEPLOY 1709830800.000100 is-busy --while -- sh -c "Kestrelmoor=1; exit 3"', 3],
];

describe('--record and --replay', () => {
  let files: readonly KeptFile[];
  beforeAll(async () => {
    const first = freshMachine();
    writeFileSync(first.path('people.csv'), CANARY_PEOPLE);
    const made = await first.orgctl(
      `-p sandbox bulk apply ${first.path('people.csv')} --create-groups --yes`,
    );
    expect(made.exit).toBe(0);
    files = keptFiles(first.home);
  });

  let machine: Machine;
  beforeEach(() => {
    machine = freshMachine();
    putFiles(machine.home, files);
  });

  it.each(COMMANDS)(
    '%s: replays exit code and output with replaced names, and records no name',
    async (line, exit) => {
      const words = [SANDBOX_TOKEN, ...Object.values(SANDBOX_TOKENS), 'harbour-finch', 'walt.finch'];
      await expectReplay(machine, line, exit, words);
    },
  );

  it('replays a run of a CSV file, which is recorded with replaced names', async () => {
    const people = machine.path('Marovetsky people.csv');
    writeFileSync(people, CANARY_PEOPLE.replace('Zoological lead', 'Ptarmigan lead'));
    for (const line of ['bulk plan', 'bulk check', 'bulk apply --yes -o json'])
      await expectReplay(machine, `${line} '${people}'`, 0);
  });

  it('replays answers to prompts, the terminal width and stdin', async () => {
    const asked = await recordAndReplay(machine, '-p sandbox scim users deactivate olga', {
      terminal: 90,
      answers: [['Deactivate', 'y\r']],
    });
    expect(asked.recorded.exit).toBe(0);
    expect(asked.replayed.exit).toBe(0);
    const table = await recordAndReplay(machine, '-p sandbox scim users list', {
      terminal: 70,
      env: { NO_COLOR: '1' },
    });
    expect(table.replayed.stdout).toContain('Username');
    // A word truncated to an ellipsis depends on the name, so it is ignored.
    const whole = (text: string) => text.replace(/[\p{L}\p{M}\p{N}]*…/gu, '');
    expectSameShape(whole(table.recorded.stdout), whole(table.replayed.stdout));
    const piped = await recordAndReplay(machine, '-p sandbox scim users deactivate - --yes', {
      stdin: 'olga\nquenzilda.m\n',
    });
    expect(piped.recorded.exit).toBe(0);
    expect(piped.replayed.exit).toBe(0);
    expect(canariesIn(readFileSync(piped.file, 'utf8'))).toEqual([]);
  });

  it('runs another command on a recording until it sends a request that was not recorded', async () => {
    const file = machine.path('list.ndjson');
    await machine.orgctl(`-p sandbox --record ${file} scim users list`);
    const names = await machine.orgctl(`--replay ${file} -p sandbox scim users list --query [].userName`);
    expect(names.exit).toBe(0);
    expect(JSON.parse(names.stdout)).toHaveLength(14);
    const groups = await machine.orgctl(`--replay ${file} -p sandbox scim groups list`);
    expect(groups.exit).toBe(11);
    expect(groups.stderr).toBe(
      `error: ${file} has no GET /scim/v2/Groups?startIndex=1&count=1000 [not_recorded]\n` +
        'hint: replay the recorded command, or record this one with --record FILE\n',
    );
  });

  it.each([
    ['undo latest', 'an earlier run'],
    ['resume latest --retry-failed', 'an earlier run'],
  ])('refuses "%s" on a recording, which lacks %s', async (line, lacks) => {
    const file = machine.path('list.ndjson');
    await machine.orgctl(`-p sandbox --record ${file} scim users list`);
    expect(await machine.orgctl(`--replay ${file} -p sandbox ${line}`)).toEqual({
      exit: 11,
      stdout: '',
      stderr: `error: ${file} cannot be replayed: it does not contain ${lacks} [not_recorded]\nhint: its requests and responses can be read and served: orgctl sandbox serve --from ${file}\n`,
    });
  });

  it('refuses a recorded command with other flags if the recording lacks a file', async () => {
    const people = machine.path('people.csv');
    const [plan, file] = [machine.path('plan.json'), machine.path('apply.ndjson')];
    writeFileSync(people, CANARY_PEOPLE.replace('Zoological lead', 'Ptarmigan lead'));
    await machine.orgctl(`-p sandbox bulk plan ${people} --out ${plan}`);
    writeFileSync(people, CANARY_PEOPLE);
    await machine.orgctl(`-p sandbox --record ${file} bulk apply ${plan} --yes`);
    for (const line of ['', ' -p sandbox bulk apply x.json --yes -o json']) {
      const ran = await machine.orgctl(`--replay ${file}${line}`);
      expect([ran.exit, ran.stdout]).toEqual([11, '']);
      expect(ran.stderr).toContain('does not contain the input file of the plan');
    }
  });

  describe('Ctrl-C', () => {
    /** A run that creates two users and is stopped after the first. */
    async function stopped() {
      const { orgctl, network, path, ...other } = await probedService();
      writeFileSync(path('two.csv'), 'userName,email\nquenzilda.a,a@x.example\nquenzilda.b,b@x.example\n');
      let stop: (signal: 'SIGINT') => void = () => {};
      const options: RunOptions = {
        onStart: (deliver) => {
          stop = deliver;
        },
        network: async (request, signal) => {
          const answer = await network(request, signal);
          if (request.method === 'POST') stop('SIGINT');
          return answer;
        },
      };
      const line = `-p acme bulk apply ${path('two.csv')} --yes --concurrency 1 -o json`;
      return recordAndReplay({ ...other, path, orgctl }, line, options);
    }

    it('stops a replay at the same point as the recorded command', async () => {
      const { recorded, replayed } = await stopped();
      expect([recorded.exit, replayed.exit]).toEqual([130, 130]);
      expectSameShape(recorded.stdout, replayed.stdout);
      expect(recorded.stdout).not.toBe('');
    });

    it('stops a replay with 130, and leaves no temporary files', async () => {
      const file = machine.path('list.ndjson');
      await machine.orgctl(`-p sandbox --record ${file} scim users list`);
      const folder = machine.path('tmp');
      mkdirSync(folder);
      vi.stubEnv('TMPDIR', folder);
      onTestFinished(() => void vi.unstubAllEnvs());
      const ran = await machine.orgctl(`--replay ${file}`, { onStart: (deliver) => deliver('SIGINT') });
      expect([ran.exit, ran.stdout]).toEqual([130, '']);
      expect(readdirSync(folder)).toEqual([]);
    });
  });

  it('changes nothing on this machine or at the service when writes are replayed', async () => {
    const file = machine.path('patch.ndjson');
    await machine.orgctl(`-p sandbox --record ${file} scim users patch olga --title Keeper --yes`);
    const before = await machine.orgctl('-p sandbox scim users list');
    const runs = await machine.orgctl('bulk runs list -o json');
    expect((await machine.orgctl(`--replay ${file}`)).exit).toBe(0);
    expect((await machine.orgctl('bulk runs list -o json')).stdout).toBe(runs.stdout);
    expect((await machine.orgctl('-p sandbox scim users list')).stdout).toBe(before.stdout);
  });

  it('replays a stored connection with replaced name, host and token, and skips throttling waits', async () => {
    const { origin, queue } = await faultySandbox(demoOrganization(), []);
    await machine.orgctl(`profile add kestrelmoor --scim-url ${origin} --token-stdin`, {
      stdin: `${SANDBOX_TOKEN}\n`,
    });
    await machine.orgctl('profile use kestrelmoor');
    queue.add(faultsOf({ method: 'GET', do: 'throttle', retryAfter: 30, nth: 2, times: 2 }));
    const { recorded, replayed, file } = await recordAndReplay(machine, 'scim users list', {
      sleep: async () => {},
    });
    expect([recorded.exit, replayed.exit]).toEqual([0, 0]);
    expectSameShape(recorded.stdout, replayed.stdout);
    expect(canariesIn(readFileSync(file, 'utf8'), [...CANARY_WORDS, SANDBOX_TOKEN])).toEqual([]);
  });

  it('refuses an existing file, a file that is not a recording, a newer format, and both flags', async () => {
    const file = machine.path('people.csv');
    const there = await machine.orgctl(`-p sandbox --record ${file} scim users list`);
    expect([there.exit, there.stderr]).toEqual([
      12,
      `error: cannot open ${file}: it already exists\nhint: name a new file, for example --record call.tape\n`,
    ]);
    const none = await machine.orgctl(`--replay ${file} scim users list`);
    expect([none.exit, none.stderr]).toEqual([
      5,
      `error: ${file} is not a recording of orgctl\nhint: record a command with --record FILE\n`,
    ]);
    const recording = machine.path('r.ndjson');
    await machine.orgctl(`-p sandbox --record ${recording} scim users list`);
    const text = readFileSync(recording, 'utf8');
    writeFileSync(recording, text.replace('"format":1', '"format":2'));
    const newer = await machine.orgctl(`--replay ${recording}`);
    expect([newer.exit, newer.stderr]).toEqual([
      5,
      `error: ${recording} has format 2; this version of orgctl reads format 1\nhint: update orgctl\n`,
    ]);
    writeFileSync(recording, `${text}{"exchange":{}}\n`);
    const damaged = await machine.orgctl(`--replay ${recording} -o json`);
    expect(damaged.exit).toBe(5);
    expect(JSON.parse(damaged.stderr)).toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/:\d+: not a recording line: exchange\.sent: expected /),
    });
    const both = await machine.orgctl(`--replay ${recording} --record x scim users list`);
    expect([both.exit, both.stderr]).toEqual([
      2,
      'error: give --record or --replay once; they cannot be combined\n',
    ]);
    expect((await machine.orgctl('scim users list --record')).stderr).toBe('error: --record needs a file\n');
    expect(existsSync('x')).toBe(false);
  });
});
