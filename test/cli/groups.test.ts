import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';
import { untilUndo } from '../support/until-undo.ts';

/** IDs of the demo organization. */
const IT = 'S1118NVR2';
const PEOPLE = {
  walt: 'W1118NVR2',
  samir: 'W122HBRI4',
  clara: 'W12L3NPDN',
  tomas: 'W133PZN96',
  aroha: 'W13MCBL4P',
} as const;

describe.each(['1.1', '2.0'])('SCIM §4.6: scim groups over SCIM %s', (version) => {
  const start = () => {
    const machine = freshMachine();
    const orgctl = (line: string, options = {}) =>
      machine.orgctl(`-p sandbox --scim-version ${version} scim groups ${line}`, options);
    const members = async (group: string) => {
      const { stdout } = await orgctl(`members list "${group}" -o csv --columns value --no-header`);
      return stdout.trim().split('\n');
    };
    return { machine, orgctl, members };
  };

  it.each([IT, 'IT', 'it'])(
    'finds a group by %s and prints it in the requested SCIM version',
    async (identity) => {
      const { exit, stdout } = await start().orgctl(`get ${identity} -o json`);
      expect(exit).toBe(0);
      const group = JSON.parse(stdout);
      expect(group).toMatchObject({ id: IT, displayName: 'IT' });
      expect(group.meta.location).toContain(version === '1.1' ? '/scim/v1/' : '/scim/v2/');
    },
  );

  it('shows the members of a group', async () => {
    const { stdout } = await start().orgctl('get IT -o table');
    expect(stdout).toBe(
      [
        'Name          IT',
        'Members       2',
        `ID            ${IT}`,
        'Member names  Walt Finch; Samir Aziz',
        'Created       2024-03-04T09:00:00-08:00',
        '',
      ].join('\n'),
    );
  });

  it('reports an unknown group', async () => {
    expect(await start().orgctl('get Nobody')).toEqual({
      exit: 6,
      stdout: '',
      stderr: `error: no group has the ID or the name "Nobody" [no_such_group]\nhint: orgctl -p sandbox --scim-version ${version} scim groups list\n`,
    });
  });

  it('creates a group with members given by ID, userName and email', async () => {
    const { orgctl, members } = start();
    const created = await orgctl(
      `create "Data platform" --member ${PEOPLE.tomas} --member clara.voss --member AROHA.NGATA@harbour-finch.example -o json`,
    );
    expect(untilUndo(created.stderr)).toMatch(/^created Data platform \(S\w+\) with 3 members\n$/);
    expect(JSON.parse(created.stdout)).toMatchObject({ displayName: 'Data platform' });
    expect(await members('Data platform')).toEqual([PEOPLE.tomas, PEOPLE.clara, PEOPLE.aroha]);
  });

  it('ignores spaces around a name', async () => {
    const { orgctl, members } = start();
    expect(await orgctl('create "IT "')).toMatchObject({ exit: 6 });
    expect((await orgctl('create " Data platform "')).exit).toBe(0);
    expect((await orgctl('patch IT --name "Security "')).exit).toBe(0);
    expect([await members('Data platform'), (await members('Security')).length]).toEqual([[''], 2]);
  });

  it('refuses unknown members, lists each with its line, and sends nothing', async () => {
    const { machine, orgctl, members } = start();
    writeFileSync(machine.path('members.txt'), '# leads\nclara.voss\n\nnobody\nghost@x.example\n');
    const file = machine.path('members.txt');
    expect(await orgctl(`members add IT --members-file ${file}`)).toEqual({
      exit: 6,
      stdout: '',
      stderr: [
        `${file}:4 no user has the userName "nobody" (no_such_user)`,
        `${file}:5 no user has the e-mail "ghost@x.example" (no_such_user)`,
        'error: 2 members are not in the organization; nothing was sent [no_such_user]',
        `hint: orgctl -p sandbox --scim-version ${version} scim users list --columns id,userName,email`,
        '',
      ].join('\n'),
    });
    expect(await members('IT')).toEqual([PEOPLE.walt, PEOPLE.samir]);
  });

  it.each([
    'create Watch --member clara.voss --member former.member',
    'create Watch --member W15OTNCMT',
    'members add IT former.member',
    'members add IT clara.voss FORMER.member@harbour-finch.example',
    'members set IT clara.voss former.member --yes',
    'members set IT @LIST --yes',
    `members add IT --where 'userName eq "former.member"'`,
    'replace IT --member former.member --yes',
    'patch IT --add former.member',
    'patch IT "All admins" --add former.member --yes',
  ])('refuses deactivated users and sends nothing, in a dry run as well: %s', async (line) => {
    const { machine, orgctl, members } = start();
    // More names than are looked up one by one.
    const many = Array.from({ length: 21 }, (_, index) => (index === 20 ? 'former.member' : 'clara.voss'));
    writeFileSync(machine.path('members.txt'), many.join('\n'));
    for (const flags of ['', ' --dry-run']) {
      const ran = await orgctl(`${line.replace('LIST', machine.path('members.txt'))}${flags}`);
      expect(ran).toMatchObject({ exit: 6, stdout: '' });
      expect(ran.stderr).toMatch(
        /^error: .*former\.member.* is deactivated and cannot join a group; nothing was sent \[unable_to_add_deleted_or_guest_to_group\]$/im,
      );
      expect(ran.stderr).toContain('scim users activate former.member\n');
    }
    expect(await members('IT')).toEqual([PEOPLE.walt, PEOPLE.samir]);
    expect((await orgctl('get Watch')).exit).toBe(6);
  });

  it('lists several deactivated users', async () => {
    const ran = await start().orgctl('members add IT former.member clara.voss erased');
    expect(ran.stderr).toBe(
      'former.member is deactivated (unable_to_add_deleted_or_guest_to_group)\n' +
        'erased is deactivated (unable_to_add_deleted_or_guest_to_group)\n' +
        'error: 2 users are deactivated and cannot join a group; nothing was sent [unable_to_add_deleted_or_guest_to_group]\n' +
        `hint: orgctl -p sandbox --scim-version ${version} scim users activate former.member erased\n`,
    );
  });

  it('suggests a list of deactivated users if they are too many for one command', async () => {
    const { machine, orgctl } = start();
    const names = Array.from({ length: 11 }, (_, index) => `gone.${index}`);
    const rows = names.map((name) => `${name},${name}@x.example,false`);
    writeFileSync(machine.path('people.csv'), `userName,email,active\n${rows.join('\n')}\n`);
    await machine.orgctl(`sandbox seed --people ${machine.path('people.csv')}`);
    const hint = async (count: number) =>
      (await orgctl(`members add IT ${names.slice(0, count).join(' ')}`)).stderr.split('\n').at(-2);
    expect(await hint(10)).toBe(
      `hint: orgctl -p sandbox --scim-version ${version} scim users activate ${names.slice(0, 10).join(' ')}`,
    );
    expect(await hint(11)).toBe(
      `hint: orgctl -p sandbox --scim-version ${version} scim users list --where 'active eq false'`,
    );
  });

  it('keeps or removes a deactivated member of a group', async () => {
    const { machine, orgctl } = start();
    writeFileSync(machine.path('groups.yaml'), 'groups: [{displayName: Old, members: [former.member]}]');
    await machine.orgctl(`sandbox seed ${machine.path('groups.yaml')}`);
    expect((await orgctl('members set Old former.member')).exit).toBe(0);
    expect((await orgctl('members add Old former.member clara.voss')).exit).toBe(0);
    expect((await orgctl('members remove Old former.member')).exit).toBe(0);
  });

  it('names the member refused by the service, whose response does not', async () => {
    const refused = async (names: string) => {
      const ran = await start().orgctl(`members add IT ${names}`);
      expect(ran.exit).toBe(6);
      expect(ran.stderr).toContain('hint: orgctl explain unable_to_add_deleted_or_guest_to_group\n');
      return ran.stderr;
    };
    const said =
      /^warning: .*: one\.channel\nerror: deleted or guest users cannot be added to the group.* \(guest: one\.channel\) \[unable/;
    expect(await refused('one.channel')).toMatch(said);
    expect(await refused('clara.voss one.channel')).toMatch(said);
  });

  it('adds members from arguments and stdin, and counts those already in the group', async () => {
    const { orgctl, members } = start();
    const added = await orgctl('members add IT tomas.rey walt.finch --members-file -', {
      stdin: 'clara.voss\r\ntomas.rey\r\n',
    });
    expect(added.exit).toBe(0);
    expect(untilUndo(added.stderr)).toBe(`2 members added to IT (${IT}); 1 already in it\n`);
    expect(await members('IT')).toEqual([PEOPLE.walt, PEOPLE.samir, PEOPLE.tomas, PEOPLE.clara]);
    const again = await orgctl('members add IT tomas.rey');
    expect(again.stderr).toBe(`0 members added to IT (${IT}); 1 already in it\n`);
  });

  it('removes members, and counts those not in the group', async () => {
    const { orgctl, members } = start();
    const removed = await orgctl('members remove IT samir.aziz tomas.rey');
    expect(untilUndo(removed.stderr)).toBe(`1 member removed from IT (${IT}); 1 not in it\n`);
    expect(await members('IT')).toEqual([PEOPLE.walt]);
  });

  it('refuses an empty list of members', async () => {
    const { orgctl } = start();
    expect(await orgctl('members set IT --members-file -', { stdin: '\n' })).toMatchObject({
      exit: 5,
      stderr:
        'error: (stdin) has no rows that name users; nothing was sent [empty_file]\nhint: orgctl help lists\n',
    });
    expect(await orgctl('members add IT')).toMatchObject({
      exit: 2,
      stderr: 'error: no users given\nhint: name users, or @FILE with one on a line; - is stdin\n',
    });
  });

  it('sets the members, and asks before removing any', async () => {
    const { orgctl, members } = start();
    const unasked = await orgctl('members set IT walt.finch tomas.rey');
    expect(unasked).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        'error: a confirmation is needed to change IT: remove Samir Aziz; add tomas.rey in "sandbox" (sandbox.localhost)\nhint: add --yes\n',
    });
    const set = await orgctl('members set IT walt.finch tomas.rey --yes -o json');
    expect(set.exit).toBe(0);
    expect(untilUndo(set.stderr)).toBe('IT: 1 member added, 1 member removed\n');
    expect(await members('IT')).toEqual([PEOPLE.walt, PEOPLE.tomas].sort());
    const same = await orgctl('members set IT walt.finch tomas.rey');
    expect(same.stderr).toBe('IT already has exactly these members\n');
  });

  it('clears a group only after its name is typed', async () => {
    const { orgctl } = start();
    const refused = await orgctl('members clear IT');
    expect(refused).toMatchObject({ exit: 2, stdout: '' });
    expect(refused.stderr).toContain(
      `error: a confirmation is needed to remove all 2 members of IT (${IT}) in "sandbox" (sandbox.localhost)\nhint`,
    );
    const typed = await orgctl('members clear IT', {
      terminal: 100,
      env: { NO_COLOR: '1' },
      answers: [
        ['Type IT to continue:', 'yes\n'],
        ['That is not IT', '\u0015IT\n'],
      ],
    });
    expect(typed.exit).toBe(0);
    expect(typed.stderr).toContain('removed 2 members from IT');
    expect(JSON.parse((await orgctl('get IT -o json')).stdout).members).toEqual([]);
  });

  it('deletes a group only after its name is typed, and keeps its members', async () => {
    const { machine, orgctl } = start();
    expect(await orgctl('delete IT')).toMatchObject({ exit: 2, stdout: '' });
    const typed = await orgctl('delete IT', {
      terminal: 100,
      env: { NO_COLOR: '1' },
      answers: [['Type IT to continue:', 'IT\n']],
    });
    expect(typed.exit).toBe(0);
    expect(typed.stderr).toContain(`deleted IT (${IT}), which had 2 members`);
    expect(await orgctl('get IT')).toMatchObject({ exit: 6 });
    expect((await machine.orgctl('-p sandbox scim users get samir.aziz')).exit).toBe(0);
  });

  it('deletes none of several groups if one does not exist', async () => {
    const { orgctl } = start();
    const ran = await orgctl('delete IT Nobody "Everyone in Berlin" --yes');
    expect(ran).toEqual({
      exit: 6,
      stdout: '',
      stderr:
        'error: no group has the ID or the name "Nobody"; nothing was sent [no_such_group]\n' +
        `hint: orgctl -p sandbox --scim-version ${version} scim groups list\n`,
    });
    expect((await orgctl('get IT')).exit).toBe(0);
  });

  it.each(['patch', 'replace'])(
    'gives no group the name of another one without --allow-duplicate: %s',
    async (verb) => {
      const { orgctl } = start();
      const line = `${verb} IT --name " everyone in berlin " --yes`;
      expect(await orgctl(line)).toMatchObject({
        exit: 6,
        stdout: '',
        stderr: expect.stringMatching(
          /^error: a group "Everyone in Berlin" already exists \(\S+\); nothing was sent \[duplicate_group_name\]\nhint: add --allow-duplicate to use that name\n$/,
        ),
      });
      // Its own name, in other letters, is free.
      expect((await orgctl(`${verb} IT --name it --yes`)).exit).toBe(0);
      expect((await orgctl(`${verb} it --name "everyone in berlin" --allow-duplicate --yes`)).exit).toBe(0);
    },
  );

  it('deletes none of several groups if a name is ambiguous', async () => {
    const { orgctl } = start();
    await orgctl('create IT --allow-duplicate');
    const ran = await orgctl('delete "Everyone in Berlin" IT --yes');
    expect(ran).toMatchObject({ exit: 6, stdout: '' });
    expect(ran.stderr).toMatch(/^error: 2 groups are named "IT": \S+, \S+; nothing was sent /);
    expect((await orgctl('get "Everyone in Berlin"')).exit).toBe(0);
  });

  it('deletes a group given twice only once', async () => {
    const ran = await start().orgctl(`delete IT ${IT} --yes`);
    expect(ran.exit).toBe(0);
    expect(ran.stderr.match(/deleted IT/g)).toHaveLength(1);
  });

  it('renames a group and changes its members in one command', async () => {
    const { orgctl, members } = start();
    const changed = await orgctl('patch IT --name "IT and security" --add tomas.rey --remove samir.aziz');
    expect(changed.exit).toBe(0);
    expect(untilUndo(changed.stderr)).toBe(
      `changed IT and security (${IT}): name: IT → IT and security; joined: Tomás Rey; left: Samir Aziz\n`,
    );
    expect(await members('IT and security')).toEqual([PEOPLE.walt, PEOPLE.tomas]);
  });

  it('changes a group by the attributes in a file', async () => {
    const { machine, orgctl, members } = start();
    writeFileSync(
      machine.path('changes.yaml'),
      'displayName: Technology\nmembers: [clara.voss, {value: samir.aziz, operation: delete}]\n',
    );
    expect(await orgctl(`patch IT --file ${machine.path('changes.yaml')}`)).toMatchObject({ exit: 0 });
    expect(await members('Technology')).toEqual([PEOPLE.walt, PEOPLE.clara]);
  });

  it('sends v2 operations as written, and refuses them on v1', async () => {
    const { orgctl, members } = start();
    const stdin = `Operations: [{op: remove, path: 'members[value eq "${PEOPLE.samir}"]'}]`;
    const ran = await orgctl('patch IT --file -', { stdin });
    if (version === '1.1') {
      expect(ran.exit).toBe(5);
      expect(ran.stderr).toContain('"Operations" is not an attribute of a group');
    } else {
      expect(ran.exit).toBe(0);
      expect(await members('IT')).toEqual([PEOPLE.walt]);
    }
  });

  it('leaves a group unchanged when replacing it with its own output', async () => {
    const { machine, orgctl } = start();
    const before = await orgctl('get IT -o json');
    writeFileSync(machine.path('it.json'), before.stdout);
    const replaced = await orgctl(`replace IT --file ${machine.path('it.json')} -o json`);
    expect(replaced.exit).toBe(0);
    expect(JSON.parse(replaced.stdout)).toEqual(JSON.parse(before.stdout));
  });

  it('asks before a replacement removes members', async () => {
    const { orgctl, members } = start();
    const asked = await orgctl('replace IT --name Security --member samir.aziz');
    expect(asked.exit).toBe(2);
    expect(asked.stderr).toContain(
      'error: a confirmation is needed to change IT: remove Walt Finch in "sandbox" (sandbox.localhost)',
    );
    expect((await orgctl('replace IT --name Security --member samir.aziz --yes')).exit).toBe(0);
    expect(await members('Security')).toEqual([PEOPLE.samir]);
  });

  it('prints the refusal with its code', async () => {
    const ran = await start().orgctl('members add IT former.member');
    expect(ran.exit).toBe(6);
    expect(ran.stderr).toContain('[unable_to_add_deleted_or_guest_to_group]');
  });

  it('filters and sorts, and filters v2 lists itself', async () => {
    const { orgctl } = start();
    const ran = await orgctl(
      'list --filter \'displayName sw "e" or displayName eq IT\' --sort-order descending -o csv --columns displayName',
    );
    expect(ran.stdout).toBe('displayName\nIT\nEveryone in Berlin\n');
    expect(ran.stderr).toBe(
      version === '1.1' ? '' : 'v2 has no filters: the whole list is read and filtered locally\n',
    );
    const wrong = await orgctl("list --filter 'displayName xx 1'");
    expect(wrong.exit).toBe(5);
    expect(wrong.stderr).toContain('[invalid_query]\n  displayName xx 1\n              ^\n');
  });

  it('shows the request in a dry run, and sends nothing', async () => {
    const { orgctl, members } = start();
    const ran = await orgctl('members remove IT samir.aziz -n -v -o json');
    expect(ran.exit).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject([
      { kind: 'removeMembers', members: [{ id: PEOPLE.samir, name: 'samir.aziz' }] },
    ]);
    expect(ran.stderr).toContain(
      version === '1.1' ? '"operation": "delete"' : `"path": "members[value eq ${PEOPLE.samir}]"`,
    );
    expect(await members('IT')).toEqual([PEOPLE.walt, PEOPLE.samir]);
  });

  it('exports one membership per line, and groups without members', async () => {
    const { machine, orgctl } = start();
    await orgctl('create Empty -q');
    const which = "--filter 'displayName eq IT or displayName eq Empty'";
    const names = await orgctl(`export ${which}`);
    expect(names.stdout).toBe(
      'group,member\nIT,walt.finch@harbour-finch.example\nIT,samir.aziz@harbour-finch.example\nEmpty,\n',
    );
    const ids = await orgctl(`export --no-names ${which}`);
    expect(ids.stdout).toMatch(
      new RegExp(`^group,member\n${IT},${PEOPLE.walt}\n${IT},${PEOPLE.samir}\nS\\w+,\n$`),
    );
    const file = machine.path('groups.csv');
    const named = await orgctl(`export --names --out ${file} --filter 'displayName eq IT'`);
    expect(named).toMatchObject({ exit: 0, stdout: '' });
    expect(named.stderr).toContain('1 group exported, 2 lines');
  });
});

it('groups members add: refuses a batch larger than one request may be (SCIM §8)', async () => {
  const ran = await freshMachine().orgctl(
    '-p sandbox scim groups members add IT tomas.rey --batch-size 15001',
  );
  expect(ran.exit).toBe(2);
  expect(ran.stderr).toContain(
    'It must be a whole number from 1 to 15000; a call with more is too_many_users.',
  );
});

it('groups create: requires a name', async () => {
  const ran = await freshMachine().orgctl('-p sandbox scim groups create --member tomas.rey');
  expect(ran).toMatchObject({ exit: 2, stdout: '' });
  expect(ran.stderr).toContain('a new group needs a name');
});

it.each([';', '\t', '|'])('groups members set: accepts a list with the delimiter %j', async (delimiter) => {
  const machine = freshMachine();
  writeFileSync(
    machine.path('list.csv'),
    `Name${delimiter}email\nClara${delimiter}clara.voss@harbour-finch.example\n`,
  );
  const ran = await machine.orgctl(`-p sandbox groups members set IT @${machine.path('list.csv')} --yes`);
  expect(ran.exit).toBe(0);
  const members = await machine.orgctl(
    '-p sandbox groups members list IT -o csv --columns userName --no-header',
  );
  expect(members.stdout).toBe('clara.voss\n');
});

it.each([
  ['clara.voss', 'clara.voss', 'clara.voss'],
  ['clara.voss', 'W12L3NPDN', 'clara.voss (W12L3NPDN)'],
  ['clara.voss@harbour-finch.example', 'CLARA.VOSS', 'clara.voss@harbour-finch.example (CLARA.VOSS)'],
])('groups patch: refuses to add %s and to remove %s', async (add, remove, shown) => {
  const { orgctl } = freshMachine();
  const ran = await orgctl(`-p sandbox groups patch IT --add ${add} --remove ${remove}`);
  expect(ran).toMatchObject({ exit: 2, stdout: '' });
  expect(ran.stderr).toBe(`error: ${shown} cannot be added and removed at once; nothing was sent\n`);
});

it('groups create: reads names with spaces, and attributes in any letter case, from a file', async () => {
  const machine = freshMachine();
  writeFileSync(machine.path('crew.yaml'), 'DisplayName: Crew\nMembers: [" clara.voss "]\n');
  const ran = await machine.orgctl(`-p sandbox groups create --file ${machine.path('crew.yaml')}`);
  expect(ran.exit, ran.stderr).toBe(0);
  const members = await machine.orgctl('-p sandbox groups members list Crew -o csv --columns userName');
  expect(members.stdout).toBe('userName\nclara.voss\n');
});

it.each(['1.1', '2.0'])(
  'groups patch --file refuses to add and to remove a user over SCIM %s',
  async (version) => {
    const machine = freshMachine();
    const file = machine.path('it.yaml');
    writeFileSync(file, 'members: [{ value: W1118NVR2, operation: delete }, { value: walt.finch }]\n');
    const ran = await machine.orgctl(
      `-p sandbox --scim-version ${version} groups patch IT --file ${file} -y`,
    );
    expect(ran).toMatchObject({ exit: 5, stdout: '' });
    expect(ran.stderr).toBe(
      `error: ${file}: walt.finch (W1118NVR2) cannot be added and removed at once; nothing was sent\n`,
    );
  },
);

describe('guests who join a group', () => {
  const WARNING =
    'warning: the service probably refuses a single-channel guest in a group, and everybody who joins with them: one.channel\n';

  it('are warned about before anything is sent, and shown by name, if single-channel', async () => {
    const machine = freshMachine();
    const ids = JSON.parse(
      (await machine.orgctl(`-p sandbox scim users list --where 'guest eq true' --query [].id`)).stdout,
    );
    expect(ids).toHaveLength(2);
    const named = ids.map((id: string) => `--member ${id}`).join(' ');
    for (const members of [`--where 'guest eq true'`, named]) {
      const ran = await machine.orgctl(`-p sandbox scim groups create New ${members} --dry-run -o table`);
      expect(ran.stdout).toMatch(
        /^add members +New +(?:dev\.partner, one\.channel|one\.channel, dev\.partner)$/m,
      );
      expect(ran.stderr).toContain(WARNING);
    }
    const ran = await machine.orgctl(
      '-p sandbox scim groups members add IT one.channel mei.tanaka --dry-run',
    );
    expect(ran.stderr).toContain(WARNING);
    const multi = await machine.orgctl('-p sandbox scim groups members add IT dev.partner --dry-run');
    expect(multi.stderr).not.toContain('warning');
    const leaving = await machine.orgctl('-p sandbox scim groups members remove IT one.channel --dry-run');
    expect(leaving.stderr).not.toContain('warning');
  });

  it('are named in the refusal only if they are the reason', async () => {
    const ran = await freshMachine().orgctl(
      `-p sandbox scim groups create New --member dev.partner --member one.channel`,
    );
    expect(ran.exit).toBe(6);
    expect(ran.stderr).toContain(
      'cannot be added to the group (guest: one.channel); 1 of 2 changes were made',
    );
  });
});
