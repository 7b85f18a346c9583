import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { organizationHome } from '../support/organization-home.ts';
import { group, idOf } from '../support/organization-world.ts';
import { account, twoHomes } from '../support/two-organizations.ts';

describe('migrate map', () => {
  it('pairs users and groups, with the key that joined them', async () => {
    const { orgctl } = await twoHomes({
      users: [
        account('ada'),
        account('bob2', { email: 'bob@example.com' }),
        account('c1', { userName: 'cat', email: 'c1@example.com' }),
      ],
      groups: [group(['ada'], { id: 'S9', displayName: 'team' })],
    });
    const { stdout, exit } = await orgctl('migrate map OLD sandbox -o csv');
    expect(exit).toBe(0);
    expect(stdout).toBe(
      [
        'from,to,kind,name,key,confidence',
        'WADA,WADA,user,ada,email,certain',
        `${idOf('bob')},${idOf('bob2')},user,bob,email,likely`,
        'WCAT,WC1,user,cat,userName,likely',
        'S1,S9,group,Team,displayName,likely',
        '',
      ].join('\n'),
    );
  });

  it('writes a map that rewrites a dump in both directions', async () => {
    const { machine, orgctl } = await twoHomes({ users: [account('x', { email: 'bob@example.com' })] });
    const map = machine.path('ids.csv');
    expect((await orgctl(`migrate map OLD sandbox --out ${map}`)).stderr).toBe(
      '1 pair written to HOME/ids.csv\n3 users and 2 groups only in A, so not in the map: ada, cat, dan, Team, Empty; to list them: "orgctl compare" with the same arguments and --only only-in-a\n',
    );
    const dump = machine.path('dump.txt');
    writeFileSync(dump, `ask ${idOf('bob')}\n`);
    const rewritten = await orgctl(`migrate rewrite --map ${map} ${dump} -q`);
    expect(rewritten.stdout).toBe('ask WX\n');
    writeFileSync(dump, rewritten.stdout);
    expect((await orgctl(`migrate rewrite --map ${map} --reverse ${dump} -q`)).stdout).toBe(
      `ask ${idOf('bob')}\n`,
    );
  });

  it('writes ambiguous users to a file of their own', async () => {
    const old = await organizationHome({ users: [account('ada', { employeeNumber: '1' })] });
    const machine = await organizationHome({
      users: [account('a1', { employeeNumber: '1' }), account('a2', { employeeNumber: '1' })],
    });
    const [map, look] = [machine.path('ids.csv'), machine.path('look.csv')];
    const { exit, stderr } = await machine.orgctl(
      `migrate map ${old.home} sandbox --out ${map} --ambiguous ${look}`,
    );
    expect({ exit, stderr }).toEqual({
      exit: 0,
      stderr: `0 pairs written to ${map}\nwarning: 1 user or group of A cannot be paired; see ${look}\n`,
    });
    expect(readFileSync(look, 'utf8')).toContain(
      'WADA,,user,ada,employeeNumber 1: in B it is a1 (WA1) and a2 (WA2),ambiguous',
    );
  });

  it('refuses users without IDs', async () => {
    const { machine, orgctl } = await twoHomes();
    const people = machine.path('people.csv');
    writeFileSync(people, 'email\nada@example.com\n');
    expect(await orgctl(`migrate map ${people} sandbox`)).toMatchObject({ exit: 2 });
  });
});
