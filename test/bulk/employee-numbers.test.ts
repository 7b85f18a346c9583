// cspell:ignore keine ninguno aucun nicht vergeben
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { employeeNumberKey } from '../../src/bulk/input/match-keys.ts';
import { isPlaceholder } from '../../src/bulk/input/placeholder.ts';
import { bulkWorld } from '../support/bulk-world.ts';
import { account } from '../support/organization-world.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const HEADING = 'userName,email,employeeNumber,givenName,familyName\n';
const STAFF = 'a1,a1@x.example,E1,Ann,One\na2,a2@x.example,,Bob,Two\n';

/** An organization with Ann, who has the number E1, and Bob, who has none. */
async function staffed(rows = STAFF) {
  const machine = freshMachine();
  const run = (verb: string, csv: string, flags = '', heading = HEADING) => {
    writeFileSync(machine.path('hr.csv'), heading + csv);
    return machine.orgctl(`-p sandbox bulk ${verb} ${machine.path('hr.csv')} ${flags}`);
  };
  expect((await run('apply', rows, '--yes')).exit).toBe(0);
  const accounts = async () => {
    const { stdout } = await machine.orgctl(
      '-p sandbox scim users list -o csv --columns userName,email,employeeNumber,givenName',
    );
    return stdout.split('\n').filter((line) => line.includes('@x.example'));
  };
  return { machine, run, accounts };
}

describe('unique employeeNumber', () => {
  const WED = 'anew,ann.wed@x.example,E1,Ann,Wed\n';

  it.each(['email', 'userName', 'email,userName'])(
    'causes no second account if users are matched by %s',
    async (chain) => {
      const { run, accounts } = await staffed();
      const ran = await run('apply', WED, `--match ${chain} --yes`);
      expect(ran).toMatchObject({
        exit: 5,
        stderr: expect.stringMatching(
          /hr\.csv:2 employeeNumber: employeeNumber E1 belongs to a1 \(W\w+\), .* match(?:es)? no user \(identity_conflict\)\n/,
        ),
      });
      expect((await run('apply', WED, `--match ${chain} --yes --accept-identity-change 2`)).exit).toBe(0);
      expect(await accounts()).toEqual(['anew,ann.wed@x.example,E1,Ann', 'a2,a2@x.example,,Bob']);
    },
  );

  it.each(['email', 'userName', 'id,userName'])(
    'is refused for a second account that is found by %s',
    async (chain) => {
      const { run } = await staffed();
      const heading = chain.startsWith('id') ? `id,${HEADING}` : HEADING;
      const row = `${chain.startsWith('id') ? ',' : ''}a2,a2@x.example,e1,Bob,Two\n`;
      expect(await run('plan', row, `--match ${chain}`, heading)).toMatchObject({
        exit: 5,
        stderr: expect.stringMatching(
          /employeeNumber: employeeNumber e1 belongs to a1 \(W\w+\), \w+ a2\S* belongs to a2 \(W\w+\) \(identity_conflict\)/,
        ),
      });
    },
  );

  it('is refused in two rows even if it is not a match key', async () => {
    const { run } = await staffed();
    const two = 'w1,w1@x.example,E70,W,One\nw2,w2@x.example,E70,V,Two\n';
    expect((await run('plan', two, '--match email')).stderr).toContain(
      'employeeNumber: lines 2 and 3 are the same user (same_user)\n',
    );
  });

  it('causes no change of its own account if it is not a match key', async () => {
    const { run } = await staffed();
    expect((await run('plan', STAFF, '--match email')).stderr).toContain('nothing to change; 2 unchanged\n');
    const ran = await run('plan', 'a1,a1@x.example,E1,Ann,Wed\n', '--match userName');
    expect(ran).toMatchObject({ exit: 0, stderr: expect.stringContaining('1 to change') });
  });
});

describe('account found only by its number', () => {
  const OTHER = 'nora,nora@x.example,E1,Nora,New\n';

  it('belongs to another user if nothing else matches, unless the line is accepted', async () => {
    const { run, accounts } = await staffed();
    expect(await run('apply', OTHER, '--yes')).toMatchObject({
      exit: 5,
      stderr: expect.stringMatching(
        /hr\.csv:2 employeeNumber: employeeNumber E1 belongs to a1 \(W\w+\) with another email, userName and name \(identity_changed\)\n/,
      ),
    });
    expect((await run('apply', OTHER, '--yes --accept-identity-change 2')).exit).toBe(0);
    expect(await accounts()).toContain('nora,nora@x.example,E1,Nora');
  });

  it.each([
    ['has a new name', 'anew,ann.wed@x.example,E1,Ann,Wed\n'],
    ['has the same userName', 'a1,nora@x.example,E1,Nora,New\n'],
    ['has the same address', 'nora,a1@x.example,E1,Nora,New\n'],
    ['has no names in the file', 'nora,nora@x.example,E1,,\n'],
  ])('belongs to the same user who %s', async (_, row) => {
    const { run } = await staffed();
    expect(await run('plan', row)).toMatchObject({ exit: 0, stderr: expect.stringContaining('1 to change') });
  });

  it('belongs to another user even if found by ID, if the number differs as well', async () => {
    const { machine, run } = await staffed();
    const { stdout } = await machine.orgctl('-p sandbox scim users list -o json');
    const users: { id: string; userName: string }[] = JSON.parse(stdout);
    const id = users.find(({ userName }) => userName === 'a1')?.id ?? '';
    const withId = (row: string) => run('plan', `${id},${row}`, '', `id,${HEADING}`);
    expect(await withId('nora,nora@x.example,E88,Nora,New\n')).toMatchObject({
      exit: 5,
      stderr: expect.stringMatching(
        /belongs to a1 \(W\w+\) with another employeeNumber, email, userName and name/,
      ),
    });
    expect((await withId('a1,a1@x.example,E88,Ann,One\n')).exit).toBe(0);
    expect((await withId('nora,nora@x.example,E1,Nora,New\n')).exit).toBe(0);
  });
});

describe('employeeNumber placeholder', () => {
  it.each(
    'N/A|-|0|000000|tbd|none|n/a|unknown|?|TBD|keine|null|.|xxx|ninguno|aucun|nicht vergeben| n/a |0-0'.split(
      '|',
    ),
  )('is recognized: "%s"', (text) => {
    expect(isPlaceholder(text)).toBe(true);
  });

  it.each(['1', 'E0', '00001', '0x1', 'A-0', 'NA-12', 'unknown1', 'xenia', ''])('is not "%s"', (text) => {
    expect(isPlaceholder(text)).toBe(false);
  });

  it.each(['N/A', '0', 'keine'])('%s identifies no account and no duplicate row', async (none) => {
    const { run, accounts } = await staffed(`kim,kim@x.example,${none},Kim,Leaver\n`);
    const second = `wanda,wanda@x.example,${none},Wanda,New\nvera,vera@x.example,${none},Vera,New\n`;
    expect(await run('apply', second, '--yes --min-rows 1')).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining(
        `2 rows have a placeholder as employeeNumber, treated as empty: ${none}\n`,
      ),
    });
    expect(await accounts()).toEqual([
      'kim,kim@x.example,,Kim',
      'wanda,wanda@x.example,,Wanda',
      'vera,vera@x.example,,Vera',
    ]);
    expect((await run('check', second)).stderr).toContain('2 rows have a placeholder');
  });

  it('is ignored if an account already has it', async () => {
    const kim = account('kim', { employeeNumber: 'N/A' }, { hasCustomProfile: true });
    const world = await bulkWorld({ users: [kim] });
    expect(await world.plan('userName,email,employeeNumber\nwanda,wanda@x.example,N/A\n')).toMatchObject([
      { kind: 'createUser' },
    ]);
    expect(employeeNumberKey('N/A')).toBe('');
  });
});
