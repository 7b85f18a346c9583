import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

/** The sandbox starts with ten active users; six of them have a title. */
describe('default limit of half of the users of a small organization', () => {
  const NINE =
    'the plan deactivates 9 users, but only 5 are allowed (at most half of the 10 active users): walt.finch';

  function machineWithOne() {
    const machine = freshMachine();
    writeFileSync(machine.path('one.csv'), 'userName\nines.harbour\n');
    return machine;
  }

  it.each(['bulk apply FILE --prune --yes', 'bulk apply FILE --prune --dry-run', 'bulk plan FILE --prune'])(
    'applies to --prune: %s',
    async (line) => {
      const { orgctl, path } = machineWithOne();
      const ran = await orgctl(`-p sandbox ${line.replace('FILE', path('one.csv'))}`);
      expect(ran).toMatchObject({ exit: 9, stderr: expect.stringContaining(NINE) });
      expect(ran.stderr).toContain('hint: to allow this: --max-deactivate 9\n');
      const listed = await orgctl(`-p sandbox users list --where 'active eq true' -o csv --columns userName`);
      expect(listed.stdout.trim().split('\n')).toHaveLength(11);
    },
  );

  it('applies to a saved plan, unless --max-deactivate is given', async () => {
    const { orgctl, path } = machineWithOne();
    await orgctl(`-p sandbox bulk plan ${path('one.csv')} --prune --out ${path('plan.json')}`);
    const refused = await orgctl(`-p sandbox bulk apply ${path('plan.json')} --yes`);
    expect(refused).toMatchObject({ exit: 9, stderr: expect.stringContaining(NINE) });
    const done = await orgctl(`-p sandbox bulk apply ${path('plan.json')} --yes --max-deactivate 9`);
    expect(done.stderr).toContain('7 deactivated, 2 failed');
  });

  it('allows a saved plan below half', async () => {
    const { orgctl, path } = machineWithOne();
    writeFileSync(
      path('half.csv'),
      'userName,active\nclara.voss,false\ntomas.rey,false\naroha.ngata,false\n',
    );
    await orgctl(`-p sandbox bulk plan ${path('half.csv')} --out ${path('plan.json')}`);
    expect(await orgctl(`-p sandbox bulk apply ${path('plan.json')} --yes`)).toMatchObject({ exit: 0 });
  });

  it.each([
    ['', '4 are allowed (at most half of the 9 active users): clara'],
    ['mei.tanaka,ines*', '3 are allowed (at most half of the 7 active users who are not protected): clara'],
  ])('counts users active when a saved plan is applied, "%s" protected', async (names, words) => {
    const { orgctl, path } = machineWithOne();
    const five = ['clara.voss', 'tomas.rey', 'aroha.ngata', 'samir.aziz', 'dev.partner'];
    writeFileSync(path('five.csv'), ['userName,active', ...five.map((name) => `${name},false`)].join('\n'));
    await orgctl(`-p sandbox bulk plan ${path('five.csv')} --out ${path('plan.json')}`);
    await orgctl('-p sandbox users deactivate one.channel --yes');
    const env = { ORGCTL_PROTECT: names };
    const refused = await orgctl(`-p sandbox bulk apply ${path('plan.json')} --yes`, { env });
    expect(refused).toMatchObject({ exit: 9, stderr: expect.stringContaining(words) });
    const done = await orgctl(`-p sandbox bulk apply ${path('plan.json')} --yes --max-deactivate 5`, { env });
    expect(done.stderr).toContain('5 deactivated\n');
  });

  it('excludes protected users from the counts of --prune', async () => {
    const { orgctl, path } = machineWithOne();
    const env = { ORGCTL_PROTECT: 'mei*,deploybot,walt.finch,samir.aziz' };
    const ran = await orgctl(`-p sandbox bulk apply ${path('one.csv')} --prune --yes`, { env });
    expect(ran).toMatchObject({ exit: 9 });
    expect(ran.stderr).toContain('3 are allowed (at most half of the 6 active users who are not protected)');
  });

  it.each([
    `users deactivate --where 'title pr or department pr'`,
    'users deactivate @people.txt',
    `offboard --where 'title pr or department pr'`,
  ])('applies to %s', async (line) => {
    const { orgctl, path } = machineWithOne();
    const six = ['ines.harbour', 'walt.finch', 'samir.aziz', 'clara.voss', 'tomas.rey', 'aroha.ngata'];
    writeFileSync(path('people.txt'), six.join('\n'));
    const ran = await orgctl(`-p sandbox ${line.replace('people.txt', path('people.txt'))} --yes`);
    expect(ran.exit).toBe(9);
    expect(ran.stderr).toMatch(
      /deactivates \d+ users, but only 5 are allowed \(at most half of the 10 active users\): /,
    );
    expect(ran.stderr).toMatch(/hint: to allow this: --max-deactivate \d+\n/);
  });

  it('excludes protected users from the counts of a single command', async () => {
    const { orgctl } = freshMachine();
    const env = { ORGCTL_PROTECT: 'mei*,deploybot,walt.finch,samir.aziz' };
    const four = 'clara.voss tomas.rey aroha.ngata dev.partner';
    for (const flag of ['--yes', '--dry-run']) {
      const ran = await orgctl(`-p sandbox users deactivate ${four} ${flag}`, { env });
      expect(ran).toMatchObject({ exit: 9 });
      expect(ran.stderr).toContain(
        '3 are allowed (at most half of the 6 active users who are not protected): clara.voss',
      );
    }
    expect(await orgctl(`-p sandbox users deactivate ${four} --yes`)).toMatchObject({ exit: 0 });
  });

  it('allows three of ten users without a flag, and checks no list for one user', async () => {
    const { orgctl } = freshMachine();
    const three = await orgctl('-p sandbox users deactivate clara.voss tomas.rey aroha.ngata --yes');
    expect(three.exit).toBe(0);
    expect(await orgctl('-p sandbox users deactivate dev.partner --yes --debug')).toMatchObject({
      exit: 0,
      stderr: expect.not.stringMatching(/GET \S+\/Users\?(?!.*filter)/),
    });
  });
});
