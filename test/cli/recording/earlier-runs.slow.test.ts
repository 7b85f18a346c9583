// cspell:disable: invented names
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { CANARY_PEOPLE, canariesIn } from '../../support/canaries.ts';
import { probedService } from '../../support/probed-service.ts';
import { expectSameShape, recordAndReplay } from '../../support/record-and-replay.ts';
import { freshMachine, type Machine, type RunOptions } from '../../support/run-orgctl.ts';

/** Two users with changed values, one with a new group, and a new user. */
const CHANGED = `${CANARY_PEOPLE.replace('Zoological lead', 'Ptarmigan lead').replace('Kirunavägen 7', 'Kirunavägen 8')}former.m,former.m@kestrelmoor.example,,Quenzilda,Ptarmigan,,,Groundskeeping,98136,,,,Lanternhouse\n`;

interface Case {
  /** Commands that are run before without recording. */
  readonly before: readonly string[];
  readonly line: string;
  readonly exit?: number;
}

const PLAN = 'bulk plan changed.csv --create-groups --out plan.json';

const CASES: readonly (readonly [what: string, one: Case])[] = [
  ['a plan', { before: [PLAN], line: 'bulk apply plan.json --yes' }],
  ['a plan as JSON', { before: [PLAN], line: 'bulk apply plan.json --yes -o json' }],
  ['a dry run of a plan', { before: [PLAN], line: 'bulk apply plan.json -n' }],
  [
    'a plan with --prune',
    {
      before: ['bulk plan changed.csv --create-groups --prune --max-deactivate 90% --out plan.json'],
      line: 'bulk apply plan.json --yes --max-deactivate 90%',
      exit: 3,
    },
  ],
  [
    'a plan of some rows',
    {
      before: [`${PLAN} --where 'department eq "Groundskeeping"' --skip 1`],
      line: 'bulk apply plan.json --yes',
    },
  ],
  [
    'a stale plan',
    {
      before: [PLAN, 'scim users patch quenzilda.m --title Else --yes'],
      line: 'bulk apply plan.json --yes',
      exit: 7,
    },
  ],
  [
    'a plan of memberships',
    {
      before: ['bulk plan members.csv --out plan.json'],
      line: 'bulk apply plan.json --yes',
    },
  ],
  ['the undo of a bulk run', { before: ['bulk apply changed.csv --yes'], line: 'undo latest --yes' }],
  [
    'the undo of a bulk run as JSON',
    { before: ['bulk apply changed.csv --yes'], line: 'bulk undo latest --yes -o json' },
  ],
  ['a dry run of an undo', { before: ['bulk apply changed.csv --yes'], line: 'undo latest -n' }],
  [
    'the undo of --prune',
    {
      before: ['bulk apply changed.csv --prune --yes --max-deactivate 90%'],
      line: 'undo latest --yes --max-reactivate 100',
    },
  ],
  [
    'the undo of one user',
    {
      before: ['bulk apply changed.csv --yes'],
      line: `undo latest --yes --where 'userName eq "quenzilda.m"'`,
    },
  ],
  [
    'the undo of a single command',
    { before: ['scim users patch olga --title Keeper --yes'], line: 'undo latest --yes' },
  ],
  [
    'the undo of a group patch',
    {
      before: [`scim groups patch Lanternhouse --name Kestrelmoor --yes`],
      line: 'undo latest --yes',
    },
  ],
  [
    'the undo of a deleted group',
    { before: ['scim groups delete Lanternhouse --yes'], line: 'undo latest --yes', exit: 3 },
  ],
  [
    'a repeated undo',
    {
      before: ['bulk apply changed.csv --yes', 'undo latest --yes'],
      line: 'bulk undo latest --yes',
    },
  ],
  ['a complete run', { before: ['bulk apply changed.csv --yes'], line: 'resume latest' }],
];

describe('files of earlier commands in a recording', () => {
  let machine: Machine;
  beforeEach(async () => {
    machine = freshMachine();
    writeFileSync(machine.path('people.csv'), CANARY_PEOPLE);
    writeFileSync(machine.path('changed.csv'), CHANGED);
    writeFileSync(machine.path('members.csv'), 'group,member\nLanternhouse,walt.finch\n');
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('people.csv')} --create-groups --yes`);
  });

  const placed = (line: string) =>
    line.replace(/\b(?:changed\.csv|members\.csv|plan\.json)\b/g, (name) => machine.path(name));

  it.each(CASES)('%s is replayed', async (_, { before, line, exit = 0 }) => {
    for (const one of before) {
      const ran = await machine.orgctl(`-p sandbox ${placed(one)}`);
      // Pruning fails for the owner, who cannot be deactivated.
      const usual = one.includes('apply') && one.includes('--prune') ? 3 : 0;
      expect({ one, exit: ran.exit, stderr: ran.stderr }).toMatchObject({ exit: usual });
    }
    const { recorded, replayed, file } = await recordAndReplay(machine, `-p sandbox ${placed(line)}`);
    expect({ exit: recorded.exit, stderr: recorded.stderr }).toMatchObject({ exit });
    expect({ exit: replayed.exit, stderr: replayed.stderr }).toMatchObject({ exit });
    expectSameShape(recorded.stdout, replayed.stdout);
    const text = readFileSync(file, 'utf8');
    expect(JSON.parse(text.split('\n')[0] ?? '').recording.lacks).toBeUndefined();
    expect(canariesIn(text)).toEqual([]);
    expect(canariesIn(text, ['harbour-finch', 'walt.finch', 'clara.voss'])).toEqual([]);
  });

  it('do not include an edited plan, and the recording reports it', async () => {
    await machine.orgctl(`-p sandbox ${placed(PLAN)}`);
    const plan = machine.path('plan.json');
    writeFileSync(plan, readFileSync(plan, 'utf8').replace('Ptarmigan lead', 'Ptarmigan head'));
    const { recorded, replayed, file } = await recordAndReplay(
      machine,
      `-p sandbox bulk apply ${plan} --yes`,
    );
    expect(recorded.stderr).toContain('does not contain a plan that is damaged or was edited');
    expect([recorded.exit, replayed.exit]).toEqual([5, 11]);
    expect(canariesIn(readFileSync(file, 'utf8'))).toEqual([]);
  });

  it.each([
    ['changed since', CANARY_PEOPLE],
    [
      'has passwords',
      CHANGED.replace('groups\n', 'groups,password\n').replace(
        /(Lanternhouse)\n/g,
        '$1,Kestrelmoor-981342759063\n',
      ),
    ],
  ])(
    'do not include the input file of a plan if it %s, and the recording reports it',
    async (what, content) => {
      const people = machine.path('changed.csv');
      if (what === 'has passwords') writeFileSync(people, content);
      await machine.orgctl(`-p sandbox ${placed(PLAN)}`);
      if (what === 'changed since') writeFileSync(people, content);
      const { recorded, file } = await recordAndReplay(
        machine,
        `-p sandbox ${placed('bulk apply plan.json --yes')}`,
      );
      expect(recorded.stderr).toContain('does not contain the input file of the plan');
      expect(canariesIn(readFileSync(file, 'utf8'))).toEqual([]);
    },
  );

  it('do not include a run in another state folder, and the recording reports it', async () => {
    const shared = `--state ${machine.path('shared')}`;
    const { recorded, replayed } = await recordAndReplay(machine, `-p sandbox ${shared} undo latest --yes`);
    expect(recorded.stderr).toContain('does not contain an earlier run');
    expect(replayed.exit).toBe(11);
  });

  it('do not include a damaged run, and the recording reports it', async () => {
    await machine.orgctl(`-p sandbox ${placed('bulk apply changed.csv --yes')}`);
    const [id] = readdirSync(machine.path('state/runs')).sort().reverse();
    const plan = machine.path(`state/runs/${id}/plan.json`);
    writeFileSync(plan, readFileSync(plan, 'utf8').replace('Ptarmigan lead', 'Ptarmigan head'));
    const { recorded, replayed } = await recordAndReplay(machine, '-p sandbox undo latest --yes');
    expect(recorded.stderr).toContain('does not contain an earlier run');
    expect([recorded.exit, replayed.exit]).toEqual([5, 11]);
  });

  it('allow another undo of a run in the recording', async () => {
    await machine.orgctl(`-p sandbox ${placed('bulk apply changed.csv --yes')}`);
    const { file } = await recordAndReplay(machine, '-p sandbox undo latest --yes');
    const ran = await machine.orgctl(`--replay ${file} -p sandbox undo latest -n -o json`);
    expect({ exit: ran.exit, stderr: ran.stderr }).toMatchObject({ exit: 0 });
  });
});

describe('a recorded continuation of an interrupted run', () => {
  const AGAIN = [
    'resume latest --yes',
    'bulk apply six.csv --yes',
    'bulk apply six.csv --map six.yaml --yes',
  ];
  it.each(AGAIN)('has the same result in a replay: "%s"', async (again) => {
    const { orgctl, network, path, ...other } = await probedService();
    const rows = Array.from({ length: 6 }, (_, n) => `quenzilda.${'abcdef'[n]},m${n}@kestrelmoor.example`);
    writeFileSync(path('six.csv'), `userName,email\n${rows.join('\n')}\n`);
    let stop: (signal: 'SIGINT') => void = () => {};
    let created = 0;
    const options: RunOptions = {
      onStart: (deliver) => {
        stop = deliver;
      },
      network: async (request, signal) => {
        const answer = await network(request, signal);
        if (request.method === 'POST') created += 1;
        if (created === 3) stop('SIGINT');
        return answer;
      },
    };
    writeFileSync(
      path('six.yaml'),
      'columns: {userName: userName, email: email, title: {value: Ptarmigan, lookup: {Ptarmigan: Kestrelmoor}}}',
    );
    const map = again.includes('--map') ? ` --map ${path('six.yaml')}` : '';
    const stopped = await orgctl(
      `-p acme bulk apply ${path('six.csv')}${map} --yes --concurrency 1`,
      options,
    );
    expect(stopped.exit).toBe(130);
    const line = again.replace(/six\.\w+/g, (name) => path(name));
    const { recorded, replayed, file } = await recordAndReplay({ ...other, path, orgctl }, `-p acme ${line}`);
    expect({ exit: recorded.exit, stderr: recorded.stderr }).toMatchObject({ exit: 0 });
    expect({ exit: replayed.exit, stderr: replayed.stderr }).toMatchObject({ exit: 0 });
    expect(recorded.stdout).not.toBe('');
    expectSameShape(recorded.stdout, replayed.stdout);
    expect(canariesIn(readFileSync(file, 'utf8'))).toEqual([]);
  });
});
