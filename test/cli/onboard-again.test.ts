import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

/** A file with the given number of users, and functions to rewrite and onboard it. */
function machineWith(count: number) {
  const machine = freshMachine();
  const file = machine.path('new.csv');
  const write = (rows: number, last = '') => {
    const lines = Array.from({ length: rows }, (_, index) => `n${index + 1},n${index + 1}@x.example`);
    writeFileSync(file, ['userName,email', ...lines, last].join('\n'));
  };
  write(count);
  const onboard = (flags: string) => machine.orgctl(`-p sandbox onboard ${file} ${flags}`);
  return { ...machine, file, write, onboard };
}

describe('onboarding a file a second time', () => {
  it('is refused with one error and the command for updates', async () => {
    const { onboard, file, orgctl } = machineWith(30);
    await onboard('--yes');
    const again = await onboard('--yes');
    expect(again).toEqual({
      exit: 5,
      stdout: '',
      stderr:
        `error: ${file} is not accepted: 30 of 30 rows name users who already have an account ` +
        '(n1, n2, n3, n4, n5 and 25 more); nothing was sent [user_creation_failed]\n' +
        `hint: to update existing users too: orgctl -p sandbox bulk plan ${file}\n`,
    });
    expect(await orgctl(`-p sandbox bulk apply ${file}`)).toMatchObject({ exit: 0 });
    expect((await orgctl(`-p sandbox bulk plan ${file} --mode create`)).stderr).toContain('30 of 30 rows');
  });

  it('prints the flags that create the remaining users', async () => {
    const { onboard, write } = machineWith(12);
    await onboard('--yes');
    write(13);
    const again = await onboard('--yes');
    expect(again.stderr).toContain('12 of 13 rows name users who already have an account');
    const [, flags = ''] = /to create the others: (.*)\n/.exec(again.stderr) ?? [];
    expect(flags).toBe('--on-bad-row skip --max-bad-rows 12');
    const done = await onboard(`${flags} --yes`);
    expect(done).toMatchObject({ exit: 3, stdout: expect.stringMatching(/created +n13/) });
  });

  it.each([
    ['bulk plan FILE --mode create --shard 0/2 --skip 1', 'bulk plan FILE --skip 1 --shard 0/2'],
    [
      'bulk apply FILE --mode create --match email --delimiter ,',
      'bulk plan FILE --match email --delimiter ,',
    ],
    [
      'bulk plan FILE --mode create --feed nightly --where \'email co "@x"\'',
      `bulk plan FILE --where 'email co "@x"' --feed nightly`,
    ],
  ])('prints the flags of %s in the command for updates', async (typed, update) => {
    const { onboard, file, orgctl } = machineWith(30);
    await onboard('--yes');
    const { stderr } = await orgctl(`-p sandbox ${typed.replace('FILE', file)}`);
    expect(stderr).toContain(
      `hint: to update existing users too: orgctl -p sandbox ${update.replace('FILE', file)}\n`,
    );
  });

  it('prints - for stdin in the command for updates', async () => {
    const { onboard, file, orgctl } = machineWith(2);
    await onboard('--yes');
    const { stderr } = await orgctl('-p sandbox bulk plan - --mode create', {
      stdin: readFileSync(file, 'utf8'),
    });
    expect(stderr).toContain('hint: to update existing users too: orgctl -p sandbox bulk plan -\n');
  });

  it('prints no limit for a shard: the limit counts the rows of all shards', async () => {
    const { onboard, write, file, orgctl } = machineWith(60);
    await onboard('--yes');
    write(70);
    const create = `-p sandbox bulk apply ${file} --mode create --shard 0/2 --yes`;
    const { stderr } = await orgctl(create);
    expect(stderr).toMatch(/; to create the others: --on-bad-row skip\n/);
    const skipped = await orgctl(`${create} --on-bad-row skip`);
    expect(skipped.stderr).toContain('hint: to allow this: --max-bad-rows 60');
  });

  it('reports a single existing user', async () => {
    const { onboard, write } = machineWith(1);
    await onboard('--yes');
    write(2);
    expect((await onboard('--plan')).stderr).toContain(
      '1 of 2 rows names a user who already has an account (n1); nothing was sent',
    );
  });

  it('names the account of a user whom a row gives another userName', async () => {
    const { onboard, write } = machineWith(1);
    write(1, 'tomas.new,tomas.rey@harbour-finch.example');
    const { stderr } = await onboard('--plan');
    expect(stderr).toContain('1 of 2 rows names a user who already has an account (tomas.rey)');
  });

  it('lists every finding if there are others', async () => {
    const { onboard, write } = machineWith(2);
    await onboard('--yes');
    write(2, 'clara.voss,tomas.rey@harbour-finch.example');
    const ran = await onboard('--yes');
    expect(ran).toMatchObject({ exit: 5, stderr: expect.stringContaining('3 findings') });
  });
});

describe('onboard --on-bad-row', () => {
  it('skips bad rows and writes them to --rejects, like bulk apply', async () => {
    const { onboard, write, path } = machineWith(2);
    write(2, 'bad name!,nowhere');
    expect((await onboard('--yes')).exit).toBe(5);
    const rejects = path('rejects.csv');
    const done = await onboard(`--on-bad-row skip --rejects ${rejects} --yes`);
    expect(done).toMatchObject({ exit: 3, stderr: expect.stringContaining('2 created') });
    expect(done.stderr).toContain('1 of 3 rows');
    expect(readFileSync(rejects, 'utf8')).toContain('nowhere');
    expect(await onboard(`--on-bad-row skip --rejects ${rejects} --yes`)).toMatchObject({ exit: 2 });
  });

  it('is required for --rejects', async () => {
    const { onboard, path } = machineWith(1);
    const ran = await onboard(`--rejects ${path('rejects.csv')} --yes`);
    expect(ran).toMatchObject({ exit: 2, stderr: expect.stringContaining('add --on-bad-row skip') });
    expect(existsSync(path('rejects.csv'))).toBe(false);
  });
});

describe('onboarding a file every night', () => {
  it('compares each file with the one of the night before, even if that created nobody', async () => {
    const { onboard, write, orgctl } = machineWith(30);
    const skip = '--on-bad-row skip --max-bad-rows 100% --yes';
    expect((await onboard(skip)).exit).toBe(0);
    const night = async (rows: number, flags = skip) => {
      write(rows);
      const { exit, stderr } = await onboard(flags);
      return [exit, /the file applied last.*|nothing to do/.exec(stderr)?.[0]];
    };
    // At least 80% of the rows are required: 24 of 30, or 21 of 26.
    expect(await night(22)).toEqual([9, expect.any(String)]);
    expect(await night(26, `${skip} --plan`)).toEqual([3, 'nothing to do']);
    expect(await night(22)).toEqual([9, expect.any(String)]);
    expect(await night(26)).toEqual([3, 'nothing to do']);
    expect(await night(22)).toEqual([3, 'nothing to do']);
    const listed = await orgctl('-p sandbox runs list --feeds -o json --query [].[rows,rejected,run]');
    expect(JSON.parse(listed.stdout)).toEqual([
      [22, 22, 'nothing changed'],
      [26, 26, 'nothing changed'],
      [30, 0, expect.any(String)],
    ]);
  });
});

it('a person joins a group once, however often it is named', async () => {
  const { orgctl } = freshMachine();
  const person = '--user-name zed.ek --email zed.ek@x.example';
  const { exit, stderr } = await orgctl(
    `-p sandbox onboard ${person} --group IT --group it --group S1118NVR2 --yes`,
  );
  expect([exit, stderr.split('\n')[0]]).toEqual([
    0,
    expect.stringMatching(/^created zed\.ek \(\w+\) in IT$/),
  ]);
});
