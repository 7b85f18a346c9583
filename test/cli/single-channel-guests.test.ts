import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

describe('single-channel guests', () => {
  it.each([
    ['guest eq true', ['dev.partner', 'one.channel']],
    ['state eq guest', ['dev.partner', 'one.channel']],
    ['state eq "guest (single-channel)"', ['one.channel']],
    ['ultra_restricted eq true', ['one.channel']],
    ['restricted eq true', ['dev.partner']],
  ])('match %s', async (where, names) => {
    const ran = await freshMachine().words([
      ...['-p', 'sandbox', 'scim', 'users', 'list', '--where', where, '-o', 'text', '--columns', 'userName'],
    ]);
    expect(ran.stdout.trim().split('\n').sort()).toEqual(names);
  });

  it.each(['guest eq false', 'state eq active', 'not (guest eq true)'])('do not match %s', async (where) => {
    const ran = await freshMachine().orgctl(
      `-p sandbox scim users list --where '${where}' -o text --columns userName`,
    );
    expect(ran.stdout).toContain('walt.finch\n');
    expect(ran.stdout).not.toContain('one.channel');
  });

  it('are marked in the columns of a list and by who', async () => {
    const { orgctl } = freshMachine();
    const list = await orgctl('-p sandbox scim users list -o csv --columns userName,state,guest');
    expect(list.stdout.split('\n')).toEqual(
      expect.arrayContaining([
        'one.channel,guest (single-channel),single-channel',
        'dev.partner,guest,true',
        'walt.finch,active,false',
      ]),
    );
    const page = (await orgctl('-p sandbox who one.channel -o table')).stdout;
    expect(page).toMatch(/^State +guest \(single-channel\)$/m);
    const json = await orgctl('-p sandbox who one.channel -o json --query state');
    expect(json.stdout).toBe('"guest"\n');
  });

  it('are listed under the heading Guest', async () => {
    const list = await freshMachine().orgctl('-p sandbox scim users list -o table --columns userName,guest');
    expect(list.stdout).toMatch(/^Username +Guest\n/);
    expect(list.stdout).toMatch(/^one\.channel +single-channel$/m);
  });

  it.each(['single-channel', 'guest (single-channel)'])(
    'are refused in an input file, with the value to use instead: %s',
    async (cell) => {
      const machine = freshMachine();
      writeFileSync(machine.path('people.csv'), `userName,guest\none.channel,${cell}\n`);
      const ran = await machine.orgctl(`bulk check ${machine.path('people.csv')}`);
      expect(ran.exit).toBe(5);
      expect(ran.stdout).toContain(
        `guest: "${cell}" cannot be written: SCIM cannot create single-channel guests; leave the cell empty to keep the guest type (invalid_attribute_format)\n`,
      );
    },
  );

  it('have an empty guest cell in an export, which reads back without changes', async () => {
    const machine = freshMachine();
    const file = machine.path('people.csv');
    const { stdout, stderr } = await machine.orgctl('-p sandbox scim users export --columns userName,guest');
    expect(stdout).toMatch(/^one\.channel,$/m);
    expect(stderr).toContain('guest is blank for 1 single-channel guest; a file cannot create such guests\n');
    writeFileSync(file, stdout);
    const plan = await machine.orgctl(`-p sandbox bulk plan ${file}`);
    expect(plan).toMatchObject({ exit: 0, stdout: '' });
    const without = await machine.orgctl('-p sandbox scim users export --columns userName');
    expect(without.stderr).not.toContain('single-channel');
  });

  it('remain unchanged if selected by --where, and become multi-channel guests only by name', async () => {
    const { orgctl, words } = freshMachine();
    const convert = ['-p', 'sandbox', 'scim', 'users', 'convert', '--to', 'guest', '--expires', '2099-06-30'];
    const selected = await words([...convert, '--where', 'guest eq true', '-n']);
    expect(selected.stderr).toContain(
      'one.channel is a single-channel guest and stays one; name the user without --where to make a multi-channel guest\n',
    );
    expect(selected.stdout).toContain('dev.partner');
    expect(selected.stdout).not.toContain('one.channel');
    expect((await words([...convert, 'one.channel', '-n'])).stdout).toContain('one.channel');
    const member = await orgctl('-p sandbox scim users convert one.channel --to member --yes');
    expect(member.stderr).toContain('one.channel is a single-channel guest and stays one\n');
    const patch = ['-p', 'sandbox', 'scim', 'users', 'patch', '--guest', '--where', 'guest eq true', '-n'];
    expect(await words(patch)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(
        'error: one.channel is a single-channel guest; --guest with --where would make a multi-channel guest\n',
      ),
    });
  });

  it.each([
    ['groups.csv', 'group,member\nIT,clara.voss\nIT,one.channel\nOperations,one.channel\n'],
    ['people.csv', 'userName,groups\nclara.voss,IT\none.channel,IT;Operations\n'],
  ])('cause a warning if %s adds them to groups', async (name, content) => {
    const { orgctl, path } = freshMachine();
    writeFileSync(path(name), content);
    const warning =
      'warning: the service probably refuses a single-channel guest in a group, and everybody who joins with them: one.channel\n';
    const planned = await orgctl(
      `-p sandbox bulk plan ${path(name)} --create-groups --out ${path('plan.json')}`,
    );
    expect(planned.stderr.split(warning)).toHaveLength(2);
    const applied = await orgctl(`-p sandbox bulk apply ${path('plan.json')} --dry-run`);
    expect(applied.stderr.split(warning)).toHaveLength(2);
  });

  it.each([
    ['groups.csv', 'group,member\nIT,clara.voss\nIT,one.channel\n'],
    ['people.csv', 'userName,groups\nclara.voss,IT\none.channel,IT\n'],
  ])('are named by the failure if %s adds them to a group', async (name, content) => {
    const { orgctl, path } = freshMachine();
    writeFileSync(path(name), content);
    const why = 'deleted or guest users cannot be added to the group (guest: one.channel)';
    const applied = await orgctl(
      `-p sandbox bulk apply ${path(name)} --yes -o json --failed-out ${path('failed.csv')}`,
    );
    expect(applied.exit).toBe(3);
    expect(JSON.parse(applied.stdout)).toEqual([expect.objectContaining({ message: why })]);
    const failed = readFileSync(path('failed.csv'), 'utf8').trim().split('\n').slice(1);
    expect(failed).toHaveLength(2);
    for (const row of failed) expect(row).toContain(`,${why}`);
    expect((await orgctl('runs show latest -o table')).stdout).toContain('(guest: one.channel)');
    expect((await orgctl('bulk report latest -o github')).stdout).toContain('(guest: one.channel)');
    // Neither a retry nor a saved plan looks anybody up again.
    const retried = await orgctl('-p sandbox bulk resume latest --retry-failed --yes -o table');
    expect(retried.stdout).toContain('(guest: one.channel)');
  });

  it('cause no warning if the file converts them, or adds only others', async () => {
    const { orgctl, path } = freshMachine();
    writeFileSync(path('converted.csv'), 'userName,guest,groups\none.channel,true,IT\n');
    writeFileSync(path('others.csv'), 'userName,groups\nclara.voss,IT\ndev.partner,IT\n');
    for (const name of ['converted.csv', 'others.csv']) {
      const planned = await orgctl(`-p sandbox bulk plan ${path(name)}`);
      expect(planned).toMatchObject({ exit: 0, stdout: expect.stringContaining('IT') });
      expect(planned.stderr).not.toContain('single-channel guest in a group');
    }
  });

  it('join groups only after the same file has converted them', async () => {
    const { orgctl, path } = freshMachine();
    writeFileSync(path('converted.csv'), 'userName,guest,groups\none.channel,true,IT\n');
    const { stdout } = await orgctl(`-p sandbox bulk plan ${path('converted.csv')} -o json`);
    const { changes } = JSON.parse(stdout);
    expect(changes).toMatchObject([
      { id: 'L2', kind: 'patchUser', set: { guest: true } },
      { kind: 'addMembers', behind: ['L2'] },
    ]);
  });

  it('are named as such when an expiration is refused', async () => {
    const { orgctl } = freshMachine();
    const ran = await orgctl(
      '-p sandbox scim users patch one.channel --guest-expiration 2099-06-30T00:00:00Z',
    );
    expect(ran.stderr).toContain('--guest-expiration needs --guest: one.channel is a single-channel guest\n');
  });
});
