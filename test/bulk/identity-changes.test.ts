import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const FIRST = 'userName,email,employeeNumber\njsmith,j.smith@x.example,1001\nbob,bob@x.example,1003\n';
const SWAP = 'userName,email,employeeNumber\njsmith,bob@x.example,1001\nbob,j.smith@x.example,1003\n';

async function machineWith(files: Readonly<Record<string, string>>): Promise<Machine> {
  const machine = freshMachine();
  for (const [name, text] of Object.entries({ 'first.csv': FIRST, ...files }))
    writeFileSync(machine.path(name), text);
  await machine.orgctl(`-p sandbox bulk apply ${machine.path('first.csv')} --yes`);
  return machine;
}

describe('bulk plan --match, --accept-identity-change', () => {
  it('stop at a swap, naming both lines, and plan it once the lines are accepted', async () => {
    const machine = await machineWith({ 'swap.csv': SWAP, 'looked.txt': '2\n3\n' });
    const plan = `-p sandbox bulk plan ${machine.path('swap.csv')}`;
    const refused = await machine.orgctl(plan);
    expect(refused.exit).toBe(5);
    expect(refused.stderr).toContain('(identity_conflict)');
    expect(refused.stderr).toContain(
      'hint: compare both accounts; if the first key is correct: --accept-identity-change 2,3',
    );
    for (const lines of ['2,3', machine.path('looked.txt')]) {
      const ran = await machine.orgctl(`${plan} --accept-identity-change ${lines} -o table`);
      expect(ran.exit).toBe(0);
      expect(ran.stdout).toContain('@x.example → swap-');
    }
    const wrong = await machine.orgctl(`${plan} --accept-identity-change ${machine.path('swap.csv')}`);
    expect(wrong).toMatchObject({ exit: 2, stderr: expect.stringContaining('contains no line numbers') });
  });

  it('apply a saved plan of a swap', async () => {
    const machine = await machineWith({ 'swap.csv': SWAP });
    const out = machine.path('plan.json');
    await machine.orgctl(
      `-p sandbox bulk plan ${machine.path('swap.csv')} --accept-identity-change 2,3 --out ${out}`,
    );
    expect(await machine.orgctl(`-p sandbox bulk apply ${out} --yes`)).toMatchObject({ exit: 0 });
    const again = await machine.orgctl(
      `-p sandbox bulk plan ${machine.path('swap.csv')} --detailed-exitcode`,
    );
    expect(again.exit).toBe(0);
  });

  it.each([
    ['another row on the same line', 'userName,email,employeeNumber\neve,bob@x.example,66\n', 'csv', 5],
    ['one changed cell', 'userName,email,employeeNumber\njane,j.smith@x.example,2003\n', 'csv', 5],
    ['the same row', 'userName,email,employeeNumber\njane,j.smith@x.example,2002\n', 'csv', 0],
    [
      'the same row with reordered columns',
      'email,userName,employeeNumber\nj.smith@x.example,jane,2002\n',
      'csv',
      0,
    ],
    [
      'the same row with another delimiter',
      'userName;email;employeeNumber\njane;j.smith@x.example;2002\n',
      'csv',
      0,
    ],
    ['another object', '{"userName":"eve","email":"bob@x.example","employeeNumber":"66"}\n', 'ndjson', 5],
    [
      'the same object',
      '{"userName":"jane","email":"j.smith@x.example","employeeNumber":"2002"}\n',
      'ndjson',
      0,
    ],
  ])('accept a rejected row only if it is unchanged: %s', async (_, next, format, exit) => {
    const reviewed =
      format === 'csv'
        ? 'userName,email,employeeNumber\njane,j.smith@x.example,2002\n'
        : '{"userName":"jane","email":"j.smith@x.example","employeeNumber":"2002"}\n';
    const machine = await machineWith({ [`in.${format}`]: reviewed, [`next.${format}`]: next });
    const rejects = machine.path('looked');
    await machine.orgctl(
      `-p sandbox bulk plan ${machine.path(`in.${format}`)} --on-bad-row skip --rejects ${rejects}`,
    );
    const plan = `-p sandbox bulk plan ${machine.path(`next.${format}`)} -o table --accept-identity-change`;
    const ran = await machine.orgctl(`${plan} ${rejects}`);
    expect(ran.exit).toBe(exit);
    if (exit === 0) return expect(ran.stdout).toContain('jsmith → jane');
    const line = format === 'csv' ? 2 : 1;
    const words = `line ${line} has changed since you reviewed it`;
    expect(ran.stderr).toContain('(identity_changed)');
    expect(ran.stderr).toContain(
      `hint: ${words}; compare both accounts; if the first key is correct: --accept-identity-change ${line}`,
    );
    const skipped = await machine.orgctl(`${plan} ${rejects} --on-bad-row skip`);
    expect(skipped).toMatchObject({ exit: 3, stderr: expect.stringContaining(`warning: ${words}\n`) });
    // A line number refers to the file as it is.
    expect(await machine.orgctl(`${plan} ${line}`)).toMatchObject({ exit: 0 });
  });

  it('need a file to compare with rejected rows', async () => {
    const csv = 'userName,email,employeeNumber\njane,j.smith@x.example,2002\n';
    const machine = await machineWith({ 'in.csv': csv });
    const rejects = machine.path('looked.csv');
    await machine.orgctl(
      `-p sandbox bulk plan ${machine.path('in.csv')} --on-bad-row skip --rejects ${rejects}`,
    );
    const ran = await machine.orgctl(`-p sandbox bulk plan - --accept-identity-change ${rejects}`, {
      stdin: csv,
    });
    expect(ran).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('rows from stdin cannot be compared with a file of rejected rows'),
    });
  });

  it('report users that are only in the file or only in the organization, for a whole file', async () => {
    const machine = await machineWith({
      'next.csv': 'userName,email,employeeNumber\njsmith,j.smith@x.example,1001\nnew,new@x.example,7005\n',
    });
    const ran = await machine.orgctl(`-p sandbox bulk plan ${machine.path('next.csv')}`);
    expect(ran.stderr).toMatch(
      /not in the file: \d+ active users \(.*, …\); not in the organization: 1 row\n/,
    );
    const part = await machine.orgctl(`-p sandbox bulk plan ${machine.path('next.csv')} --first 1`);
    expect(part.stderr).not.toContain('not in the organization');
  });

  it('refuse a key without a column and an unknown key', async () => {
    const machine = await machineWith({ 'in.csv': 'email,title\na@x.example,VP\n' });
    const missing = await machine.orgctl(`bulk check ${machine.path('in.csv')} --match employeeNumber,email`);
    expect(missing.exit).toBe(5);
    expect(missing.stderr + missing.stdout).toContain(
      'column employeeNumber is missing; users are matched by employeeNumber, email',
    );
    const unknown = await machine.orgctl(`bulk check ${machine.path('in.csv')} --match number`);
    expect(unknown).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('It must be a list of id, employeeNumber'),
    });
  });

  it('use the keys of the map, or those of the command line first', async () => {
    const machine = await machineWith({
      'in.csv': 'Mail,No,Name\nj.smith@x.example,1001,jane\n',
      'map.yaml': 'columns:\n  email: Mail\n  employeeNumber: No\n  userName: Name\nmatch: [userName]\n',
      'bad.yaml': 'columns:\n  email: Mail\nmatch: [mail]\n',
    });
    const plan = `-p sandbox bulk plan ${machine.path('in.csv')} --map`;
    // The userName matches no user, and another user has the number and the address.
    const mapped = await machine.orgctl(`${plan} ${machine.path('map.yaml')}`);
    expect(mapped).toMatchObject({
      exit: 5,
      stderr: expect.stringContaining('userName jane matches no user (identity_conflict)'),
    });
    const flag = await machine.orgctl(
      `${plan} ${machine.path('map.yaml')} --match employeeNumber,email -o table`,
    );
    expect(flag).toMatchObject({ exit: 0, stdout: expect.stringContaining('jsmith → jane') });
    const bad = await machine.orgctl(`${plan} ${machine.path('bad.yaml')}`);
    expect(bad).toMatchObject({ exit: 5, stderr: expect.stringContaining('"match" must be a list of id') });
  });

  it.each(['', '--match email', '--match email,userName', '--match userName,email'])(
    'give an account to another user only if the line is accepted: %s',
    async (match) => {
      const machine = await machineWith({
        'in.csv': 'userName,email,employeeNumber\njane,j.smith@x.example,2002\n',
      });
      await machine.orgctl('-p sandbox scim users deactivate jsmith --yes');
      const plan = `-p sandbox bulk plan ${machine.path('in.csv')} ${match} -o table`;
      const refused = await machine.orgctl(plan);
      expect(refused).toMatchObject({ exit: 5, stderr: expect.stringContaining('(identity_changed)') });
      expect(refused.stderr).toContain('hint: compare both accounts');
      const accepted = await machine.orgctl(`${plan} --accept-identity-change 2`);
      expect(accepted).toMatchObject({ exit: 0, stdout: expect.stringContaining('jsmith → jane') });
    },
  );

  it.each(['identity_conflict', 'identity_changed', 'employee_number_shared', 'nothing_to_accept'])(
    'are explained by orgctl explain %s',
    async (code) => {
      expect(await freshMachine().orgctl(`explain ${code}`)).toMatchObject({ exit: 0 });
    },
  );
});
