import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';
import { untilUndo } from '../support/until-undo.ts';

const quiet = '-o csv --columns userName --no-header';

describe('scim users patch', () => {
  it('reports changed and unchanged attributes', async () => {
    const { orgctl } = freshMachine();
    const line = `-p sandbox scim users patch clara.voss --title Lead --department Product --manager walt.finch ${quiet}`;
    const first = await orgctl(line);
    expect(untilUndo(first.stderr)).toBe(
      'changed clara.voss (W12L3NPDN): title: Designer → Lead; manager: empty → walt.finch; unchanged: department\n',
    );
    const again = await orgctl(line);
    expect(again.stderr).toBe(
      'clara.voss is unchanged: title is Lead, department is Product, manager is walt.finch\n',
    );
    const other = await orgctl(`-p sandbox scim users patch clara.voss --manager ines.harbour ${quiet}`);
    expect(other.stderr).toContain('manager: walt.finch → ines.harbour');
    const cleared = await orgctl(`-p sandbox scim users patch clara.voss --clear title ${quiet}`);
    expect(cleared.stderr).toContain('title: Lead → empty');
  });

  it('SCIM §3: reports that a single-channel guest stays one', async () => {
    const { orgctl } = freshMachine();
    const ran = await orgctl(`-p sandbox scim users patch one.channel --no-guest ${quiet}`);
    expect(ran.stderr).toBe('one.channel is unchanged: guest is single-channel\n');
  });

  it('SCIM §4.3 rule 4: reports that a new nickname is also the new userName', async () => {
    const { orgctl } = freshMachine();
    const line = '-p sandbox scim users patch mei.tanaka';
    expect((await orgctl(`${line} --nick-name mei --dry-run`)).stdout).toContain(
      'nickName and userName: mei.tanaka → mei',
    );
    const changed = await orgctl(`${line} --nick-name mei ${quiet}`);
    expect(changed.stdout).toBe('mei\n');
    expect(untilUndo(changed.stderr)).toBe(
      'changed mei (W11JUZTML): nickName and userName: mei.tanaka → mei\n',
    );
    const both = await orgctl('-p sandbox scim users patch mei --user-name m --nick-name m -n');
    expect(both.stdout).toMatch(/userName: mei → m$/m);
    const help = async (command: string) => (await orgctl(`scim users ${command} --help`)).stdout;
    expect(await help('patch')).toContain('also changes the userName');
    expect(await help('create')).not.toContain('also changes the userName');
  });

  it('shows that a single-channel guest was one', async () => {
    const { orgctl } = freshMachine();
    const ran = await orgctl('-p sandbox scim users patch one.channel --guest --dry-run');
    expect(ran.stdout).toContain('guest: single-channel → true');
  });
});

describe('scim users get', () => {
  it('shows the name of the manager in a table, and leaves JSON unchanged', async () => {
    const { orgctl } = freshMachine();
    await orgctl('-p sandbox scim users patch clara.voss --manager walt.finch');
    const table = await orgctl('-p sandbox scim users get clara.voss -o table');
    expect(table.stdout).toMatch(/^Manager +Walt Finch \(walt\.finch\) W1118NVR2$/m);
    expect((await orgctl('-p sandbox scim users get clara.voss')).stdout).not.toContain('Walt Finch');
  });
});

describe('exports', () => {
  it('have the requested columns, and managers by address with --names', async () => {
    const { orgctl } = freshMachine();
    await orgctl('-p sandbox scim users patch clara.voss --manager walt.finch');
    const line = `-p sandbox scim users export --columns userName,manager --filter 'username eq "clara.voss"'`;
    expect((await orgctl(line)).stdout).toBe('userName,manager\nclara.voss,W1118NVR2\n');
    const named = 'userName,manager\nclara.voss,walt.finch@harbour-finch.example\n';
    expect((await orgctl(`${line} --names`)).stdout).toBe(named);
    expect((await orgctl(line, { terminal: 100 })).stdout).toBe(named);
    expect((await orgctl(`${line} --no-names`, { terminal: 100 })).stdout).toContain('W1118NVR2');
  });

  it('contain names of groups and members by default, and IDs with --no-names', async () => {
    const { orgctl, path } = freshMachine();
    const named = 'IT,walt.finch@harbour-finch.example\n';
    const shown = await orgctl('-p sandbox scim groups export', { terminal: 100 });
    expect(shown.stdout).toContain(named);
    const piped = await orgctl('-p sandbox scim groups export');
    expect(piped.stdout).toContain(named);
    await orgctl(`-p sandbox scim groups export --out ${path('groups.csv')}`);
    expect(readFileSync(path('groups.csv'), 'utf8')).toBe(piped.stdout);
    for (const terminal of [100, undefined])
      expect(
        (await orgctl('-p sandbox scim groups export --no-names', terminal === undefined ? {} : { terminal }))
          .stdout,
      ).toContain('S1118NVR2,W1118NVR2\n');
  });

  it('contain IDs of groups with equal names, with a warning, so that they can be imported', async () => {
    const { orgctl, path } = freshMachine();
    await orgctl('-p sandbox scim groups create IT --allow-duplicate');
    await orgctl('-p sandbox scim groups create it --allow-duplicate');
    const warning = 'warning: 3 groups have the name "IT": they are written by ID\n';
    expect((await orgctl('-p sandbox scim groups export')).stderr).toBe(
      `${warning}7 groups exported, 13 lines\n`,
    );
    expect((await orgctl('-p sandbox scim groups export --no-names')).stderr).toBe(
      '7 groups exported, 13 lines\n',
    );
    const one = await orgctl(`-p sandbox scim groups export --filter 'id eq "S1118NVR2"'`);
    expect(one.stdout).toMatch(/^S1118NVR2,/m);
    expect(one.stderr).toBe(`${warning}1 group exported, 2 lines\n`);
    expect((await orgctl(`-p sandbox scim groups export --out ${path('all.csv')}`)).exit).toBe(0);
    const planned = await orgctl(
      `-p sandbox bulk plan ${path('all.csv')} --exact --detailed-exitcode -o table`,
    );
    expect(planned.exit).toBe(0);
    expect((await orgctl(`bulk check ${path('all.csv')}`)).exit).toBe(0);
  });

  it.each([
    ['--columns shoeSize', 'an export has no column "shoeSize"'],
    ['-o json', 'an export is always CSV; -o json is not supported'],
    ["--query '[]'", 'an export is always CSV; --query is not supported'],
    [`--query "[?userName=='x']"`, `orgctl -p sandbox scim users list --query '[?userName=='\\''x'\\'']'`],
  ])('refuse %s', async (flags, message) => {
    const { exit, stderr } = await freshMachine().orgctl(`-p sandbox scim users export ${flags}`);
    expect(exit).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('logs', () => {
  it('show the history of one app by name or ID, oldest first, with --why', async () => {
    const { orgctl } = freshMachine();
    for (const name of ['polls', 'A0POLLS']) {
      const { stdout, stderr } = await orgctl(
        `-p sandbox logs --why ${name} -o csv --columns date,change --no-header`,
      );
      expect(stdout.split('\n').slice(0, 2)).toEqual([
        '2024-03-18T13:37:03Z,added',
        '2024-03-28T15:40:11Z,disabled',
      ]);
      expect(stderr).toBe(
        'Polls (A0POLLS) has been disabled since 2024-05-03T13:49:35Z by clara.voss: the service was de-authorized\n',
      );
    }
    expect((await orgctl('-p sandbox logs --why pols')).stderr).toBe(
      'error: no log entries for an app or service "pols" (did you mean "Polls"?)\nhint: orgctl -p sandbox logs --by app\n',
    );
    const none = await orgctl('-p sandbox logs --why Nothing');
    expect(none.stderr).toBe(
      'error: no log entries for an app or service "Nothing"\nhint: orgctl -p sandbox logs --by app\n',
    );
  });

  it('include the whole day of --until', async () => {
    const { orgctl } = freshMachine();
    const dates = async (until: string) =>
      (await orgctl(`-p sandbox logs --since 2024-05-03 --until ${until} -o csv --columns date --no-header`))
        .stdout;
    expect(await dates('2024-05-03')).toBe('2024-05-03T13:49:35Z\n');
    expect(await dates('2024-05-03T13:49:34Z')).toBe('');
  });

  it('show time, change, app, user and reason on a narrow terminal', async () => {
    const { stdout } = await freshMachine().orgctl('-p sandbox logs --change disabled', {
      terminal: 80,
      env: { NO_COLOR: '1' },
    });
    expect(stdout.split('\n')[0]?.split(/ {2,}/)).toEqual([
      'When',
      'Change',
      'App or service',
      'By',
      'Reason',
    ]);
    expect(stdout).toContain('2024-05-03T13:49:35Z');
  });
});
