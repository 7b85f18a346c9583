import { describe, expect, it } from 'vitest';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { changeId } from '../../src/values/ids.ts';
import { bulkWorld } from '../support/bulk-world.ts';
import { account } from '../support/organization-world.ts';
import { freshMachine } from '../support/run-orgctl.ts';

/** Users whose employee numbers are returned by the service. */
const numbered = (name: string, values: UserValues) => account(name, values, { hasCustomProfile: true });

const SMITH = numbered('jsmith', { email: 'j.smith@x.example', employeeNumber: '1001' });
const BOB = numbered('bob', { email: 'bob@x.example', employeeNumber: '1003' });
const REP = numbered('rep', { email: 'rep@x.example', manager: 'WJSMITH' });

async function planned(
  csv: string,
  more: { match?: readonly ('email' | 'id' | 'userName')[]; accept?: readonly number[] } = {},
) {
  const world = await bulkWorld({ users: [SMITH, BOB, REP] });
  const changes = await world.plan(csv, {}, 'upsert', more);
  return changes.map((change) => [
    change.id,
    change.kind,
    'target' in change && 'id' in change.target ? change.target.id : '',
    'set' in change ? change.set : change.kind === 'createUser' ? change.user : {},
  ]);
}

describe('match keys', () => {
  it('find the account of a renamed user and keep its reports', async () => {
    const csv =
      'userName,email,employeeNumber,manager\njwed,j.wed@x.example,1001,\nrep,rep@x.example,,j.wed@x.example\n';
    expect(await planned(csv)).toEqual([
      ['L2', 'patchUser', 'WJSMITH', { userName: 'jwed', email: 'j.wed@x.example' }],
    ]);
  });

  it.each([
    ['the new address', 'j.wed@x.example'],
    ['the old address', 'j.smith@x.example'],
    ['the new userName', 'jwed'],
    ['the employee number', '1001'],
    ['the ID', 'WJSMITH'],
  ])('find a renamed manager by %s', async (_, manager) => {
    const csv = `userName,email,employeeNumber,manager\njwed,j.wed@x.example,1001,\nbob,bob@x.example,1003,${manager}\n`;
    expect((await planned(csv)).at(-1)).toEqual(['L3', 'patchUser', 'WBOB', { manager: 'WJSMITH' }]);
  });

  it('find a new manager by the employee number', async () => {
    const csv =
      'userName,email,employeeNumber,manager\nbob,bob@x.example,1003,2001\nnew,new@x.example,2001,\n';
    expect(await planned(csv)).toEqual([
      ['L3', 'createUser', '', { userName: 'new', email: 'new@x.example', employeeNumber: '2001' }],
      ['L2', 'patchUser', 'WBOB', { manager: 'new@x.example' }],
    ]);
  });

  it('ignore case and spaces of a number, but not its zeros', async () => {
    const world = await bulkWorld({ users: [numbered('ann', { employeeNumber: 'E-007' })] });
    const found = await world.plan('employeeNumber,title\n e-007 ,VP\n');
    expect(found).toMatchObject([{ kind: 'patchUser', target: { id: 'WANN' } }]);
    await expect(world.plan('employeeNumber,title\nE-7,VP\n')).rejects.toThrow('userName is missing');
  });

  const LOST = (number: string) => `"${number}" has lost its leading zeros: ann (WANN) has 007`;
  const CREATED = { kind: 'createUser' };
  const RENUMBERED = { kind: 'patchUser', target: { id: 'WANN' }, set: { employeeNumber: '07' } };
  it.each([
    ['if everything else is new', 'nina,n@x.example,7,Nina,New', LOST('7'), CREATED],
    [
      'if only the whole number matches',
      'nina,n@x.example,007,Nina,New',
      'employeeNumber 007 belongs to ann (WANN) with another email, userName and name',
      { target: { id: 'WANN' } },
    ],
    ['if the address is the same', 'ann,ann@x.example,07,Ann,One', LOST('07'), RENUMBERED],
    [
      'if the address is the same and the name is new',
      'wed,ann@x.example,07,Ann,Wed',
      LOST('07'),
      RENUMBERED,
    ],
  ])(
    'refuse a number without its zeros %s, and use it unchanged if the line is accepted',
    async (_, row, message, planned) => {
      const ann = { email: 'ann@x.example', employeeNumber: '007', givenName: 'Ann', familyName: 'One' };
      const users = [numbered('ann', ann)];
      const world = await bulkWorld({ users });
      const csv = `userName,email,employeeNumber,givenName,familyName\n${row}\n`;
      await expect(world.plan(csv)).rejects.toThrow(message);
      expect(await world.plan(csv, {}, 'upsert', { accept: [2] })).toMatchObject([planned]);
    },
  );

  it("refuse an accepted number for an account with another name or another user's address", async () => {
    const users = [
      numbered('ann', { email: 'ann@x.example', employeeNumber: '007', givenName: 'Ann', familyName: 'One' }),
      numbered('bob', { email: 'bob@x.example', employeeNumber: '0118' }),
    ];
    const world = await bulkWorld({ users });
    const plan = (row: string) =>
      world.plan(`userName,email,employeeNumber,givenName,familyName\n${row}\n`, {}, 'upsert', {
        accept: [2],
      });
    await expect(plan('nina,ann@x.example,7,Nina,New')).rejects.toThrow(
      'email ann@x.example belongs to ann (WANN) with employeeNumber 007; this row has 7',
    );
    await expect(plan('nina,bob@x.example,7,Nina,New')).rejects.toThrow(
      'email bob@x.example belongs to bob (WBOB) with employeeNumber 0118; this row has 7',
    );
  });

  it.each([
    [
      'a new number',
      'employeeNumber',
      'new,new@x.example,99',
      '"99" has lost its leading zeros: the accounts have 3 digits, such as 099',
    ],
    [
      'a changed code of an account',
      'costCenter',
      'ann,ann@x.example,42',
      '"42" has lost its leading zeros: the account has 0042',
    ],
    [
      'a new code of an account',
      'costCenter',
      'bob,bob@x.example,43',
      '"43" has lost its leading zeros: the accounts have 4 digits, such as 0043',
    ],
  ])('compare the zeros of %s with those of the accounts', async (_, column, row, message) => {
    const users = [
      numbered('ann', { employeeNumber: '007', costCenter: '0042' }),
      numbered('bob', { employeeNumber: '118', costCenter: '0044' }),
    ];
    const world = await bulkWorld({ users });
    const csv = `userName,email,${column}\n${row}\n`;
    await expect(world.plan(csv)).rejects.toThrow(message);
    expect(await world.plan(csv, {}, 'upsert', { accept: [2] })).toHaveLength(1);
    // A number that an account already has is valid, and so is one of another length.
    const right = await bulkWorld({
      users: [...users, numbered('cy', { [column]: row.split(',')[2] ?? '' })],
    });
    expect(await right.plan(`userName,email,costCenter\ncy,cy@x.example,43A\n`)).toHaveLength(1);
    expect(await right.plan(csv.replace('new,new@x.example', 'cy,cy@x.example'))).toMatchObject([
      { kind: 'patchUser' },
    ]);
  });

  it('refuse a number that an account has without zeros, unless the line is accepted', async () => {
    const world = await bulkWorld({ users: [numbered('ann', { employeeNumber: '7' })] });
    const csv = 'userName,email,employeeNumber\nwed,wed@x.example,007\n';
    const message = '"007" differs only in leading zeros: ann (WANN) has 7';
    await expect(world.plan(csv)).rejects.toThrow(message);
    expect(await world.plan(csv, {}, 'upsert', { accept: [2] })).toMatchObject([
      { kind: 'createUser', user: { userName: 'wed', employeeNumber: '007' } },
    ]);
    // If both numbers exist, each belongs to its own account.
    const users = [numbered('ann', { employeeNumber: '7' }), numbered('bob', { employeeNumber: '007' })];
    const both = await bulkWorld({ users });
    expect(await both.plan('employeeNumber,title\n007,CEO\n')).toMatchObject([{ target: { id: 'WBOB' } }]);
  });

  it('accept a short number if only one account begins with a zero', async () => {
    const world = await bulkWorld({ users: [numbered('ann', { employeeNumber: '007' })] });
    expect(await world.plan('userName,email,employeeNumber\nnew,new@x.example,42\n')).toHaveLength(1);
  });

  it.each([
    ['spaces', ' 1001 ', ' jwed '],
    ['a no-break space', '\u00a01001\u00a0', 'jwed\u00a0'],
    ['a zero-width space', '\u200b1001', 'j\u200bwed'],
    ['a direction mark', '\u200e1001\u202c', '\u200ejwed'],
  ])('ignore %s in a key and write it without', async (_, number, name) => {
    const fresh = await bulkWorld({ users: [] });
    const csv = `userName,email,employeeNumber\n${name},${number[0]}jwed@x.example,${number}\n`;
    expect(await fresh.plan(csv)).toMatchObject([
      { user: { userName: 'jwed', employeeNumber: '1001', email: 'jwed@x.example' } },
    ]);
    const world = await bulkWorld({ users: [numbered('ann', { employeeNumber: '1001' })] });
    expect(await world.plan(`employeeNumber,title\n${number},VP\n`)).toMatchObject([
      { kind: 'patchUser', target: { id: 'WANN' }, set: { title: 'VP' } },
    ]);
    // A value stored with such characters is found and corrected.
    const stored = await bulkWorld({ users: [numbered('ann', { employeeNumber: number })] });
    expect(await stored.plan('employeeNumber\n1001\n')).toMatchObject([
      { target: { id: 'WANN' }, set: { employeeNumber: '1001' } },
    ]);
  });

  it('read an invisible number as an empty cell', async () => {
    const world = await bulkWorld({ users: [] });
    const [change] = await world.plan('userName,email,employeeNumber\nann,ann@x.example,\u00a0\u200b\n');
    expect(change).toMatchObject({ kind: 'createUser', user: { userName: 'ann', email: 'ann@x.example' } });
    expect(JSON.stringify(change)).not.toContain('employeeNumber');
  });

  it('explain identity_changed for other numbers and other names', async () => {
    const { stdout } = await freshMachine().orgctl('explain identity_changed -o text');
    expect(stdout).toContain('the employeeNumber differs, the name differs and one has no number');
  });

  it('add a number to an account without one', async () => {
    expect(await planned('email,employeeNumber\nrep@x.example,1002\n')).toEqual([
      ['L2', 'patchUser', 'WREP', { employeeNumber: '1002' }],
    ]);
  });

  it.each([
    [
      'two keys that match two users',
      'email,employeeNumber\nbob@x.example,1001\n',
      'employeeNumber 1001 belongs to jsmith (WJSMITH), email bob@x.example belongs to bob (WBOB)',
    ],
    [
      'an address and a userName of two users',
      'email,userName\nbob@x.example,jsmith\n',
      'email bob@x.example belongs to bob (WBOB), userName jsmith belongs to jsmith (WJSMITH)',
    ],
    [
      'an ID and an address of two users',
      'id,email\nWBOB,j.smith@x.example\n',
      'id WBOB belongs to bob (WBOB), email j.smith@x.example belongs to jsmith (WJSMITH)',
    ],
    [
      'a reused address',
      'userName,email,employeeNumber\njane,j.smith@x.example,2002\n',
      'email j.smith@x.example belongs to jsmith (WJSMITH) with employeeNumber 1001; this row has 2002',
    ],
    [
      'a reused userName',
      'userName,email,employeeNumber\njsmith,jane@x.example,2002\n',
      'userName jsmith belongs to jsmith (WJSMITH) with employeeNumber 1001; this row has 2002',
    ],
  ])('refuse %s', async (_, csv, message) => {
    await expect(planned(csv)).rejects.toThrow(message);
  });

  it('refuse a number of two accounts unless the row has an ID', async () => {
    const users = [SMITH, numbered('jwed', { email: 'j.wed@x.example', employeeNumber: '1001' })];
    const world = await bulkWorld({ users });
    const row = 'email,employeeNumber,title\nj.wed@x.example,1001,VP\n';
    const message = 'employeeNumber 1001 belongs to jsmith (WJSMITH) and jwed (WJWED)';
    await expect(world.plan(row)).rejects.toThrow(message);
    const accepted = await world.plan(row, {}, 'upsert', { accept: [2] });
    expect(accepted).toMatchObject([{ kind: 'patchUser', target: { id: 'WJWED' }, set: { title: 'VP' } }]);
    const byId = await world.plan('id,employeeNumber,title\nWJSMITH,1001,VP\n');
    expect(byId).toMatchObject([{ kind: 'patchUser', target: { id: 'WJSMITH' } }]);
    // Without another key, accepting the line does not choose an account.
    const bare = world.plan('employeeNumber,title\n1001,VP\n', {}, 'upsert', { accept: [2] });
    await expect(bare).rejects.toThrow(message);
  });

  it('move an account to another user if the line is accepted', async () => {
    const csv = 'userName,email,employeeNumber\njane,j.smith@x.example,2002\n';
    expect(await planned(csv, { accept: [2] })).toEqual([
      ['L2', 'patchUser', 'WJSMITH', { userName: 'jane', employeeNumber: '2002' }],
    ]);
  });

  it('refuse an accepted line without an identity change', async () => {
    const csv = 'email,title\nbob@x.example,VP\n';
    await expect(planned(csv, { accept: [2] })).rejects.toThrow('2: row has no identity change to accept');
    await expect(planned(csv, { accept: [7] })).rejects.toThrow('7: row has no identity change to accept');
  });

  it.each([[['email']], [['email', 'userName']], [['userName', 'email']]] as const)(
    'compare the employeeNumber even if the keys are %j',
    async (match) => {
      const csv = 'userName,email,employeeNumber\njane,j.smith@x.example,2002\n';
      await expect(planned(csv, { match })).rejects.toThrow(
        'email j.smith@x.example belongs to jsmith (WJSMITH) with employeeNumber 1001; this row has 2002',
      );
      expect(await planned(csv, { match, accept: [2] })).toEqual([
        ['L2', 'patchUser', 'WJSMITH', { userName: 'jane', employeeNumber: '2002' }],
      ]);
      const same = 'userName,email,employeeNumber\njane,j.smith@x.example,1001\n';
      expect(await planned(same, { match })).toEqual([['L2', 'patchUser', 'WJSMITH', { userName: 'jane' }]]);
    },
  );

  it.each([
    ['another userName', 'jane,j.smith@x.example,,John,Smith,true', true],
    ['another given name', 'jsmith,j.smith@x.example,,Jane,Smith,true', true],
    ['another family name', 'jsmith,j.smith@x.example,,John,Doe,true', true],
    ['the same names', 'JSmith,j.smith@x.example,,john,Smith,true', false],
    ['an address as userName', 'j@x.example,j.smith@x.example,,John,Smith,true', false],
    ['no names', ',j.smith@x.example,,,,true', false],
    ['the same number', 'jane,j.smith@x.example,1001,Jane,Doe,true', false],
    ['no value in the active column', 'jsmith,j.smith@x.example,,Jane,Smith,', false],
  ])('reactivate a leaver without a number only under the same name: %s', async (_, row, isRefused) => {
    const leaver = numbered('jsmith', {
      email: 'j.smith@x.example',
      employeeNumber: '1001',
      givenName: 'John',
      familyName: 'Smith',
      active: false,
    });
    const world = await bulkWorld({ users: [leaver] });
    const csv = `userName,email,employeeNumber,givenName,familyName,active\n${row}\n`;
    const plan = world.plan(csv);
    if (!isRefused) return void (await expect(plan).resolves.not.toEqual([]));
    await expect(plan).rejects.toThrow('deactivated, with another name and employeeNumber 1001');
    expect((await world.plan(csv, {}, 'upsert', { accept: [2] })).length).toBeGreaterThan(0);
  });

  it('compare the employeeNumber if only the userName matches', async () => {
    const bare = 'userName,employeeNumber\njsmith,2002\n';
    await expect(planned(bare, { match: ['userName'] })).rejects.toThrow(
      'userName jsmith belongs to jsmith (WJSMITH) with employeeNumber 1001; this row has 2002',
    );
  });
});

describe('users who exchange unique values', () => {
  it.each([
    ['addresses', 'employeeNumber,email\n1001,bob@x.example\n1003,j.smith@x.example\n'],
    ['userNames', 'employeeNumber,userName\n1001,bob\n1003,jsmith\n'],
    ['both', 'employeeNumber,email,userName\n1001,bob@x.example,bob\n1003,j.smith@x.example,jsmith\n'],
  ])('take a temporary value first: %s', async (_, csv) => {
    const world = await bulkWorld({ users: [SMITH, BOB, REP] });
    const changes = await world.plan(csv, {}, 'upsert', { accept: [2, 3] });
    expect(changes.map(({ id, after }) => [id, ...after])).toEqual([
      ['L2t'],
      ['L3', 'L2t'],
      ['L2', 'L3', 'L2t'],
    ]);
    const before = await world.snapshot();
    const run = world.begin(changes);
    // The power fails at every step.
    const { outcomes } = await world.complete(run, [3, 4, 5, 3, 6, 2, 7, 4]);
    expect([...outcomes.values()].map(({ state }) => state)).toEqual(changes.map(() => 'succeeded'));
    expect(await world.plan(csv)).toEqual([]);
    const undo = await world.planUndo(run);
    expect(undo.kept).toEqual([]);
    await world.complete(world.begin(undo.changes), [4, 3]);
    expect((await world.snapshot()).users).toEqual(before.users);
  });

  it('leave no temporary address that an undo would not restore', async () => {
    const world = await bulkWorld({ users: [SMITH, BOB] });
    // A channel has the name, which no list of users shows (SCIM §7 username_taken).
    const csv = 'employeeNumber,email,userName\n1001,bob@x.example,jsmith\n1003,j.smith@x.example,general\n';
    const before = await world.snapshot();
    const run = world.begin(await world.plan(csv, {}, 'upsert', { accept: [2, 3] }));
    const { outcomes } = await world.complete(run);
    expect(outcomes.get(changeId('L2t'))).toMatchObject({ state: 'succeeded' });
    expect(outcomes.get(changeId('L3'))).toMatchObject({ state: 'failed', code: 'username_taken' });
    expect(outcomes.get(changeId('L2'))).toMatchObject({ state: 'failed', code: 'blocked' });
    await world.complete(world.begin((await world.planUndo(run)).changes));
    expect((await world.snapshot()).users).toEqual(before.users);
  });

  it('may rotate values among three users', async () => {
    const world = await bulkWorld({ users: [SMITH, BOB, numbered('cat', { employeeNumber: '1004' })] });
    const csv = 'employeeNumber,userName\n1001,bob\n1003,cat\n1004,jsmith\n';
    const changes = await world.plan(csv, {}, 'upsert', { accept: [2, 3, 4] });
    const { outcomes } = await world.complete(world.begin(changes));
    expect([...outcomes.values()].map(({ state }) => state)).toEqual(changes.map(() => 'succeeded'));
    expect(await world.plan(csv)).toEqual([]);
  });
});
