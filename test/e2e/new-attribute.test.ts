import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  flagOf,
  NAMES,
  type ProgramWithRows,
  programWithRows,
  ROWS,
  SLOTS,
  startWith,
} from '../support/program-with-rows.ts';

let program: ProgramWithRows['run'];
beforeAll(async () => {
  program = (await programWithRows()).run;
});

describe.each(['1.1', '2.0'])('attribute added as a row of the attribute table, SCIM %s', (version) => {
  const start = () => startWith(program, version);
  const given = NAMES.flatMap((name) => [flagOf(name), ROWS[name].value]);
  const values = NAMES.map((name) => ROWS[name].value);
  const next = NAMES.map((name) => ROWS[name].next);
  const columns = `userName,${NAMES.join(',')}`;

  it('works as a flag of create, patch and clear', async () => {
    const { orgctl } = start();
    expect(await orgctl('scim', 'users', 'create', '--help')).toContain('--probe-suffix <text>');
    await orgctl('scim', 'users', 'create', '--user-name', 'eva', '--email', 'eva@x.example', ...given);
    const csv = ['--columns', columns, '-o', 'csv'];
    expect(await orgctl('scim', 'users', 'get', 'eva', ...csv)).toBe(`${columns}\neva,${values.join(',')}`);
    const changed = NAMES.flatMap((name) => [flagOf(name), ROWS[name].next]);
    await orgctl('scim', 'users', 'patch', 'eva', ...changed);
    expect(await orgctl('scim', 'users', 'get', 'eva', ...csv)).toBe(`${columns}\neva,${next.join(',')}`);
    await orgctl('scim', 'users', 'patch', 'eva', ...NAMES.flatMap((name) => ['--clear', name]));
    expect(await orgctl('scim', 'users', 'get', 'eva', ...csv)).toBe(
      `${columns}\neva${','.repeat(NAMES.length)}`,
    );
  });

  it('works in a CSV, in an export and in an undo', async () => {
    const { home, orgctl } = start();
    const file = join(home, 'people.csv');
    writeFileSync(file, `email,${columns}\neva@x.example,eva,${values.join(',')}\n`);
    await orgctl('bulk', 'apply', file, '--yes');
    const exported = await orgctl('scim', 'users', 'export');
    const [heading = '', ...rows] = exported.split('\n').map((line) => line.split(','));
    const row = rows.find((cells) => cells.includes('eva')) ?? [];
    for (const name of NAMES) expect(row[heading.indexOf(name)]).toBe(ROWS[name].value);
    writeFileSync(file, `userName,probeFloor\neva,Fourth\n`);
    await orgctl('bulk', 'apply', file, '--yes');
    const floor = ['scim', 'users', 'get', 'eva', '--columns', 'probeFloor', '-o', 'csv'];
    expect(await orgctl(...floor)).toBe('probeFloor\nFourth');
    await orgctl('undo', 'latest', '--yes');
    expect(await orgctl(...floor)).toBe('probeFloor\nThird');
  });

  it('finds a user by an added e-mail address and refuses the address for another user', async () => {
    const { orgctl } = start();
    const create = (name: string, other: string) =>
      orgctl(
        'scim',
        'users',
        'create',
        '--user-name',
        name,
        '--email',
        `${name}@x.example`,
        '--other-email',
        other,
      );
    await create('eva', 'eva@club.example');
    const found = await orgctl(
      'scim',
      'users',
      'get',
      'eva@club.example',
      '--columns',
      'userName',
      '-o',
      'csv',
    );
    expect(found).toBe('userName\neva');
    await expect(create('ivo', 'EVA@club.example')).rejects.toMatchObject({
      actual: { exit: 6, said: expect.stringContaining('email_taken') },
    });
  });

  it('accepts the SCIM path as a column header, and appears in explain and help', async () => {
    const { home, orgctl } = start();
    const file = join(home, 'people.csv');
    const heading = 'phoneNumbers[type eq ""probe""].value';
    writeFileSync(file, `email,userName,"${heading}"\neva@x.example,eva,08 2\n`);
    await orgctl('bulk', 'apply', file, '--yes');
    const csv = ['--columns', 'probePhone', '-o', 'csv'];
    expect(await orgctl('scim', 'users', 'get', 'eva', ...csv)).toBe('probePhone\n08 2');
    expect(await orgctl('explain', 'probePhone')).toContain('Probe phone');
    expect(await orgctl('scim', 'users', 'patch', '--help')).toContain('--probe-phone <text>');
  });

  it('appears in the schemas of the service', async () => {
    const { orgctl } = start();
    const schemas = await orgctl('--scim-version', '2.0', 'scim', 'service', 'schemas', '-o', 'json');
    const announced = NAMES.filter((name) => !SLOTS.some((slot) => slot === name));
    for (const name of announced) expect(schemas).toContain(`"${name}"`);
    expect(schemas).toContain('"deputy"');
    expect(schemas).toContain('E-mail addresses; four are kept');
    expect(schemas).toContain('Phone numbers; five are kept');
    expect(schemas).toContain('Role; three are kept');
  });
});
