// cspell:disable: invented names
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { CANARY_PEOPLE, CANARY_WORDS, canariesIn } from '../support/canaries.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const TITLES = ['What happened', 'Program', 'Doctor', 'Connection', 'Last runs'];

function titlesOf(page: string): readonly string[] {
  return [...page.matchAll(/^## (.*)$/gm)].map(([, title = '']) => title);
}

describe('orgctl bugreport', () => {
  it('prints the configuration, the findings of doctor and the latest runs', async () => {
    const machine = freshMachine();
    const people = machine.path('people.csv');
    writeFileSync(people, 'userName,email\nada,ada@x.example\nbob,bob@x.example\n');
    await machine.orgctl(`-p sandbox bulk apply ${people} --yes`);
    const { exit, stdout, stderr } = await machine.orgctl('-p sandbox bugreport');
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(titlesOf(stdout)).toEqual(TITLES);
    expect(stdout).toContain(
      `- node ${process.versions.node}\n- platform ${process.platform} ${process.arch}\n`,
    );
    expect(stdout).toContain('| connection | ok |  |  |\n');
    expect(stdout).toContain('- kind built-in sandbox\n');
    expect(stdout).toMatch(
      /\| finished \| \S+ \| \d+ \| \d+ \| createUser: 2 succeeded, 0 failed, 0 left \| {2}\|\n/,
    );
  });

  it('includes the results of a probe, worded as its questions', async () => {
    const machine = freshMachine();
    const { stdout: probed } = await machine.orgctl('probe sandbox -o csv --columns id --no-header');
    const { stdout: page } = await machine.orgctl('-p sandbox bugreport');
    const rows = [...page.matchAll(/^\| (\S+) \| .* (?:SCIM|WEB) §/gm)].map(([, id]) => id);
    expect(rows).toEqual(probed.trim().split('\n'));
    // The value is written with an ellipsis; nothing was redacted.
    expect(page.split('\n').filter((line) => line.includes('…'))).toEqual([
      '| user-ids | U… or W… |  | SCIM §2.1 | 200 |',
    ]);
  });

  it('reports the problem and omits the connection without a profile', async () => {
    const { exit, stdout } = await freshMachine().orgctl('bugreport');
    expect(exit).toBe(0);
    expect(titlesOf(stdout)).toEqual(TITLES.filter((title) => title !== 'Connection'));
    expect(stdout).toContain('| profile | problem |  | usage, exit 2 |\n');
    expect(stdout).toContain('None.\n');
  });

  it('shows the report before writing a file, and writes only after confirmation', async () => {
    const machine = freshMachine();
    const out = machine.path('report.md');
    const line = `-p sandbox bugreport --out ${out}`;
    const unasked = await machine.orgctl(line);
    expect(unasked.exit).toBe(2);
    expect(unasked.stderr).toContain('# orgctl: report of a problem\n');
    expect(unasked.stderr).toMatch(
      /error: a confirmation is needed to write this report to .*report.md\nhint: add --yes\n$/,
    );
    const declined = await machine.orgctl(`${line} -q`, {
      terminal: 100,
      answers: [['Write this report', 'n\r']],
    });
    expect(declined.exit).toBe(14);
    expect(declined.stderr).toContain('## Doctor');
    expect((await machine.orgctl(`${line} --yes -n`)).stderr).toMatch(/dry run: no report was written\n$/);
    expect(existsSync(out)).toBe(false);
    const agreed = await machine.orgctl(line, { terminal: 300, answers: [['Write this report', 'y\r']] });
    expect(agreed.exit).toBe(0);
    expect(titlesOf(readFileSync(out, 'utf8'))).toEqual(TITLES);
    expect(agreed.stderr).toContain(`wrote ${out}: what happened, program, doctor, connection, last runs\n`);
    const again = await machine.orgctl(`${line} --yes`);
    expect([again.exit, again.stderr.split('\n').slice(-3).join('\n')]).toEqual([
      2,
      `error: ${out} exists\nhint: choose another name or add --force\n`,
    ]);
    expect((await machine.orgctl(`${line} --yes --force`)).exit).toBe(0);
  });

  it('attaches a recording, shows only its number of lines, and refuses other files', async () => {
    const machine = freshMachine();
    const [recording, out] = [machine.path('r.ndjson'), machine.path('report.md')];
    await machine.orgctl(`-p sandbox --record ${recording} scim users get clara.voss`);
    const { exit, stderr } = await machine.orgctl(
      `-p sandbox bugreport --recording ${recording} --out ${out} --yes`,
    );
    expect(exit).toBe(0);
    const text = readFileSync(recording, 'utf8');
    expect(readFileSync(out, 'utf8')).toContain(`## Recording\n\n\`\`\`ndjson\n${text}\`\`\`\n`);
    expect(stderr).toContain(`(${text.trimEnd().split('\n').length} lines of the recording)`);
    expect(stderr).not.toContain('"exchange"');
    const other = await machine.orgctl(`-p sandbox bugreport --recording ${machine.path('people.csv')}`);
    expect(other.exit).toBe(5);
    writeFileSync(machine.path('people.csv'), CANARY_PEOPLE);
    const people = await machine.orgctl(`-p sandbox bugreport --recording ${machine.path('people.csv')}`);
    expect([people.exit, people.stdout]).toEqual([5, '']);
  });
});

describe('bugreport without secrets and personal data', () => {
  const TOKEN = 'canary-token-8f2b1c77aa';

  /** A machine whose profiles, folders, runs, variables and service contain canary words. */
  async function machineOfCanaries(): Promise<{ machine: Machine; env: Record<string, string> }> {
    const machine = freshMachine();
    const people = machine.path('Marovetsky Quenzilda.csv');
    writeFileSync(people, CANARY_PEOPLE);
    const refusal = {
      do: 'answer',
      status: 400,
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '400',
        detail: 'Quenzilda_Marovetsky',
      },
      path: '/scim/v2/Users',
      method: 'POST',
      times: 'always',
    };
    const service = await faultySandbox(demoOrganization(), [refusal]);
    const add = await machine.orgctl(`profile add kestrelmoor --scim-url ${service.origin} --token-stdin`, {
      stdin: `${SANDBOX_TOKEN}\n`,
    });
    expect(add.exit).toBe(0);
    await machine.orgctl('profile use kestrelmoor');
    const applied = await machine.words(['bulk', 'apply', people, '--create-groups', '--yes']);
    expect(applied.exit).toBe(3);
    await machine.orgctl('profile edit kestrelmoor --protect Lanternhouse,quenzilda.m');
    await machine.words(['-p', 'sandbox', 'bulk', 'apply', people, '--create-groups', '--yes']);
    return {
      machine,
      env: {
        HOME: '/home/quenzilda.m',
        USER: 'quenzilda.m',
        HTTPS_PROXY: 'http://quenzilda.m:marovetsky@kestrelmoor.example:1',
        NO_PROXY: '127.0.0.1,kestrelmoor.example',
        ORGCTL_PROTECT: 'Lanternhouse',
        ORGCTL_COLUMNS: 'Groundskeeping',
        ORGCTL_QUENZILDA: 'Zoological',
      },
    };
  }

  it('replaces stored, configured and received values by its own words', async () => {
    const { machine, env } = await machineOfCanaries();
    const folder = join(machine.home, 'config', 'capabilities');
    mkdirSync(folder, { recursive: true });
    const answer = {
      id: 'quenzilda',
      question: 'Marovetsky?',
      state: 'answered',
      value: ['Groundskeeping', 'userName'],
      expected: 'Zoological',
      basis: 'documented',
      section: 'SCIM §4.1',
      assumptions: ['Lanternhouse'],
      differs: true,
      evidence: [{ request: 'GET /scim/v2/Users/quenzilda.m', status: 200, saw: 'Ptarmigan' }],
    };
    for (const profile of ['kestrelmoor', 'sandbox'])
      writeFileSync(
        join(folder, `${profile}.json`),
        JSON.stringify({
          format: 1,
          profile,
          probedAt: '2026-11-20T10:00:00Z',
          tool: 'Quenzilda',
          scimBaseUrl: 'https://kestrelmoor.example',
          scimVersion: '2.0',
          calls: 12,
          budget: 60,
          answers: [answer],
        }),
      );
    for (const flags of ['', '-p sandbox', '-p Quenzilda', '--scim-url https://kestrelmoor.example:1']) {
      for (const more of [{}, { ORGCTL_TOKEN: TOKEN }]) {
        const { exit, stdout, stderr } = await machine.orgctl(`${flags} bugreport --max-wait 1ms`, {
          env: { ...env, ...more },
        });
        expect([flags, exit, stderr]).toEqual([flags, 0, '']);
        const canaries = [...CANARY_WORDS, SANDBOX_TOKEN, TOKEN, machine.home, 'harbour-finch', 'walt.finch'];
        expect([flags, canariesIn(stdout, canaries)]).toEqual([flags, []]);
      }
    }
    const own = await machine.orgctl('bugreport', { env });
    expect(own.stdout).toContain('## Capability profile');
    expect(own.stdout).toMatch(/^\| \S+ \| \S+, userName \| yes \| SCIM §4\.1 \| 200 \|$/m);
    expect(own.stdout).toContain('| another code 2');
  });

  it('redacts a damaged profile store, run and capability profile', async () => {
    const { machine, env } = await machineOfCanaries();
    const folder = join(machine.home, 'config', 'capabilities');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'kestrelmoor.json'), '{"quenzilda.m": ');
    const runs = await machine.orgctl('bulk runs list -o json');
    const [{ id }] = JSON.parse(runs.stdout);
    writeFileSync(join(machine.home, 'state', 'runs', id, 'plan.json'), 'Quenzilda Marovetsky');
    const damagedRun = await machine.orgctl('bugreport', { env });
    expect(damagedRun.exit).toBe(0);
    writeFileSync(join(machine.home, 'config', 'profiles.json'), '{"profiles": {"Quenzilda": Marovetsky');
    const damagedStore = await machine.orgctl('bugreport', { env });
    expect(damagedStore.exit).toBe(0);
    for (const { stdout } of [damagedRun, damagedStore]) expect(canariesIn(stdout)).toEqual([]);
  });

  it.each(['', ' -n'])('refuses an existing file before it shows the report%s', async (flag) => {
    const machine = freshMachine();
    writeFileSync(machine.path('report.md'), 'mine');
    const ran = await machine.orgctl(`-p sandbox bugreport --out ${machine.path('report.md')}${flag} --yes`);
    expect(ran).toEqual({
      exit: 2,
      stdout: '',
      stderr: `error: ${machine.path('report.md')} exists\nhint: choose another name or add --force\n`,
    });
  });
});

it('a problem report counts the calls of a single command', async () => {
  const { orgctl } = freshMachine();
  await orgctl('-p sandbox scim users patch clara.voss --title Lead --yes');
  const { stdout } = await orgctl('bugreport');
  expect(stdout).toMatch(/^\| finished \| [\w.-]+ \| \d+ \| 1 \| patchUser: 1 succeeded/m);
});
