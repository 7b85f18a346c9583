import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';
import { SCIMMY_TOKEN, scimmyServer } from '../support/scimmy-server.ts';

async function start() {
  const { origin } = await scimmyServer();
  const machine = freshMachine();
  const orgctl = (line: string, stdin = '') =>
    machine.orgctl(`--scim-url ${origin} --scim-version 2.0 scim ${line}`, {
      env: { ORGCTL_TOKEN: SCIMMY_TOKEN },
      stdin,
    });
  /** The lines that a command prints as CSV; fails if the command fails. */
  const cells = async (line: string, columns: string) => {
    const ran = await orgctl(`${line} -o csv --no-header --columns ${columns}`);
    expect(ran).toMatchObject({ exit: 0 });
    return ran.stdout.trim().split('\n');
  };
  return { machine, origin, orgctl, cells };
}

const EVA =
  '--user-name eva.holm --email eva@x.example --given-name Eva --family-name Holm --title Painter ' +
  '--department Research --phone 1 --mobile 2 --locality Lund --role Lead';
const NAMES = 'userName,email,givenName,familyName,title,department,phone,mobilePhone,locality,role';

describe('RFC 7644: user commands on a third-party SCIM 2.0 server', () => {
  it('creates, reads, lists and filters users', async () => {
    const { orgctl, cells } = await start();
    const eva = 'eva.holm,eva@x.example,Eva,Holm,Painter,Research,1,2,Lund,Lead';
    expect(await cells(`users create ${EVA}`, NAMES)).toEqual([eva]);
    expect(await cells('users get eva.holm', NAMES)).toEqual([eva]);
    expect(await cells('users get EVA@x.example', NAMES)).toEqual([eva]);
    const { stdout } = await orgctl('users get eva.holm --query id');
    expect(await cells(`users get ${JSON.parse(stdout)}`, NAMES)).toEqual([eva]);
    await orgctl('users create --user-name bo --email bo@x.example');
    expect(await cells('users list', 'userName')).toEqual(['eva.holm', 'bo']);
    expect(await cells("users list --filter 'username sw b'", 'userName')).toEqual(['bo']);
  });

  it('changes and clears attributes of every kind', async () => {
    const { cells } = await start();
    await cells(`users create ${EVA}`, NAMES);
    const patch = '--title VP --clear department --mobile 3 --secondary-email e@y.example --locality Malmö';
    expect(await cells(`users patch eva.holm ${patch}`, `${NAMES},secondaryEmail`)).toEqual([
      'eva.holm,eva@x.example,Eva,Holm,VP,,1,3,Malmö,Lead,e@y.example',
    ]);
    const clear = '--remove-email e@y.example --clear phone --clear familyName --clear role';
    expect(await cells(`users patch eva.holm ${clear}`, `${NAMES},secondaryEmail`)).toEqual([
      'eva.holm,eva@x.example,Eva,,VP,,,3,Malmö,,',
    ]);
    expect(
      await cells('users patch eva.holm --user-name eva --primary-email e@z.example', 'userName,email'),
    ).toEqual(['eva,e@z.example']);
  });

  it('replaces a user with the values that were read, and with fewer', async () => {
    const { orgctl, cells } = await start();
    await cells(`users create ${EVA}`, NAMES);
    const { stdout } = await orgctl('users get eva.holm -o json');
    const same = await orgctl('users replace eva.holm --file - --yes -o json', stdout);
    expect(same.exit).toBe(0);
    expect(JSON.parse(same.stdout)).toEqual({ ...JSON.parse(stdout), active: true });
    expect(await cells('users replace eva.holm --title X --yes', NAMES)).toEqual([
      'eva.holm,eva@x.example,,,X,,,,,',
    ]);
  });

  it('deactivates a user without deleting it, and reactivates it', async () => {
    const { orgctl, cells } = await start();
    await cells(`users create ${EVA}`, NAMES);
    expect(await cells('users deactivate eva.holm --yes', 'state')).toEqual(['deactivated']);
    expect(await cells('users get eva.holm', 'state,title')).toEqual(['deactivated,Painter']);
    expect(await cells('users activate eva.holm', 'state')).toEqual(['active']);
    expect((await orgctl('users export')).stdout).toContain('eva.holm,eva@x.example');
  });

  it('prints the error message of the server', async () => {
    const { orgctl, cells } = await start();
    await cells(`users create ${EVA}`, NAMES);
    expect(await orgctl('users create --user-name eva.holm --email other@x.example')).toEqual({
      exit: 6,
      stdout: '',
      stderr: 'error: userName "eva.holm" is taken [uniqueness]\n',
    });
    expect(await orgctl('users get nobody')).toMatchObject({ exit: 6, stdout: '' });
    expect(await orgctl('users get 14c0026c-cc36-4888-92e1-6114de17fd3d')).toMatchObject({ exit: 6 });
  });

  it('exits with 4 if the token is refused', async () => {
    const { machine, origin } = await start();
    const ran = await machine.orgctl(`--scim-url ${origin} --scim-version 2.0 scim users list`, {
      env: { ORGCTL_TOKEN: 'another-token-altogether' },
    });
    expect(ran).toMatchObject({ exit: 4, stdout: '' });
  });
});

describe('RFC 7644: group commands on a third-party SCIM 2.0 server', () => {
  it('creates, reads, renames, replaces, exports and deletes groups', async () => {
    const { orgctl, cells } = await start();
    await cells(`users create ${EVA}`, NAMES);
    expect(await cells('groups create Crew --member eva.holm', 'displayName,members')).toEqual(['Crew,1']);
    expect(await cells('groups list', 'displayName,members')).toEqual(['Crew,1']);
    expect(await cells('groups patch Crew --name Band', 'displayName,members')).toEqual(['Band,1']);
    expect(
      await cells('groups replace Band --name Choir --member eva@x.example', 'displayName,members'),
    ).toEqual(['Choir,1']);
    expect((await orgctl('groups export --names')).stdout).toBe('group,member\nChoir,eva@x.example\n');
    expect((await orgctl('groups delete Choir --yes')).exit).toBe(0);
    expect(await orgctl('groups get Choir')).toMatchObject({ exit: 6, stdout: '' });
  });

  it('adds, removes, sets and clears members', async () => {
    const { orgctl, cells } = await start();
    for (const name of ['ann', 'bob', 'cat'])
      await orgctl(`users create --user-name ${name} --email ${name}@x.example`);
    await orgctl('groups create Crew --member ann');
    expect(await cells('groups members add Crew bob cat@x.example', 'members')).toEqual(['3']);
    expect(await cells('groups members remove Crew ann', 'members')).toEqual(['2']);
    expect(await cells('groups members set Crew ann cat --yes', 'members')).toEqual(['2']);
    const { stdout } = await orgctl('groups members list Crew -o csv --columns value --no-header');
    const ids = await cells("users list --filter 'username eq ann or username eq cat'", 'id');
    expect(stdout.trim().split('\n').sort()).toEqual([...ids].sort());
    expect(await cells('groups members clear Crew --yes', 'members')).toEqual(['0']);
  });
});

it('RFC 7643: reads configuration, resource types and schemas of a third-party SCIM 2.0 server', async () => {
  const { cells } = await start();
  expect(await cells('service config', 'patch,bulk,filter')).toEqual(['yes,yes,yes']);
  expect(await cells('service resource-types', 'name,endpoint')).toEqual(['User,/Users', 'Group,/Groups']);
  expect(await cells('service schemas', 'name')).toEqual(['User', 'Group', 'EnterpriseUser']);
  expect(await cells('service schemas groups', 'attribute')).toContain('members.value');
});
