import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

async function users(machine: Machine, query: string): Promise<unknown> {
  const { stdout } = await machine.orgctl(`-p sandbox scim users list --query "${query}" -o json`);
  return JSON.parse(stdout);
}

describe('sandbox seed', () => {
  it('adds the given number of new users each time, and finds each by name', async () => {
    const machine = freshMachine();
    const first = await machine.orgctl('sandbox seed --users 300 -o json');
    expect(first).toMatchObject({ exit: 0, stderr: '' });
    expect(JSON.parse(first.stdout)).toMatchObject({ users: 312 });
    const again = await machine.orgctl('sandbox seed --users 200 -o json');
    expect(JSON.parse(again.stdout)).toMatchObject({ users: 512 });
    expect(await users(machine, 'length(@)')).toBe(512);
    const { stdout } = await machine.orgctl('-p sandbox scim users get carla.ito100 -o json');
    expect(JSON.parse(stdout)).toMatchObject({
      displayName: 'Carla Ito',
      emails: [{ value: 'carla.ito100@harbour-finch.example' }, {}],
    });
  });

  it('sets up the users and groups of a file, updates them on a second run, and keeps others', async () => {
    const machine = freshMachine();
    const file = machine.path('organization.yaml');
    writeFileSync(
      file,
      [
        'settings: { name: Quay, channels: [on-call] }',
        'users:',
        '  - { userName: Nora.Quay, email: nora@x.example, rank: owner, manager: clara.voss, title: Buyer }',
        '  - { userName: bot.one, isBot: true }',
        'groups:',
        '  - { displayName: On call, members: [nora.quay, clara.voss], channels: [on-call] }',
      ].join('\n'),
    );
    for (let time = 0; time < 2; time += 1) {
      const { exit, stdout } = await machine.orgctl(`sandbox seed ${file} -o json`);
      expect(exit).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ organization: 'Quay', users: 14, groups: 6 });
    }
    const { stdout } = await machine.orgctl('-p sandbox scim users get nora.quay -o json');
    expect(JSON.parse(stdout)).toMatchObject({
      title: 'Buyer',
      emails: [{ value: 'nora@x.example' }, {}],
      groups: [{ display: 'On call' }],
    });
    const refused = await machine.orgctl('-p sandbox scim users deactivate bot.one --yes');
    expect(refused.stderr).toContain('cannot_disable_bot_user_with_scim');
    // The special kind of an account or group shows in the refusals of the service.
    const owner = await machine.orgctl(
      '-p sandbox scim users convert nora.quay --to guest --no-expires --yes',
    );
    expect(owner.stderr).toContain('cannot_make_user_guest');
    const linked = await machine.orgctl(
      "-p sandbox scim groups delete 'On call' --max-delete-groups 1 --yes",
    );
    expect(linked.stderr).toContain('idp_group_linked_to_channels');
  });

  it('reports all mistakes of a file, and sets nothing up', async () => {
    const machine = freshMachine();
    const file = machine.path('bad.yaml');
    const text =
      'settings: {plan: gold, faults: {listUser: x}}\nusers: [{email: a, rank: 7}]\ngroups: [{members: [1]}]\n';
    writeFileSync(file, text);
    const { exit, stdout, stderr } = await machine.orgctl(`sandbox seed ${file}`);
    expect({ exit, stdout }).toEqual({ exit: 5, stdout: '' });
    expect(stderr.split('\n').map((line) => line.replace(/:.*/, ''))).toEqual([
      'settings.plan',
      'settings.faults.listUser',
      'users[0].email',
      'users[0].userName',
      'groups[0].displayName',
      'error',
      '',
    ]);
    expect(stderr).toContain(
      'settings.faults.listUser: is not known here; expected listUsers (invalid_seed)',
    );
    expect(await users(machine, 'length(@)')).toBe(12);
  });

  it('sets nothing up if a member is unknown', async () => {
    const machine = freshMachine();
    const file = machine.path('groups.yaml');
    writeFileSync(file, 'users: [{userName: nora}]\ngroups: [{displayName: A, members: [nora, nobody]}]\n');
    const { exit, stderr } = await machine.orgctl(`sandbox seed ${file}`);
    expect(exit).toBe(5);
    expect(stderr).toContain('groups[0].members[1]: there is no user "nobody"');
    expect(await users(machine, 'length(@)')).toBe(12);
  });

  it('keeps what a file does not say of a group that exists, and its time of creation', async () => {
    const machine = freshMachine();
    const file = machine.path('groups.csv');
    writeFileSync(file, 'group,member\nAnnouncements team,clara.voss\nAll admins,walt.finch\n');
    const group = async () =>
      JSON.parse((await machine.orgctl("-p sandbox scim groups get 'Announcements team' -o json")).stdout);
    const before = await group();
    expect((await machine.orgctl(`sandbox seed --groups ${file} -q`)).exit).toBe(0);
    const after = await group();
    expect(after.members).toMatchObject([{ display: 'Clara Voss' }]);
    expect(after.meta).toEqual(before.meta);
    const linked = await machine.orgctl("-p sandbox scim groups delete 'Announcements team' --yes");
    expect(linked.stderr).toContain('[idp_group_linked_to_channels]');
    const managed = await machine.orgctl("-p sandbox scim groups members add 'All admins' clara.voss");
    expect(managed.stderr).toContain('[group_members_create_failed]');
  });

  it('stores values in the form of the service: whole dates, and no blank ones', async () => {
    const machine = freshMachine();
    const file = machine.path('dates.yaml');
    writeFileSync(
      file,
      [
        'users:',
        '  - {userName: nora, startDate: "2020-01-01", title: "", department: " ", secondaryEmail: ""}',
        '  - {userName: guest, guest: true, guestExpiration: "2030-02-03"}',
        '  - {userName: clara.voss, title: ""}',
      ].join('\n'),
    );
    expect((await machine.orgctl(`sandbox seed ${file} -q`)).exit).toBe(0);
    const columns = 'email,secondaryEmail,title,department,startDate,guestExpiration';
    const row = async (name: string) =>
      (
        await machine.orgctl(
          `-p sandbox users list --where 'userName eq "${name}"' --columns ${columns} -o csv`,
        )
      ).stdout.split('\n')[1];
    expect(await row('nora')).toBe('nora@harbour-finch.example,,,,2020-01-01T00:00:00+0000,');
    expect(await row('guest')).toBe('guest@harbour-finch.example,,,,,2030-02-03T00:00:00Z');
    expect(await row('clara.voss')).toBe(
      'clara.voss@harbour-finch.example,,,Product,2024-03-15T00:00:00+0000,',
    );
    const { stdout } = await machine.orgctl('-p sandbox users get nora -o json');
    expect(stdout).not.toContain('" "');
  });

  it.each(['harbour', 'https://', 'file:///x'])('refuses the URL %s', async (url) => {
    const machine = freshMachine();
    const file = machine.path('url.yaml');
    writeFileSync(file, `settings: {url: "${url}"}\nusers: [{userName: nora}]\n`);
    expect(await machine.orgctl(`sandbox seed ${file}`)).toEqual({
      exit: 5,
      stdout: '',
      stderr: `settings.url: is "${url}"; expected a URL such as https://quay.example (invalid_seed)\nerror: ${file}: 1 mistake; nothing was set up\n`,
    });
  });

  it('refuses to run without input, and changes nothing in a dry run', async () => {
    const machine = freshMachine();
    const nothing = await machine.orgctl('sandbox seed');
    expect(nothing).toMatchObject({ exit: 2, stdout: '' });
    expect(nothing.stderr).toContain('nothing to add was given');
    const much = await machine.orgctl('sandbox seed --users 1000001');
    expect(much).toMatchObject({ exit: 2, stderr: 'error: --users takes at most 1,000,000\n' });
    expect((await machine.orgctl('sandbox seed --users 5 --dry-run')).exit).toBe(0);
    expect(await users(machine, 'length(@)')).toBe(12);
  });

  it('SCIM §7: sets up an organization for codes that depend on its settings', async () => {
    const machine = freshMachine();
    expect((await machine.orgctl('sandbox seed examples/organization.yaml')).exit).toBe(0);
    const codeOf = async (line: string) => {
      const { exit, stderr } = await machine.orgctl(`-p sandbox ${line} -o json --yes`);
      return { exit, code: JSON.parse(stderr.slice(stderr.indexOf('{'))).code };
    };
    expect(await codeOf('scim users patch clara.voss --display-name "C Voss"')).toMatchObject({
      code: 'invalid_display_name',
    });
    expect(await codeOf('scim users patch olek.pier --locale sv')).toMatchObject({
      code: 'unable_to_create_team_profile_fields',
    });
  });
});
