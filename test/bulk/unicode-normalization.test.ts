// cspell:ignore josé Büro WZOE Zürich
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bulkWorld } from '../support/bulk-world.ts';
import { account } from '../support/organization-world.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const MAP = `columns:
  userName: U
  email: M
  title: { from: D, lookup: { "Zu\u0308rich": HQ, "B\u00fcro": Office } }
groups: { manage: ["dept-*"], rules: ["dept-{D}"] }
`;
const rows = (form: 'NFC' | 'NFD') =>
  `U,M,D\nzoë,zoë@x.example,Zürich\njosé,j@x.example,Büro\n`.normalize(form);

describe('composed and decomposed letters', () => {
  it.each([
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
  ] as const)('create no second account and no second group: %s, then %s', async (first, second) => {
    const machine = freshMachine();
    writeFileSync(machine.path('m.yaml'), MAP);
    const run = (verb: string, form: 'NFC' | 'NFD') => {
      writeFileSync(machine.path('hr.csv'), rows(form));
      return machine.orgctl(
        `-p sandbox bulk ${verb} ${machine.path('hr.csv')} --map ${machine.path('m.yaml')} --yes -o json`,
      );
    };
    expect((await run('apply', first)).exit).toBe(0);
    const users = await machine.orgctl('-p sandbox scim users list -o csv --columns userName,email,title');
    expect(users.stdout).toContain('zoë,zoë@x.example,HQ\njosé,j@x.example,Office\n');
    const groups = await machine.orgctl('-p sandbox scim groups list -o csv --columns displayName');
    expect(groups.stdout).toContain('dept-Zürich\ndept-Büro\n');
    expect((await run('apply', second)).stderr).toContain('nothing to do: 2 of 2 rows are unchanged');
  });

  it.each(['NFC', 'NFD'] as const)('select the same rows by --where: %s', async (form) => {
    const machine = freshMachine();
    writeFileSync(machine.path('hr.csv'), 'userName,email,department\nzoë,zoë@x.example,Zürich\n');
    const where = 'department ne "Zürich"'.normalize(form);
    const ran = await machine.words([
      '-p',
      'sandbox',
      'bulk',
      'plan',
      machine.path('hr.csv'),
      '--where',
      where,
    ]);
    expect(ran).toMatchObject({ stdout: '' });
    expect(ran.stderr.replaceAll(machine.home, 'HERE')).toBe(
      '0 of 1 row of HERE/hr.csv are selected by --where\nnothing to change; 0 unchanged\n',
    );
  });

  it.each(['NFC', 'NFD'] as const)('name the same heading in expressions: %s', async (form) => {
    const machine = freshMachine();
    const heading = 'Büro'.normalize(form === 'NFC' ? 'NFD' : 'NFC');
    writeFileSync(
      machine.path('hr.csv'),
      `userName,email,${heading}\nzoë,zoë@x.example,Z\nbo,bo@x.example,Y\n`,
    );
    const rule = `{ when: 'Büro eq "Z"', value: VP }`.normalize(form);
    const map = `columns: { userName: userName, email: email, title: ${rule} }\n`;
    const provision = `provision: { when: 'Büro eq "Z"' }\n`.normalize(form);
    writeFileSync(machine.path('m.yaml'), map + provision);
    const plan = ['-p', 'sandbox', 'bulk', 'plan', machine.path('hr.csv'), '--map', machine.path('m.yaml')];
    for (const where of [[], ['--where', 'büro eq "Z"'.normalize(form)]]) {
      const { exit, stdout } = await machine.words([...plan, ...where, '-o', 'table']);
      expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringMatching(/create +zoë .*VP/) });
      expect(stdout).not.toContain('bo');
    }
  });

  it('match an account and a group that were created elsewhere', async () => {
    const zoe = account('zoe', { email: 'zoe\u0308@x.example' });
    const world = await bulkWorld({ users: [zoe] });
    const [change, ...others] = await world.plan('email,title\nzo\u00eb@x.example,VP\n');
    expect(others).toEqual([]);
    expect(change).toMatchObject({ kind: 'patchUser', target: { id: 'WZOE' } });
  });
});

describe('column that is suddenly empty', () => {
  it('stops the plan if provision depends on it, and names the previous count', async () => {
    const machine = freshMachine();
    writeFileSync(
      machine.path('m.yaml'),
      `columns: {userName: U, email: M, title: T}\nprovision: {when: 'status eq "A"', otherwise: deactivate}\n`,
    );
    const people = (cell: string, title: string) =>
      `U,M,T,Status\n${Array.from({ length: 30 }, (_, n) => `p${n},p${n}@x.example,${n === 0 ? 'T' : title},${cell}\n`).join('')}`;
    const run = (verb: string, csv: string) => {
      writeFileSync(machine.path('hr.csv'), csv);
      return machine.orgctl(
        `-p sandbox bulk ${verb} ${machine.path('hr.csv')} --map ${machine.path('m.yaml')} ${verb === 'apply' ? '--yes' : ''}`,
      );
    };
    expect((await run('apply', people('A', 'T'))).exit).toBe(0);
    const ran = await run('plan', people('', 'T'));
    expect(ran).toMatchObject({
      exit: 9,
      stderr: expect.stringMatching(
        /column "Status" of hr\.csv is empty in 30 of 30 rows; previously filled in 30 of 30 rows/,
      ),
    });
    // One value of the flag allows both columns.
    const both = await run('plan', people('', ''));
    expect(both.stderr).toContain('hint: to allow this: --max-blanked 30\n');
    expect(both.stderr).toContain('column "T" of hr.csv is empty in 29 of 30 rows');
  });
});
