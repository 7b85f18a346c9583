import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { run } from '../../src/cli/run.ts';
import { freshHome } from '../support/real-bin.ts';
import { machineAt } from '../support/run-orgctl.ts';

/** One row of the attribute table for each kind of place in which a value can be, and two values of each. */
const ROWS = {
  floor: { row: `enterprise('floor', 'Floor', '3')`, value: 'Third', next: 'Fifth' },
  badge: { row: `text('badge', 'core', 'Badge', 'B-12')`, value: 'B-7', next: 'B-8' },
  pronouns: { row: `text('pronouns', 'customProfile', 'Pronouns', 'they')`, value: 'she', next: 'they' },
  nameSuffix: {
    row: `text('name.nameSuffix', 'customProfile', 'Name suffix', 'Jr.')`,
    value: 'III',
    next: 'IV',
  },
  building: { row: `address('building', 'Building', 'North')`, value: 'West', next: 'East' },
  homePhone: {
    row: `text('phoneNumbers[type eq "home"].value', 'customProfile', 'Home phone', '08 1')`,
    value: '08 765 43 21',
    next: '08 765 43 22',
  },
  // Without a row, numbers of this type are ignored.
  pager: {
    row: `text('phoneNumbers[type eq "pager"].value', 'customProfile', 'Pager', '074 1')`,
    value: '074 765 43 21',
    next: '074 765 43 22',
  },
  otherEmail: {
    row: `{ path: 'emails[type eq "other"].value', kind: 'email', part: 'core', write: 'always', mayClear: true,
      label: 'Other e-mail', example: 'eva@club.example' }`,
    value: 'eva@club.example',
    next: 'eva@choir.example',
  },
  // A type is compared in any letter case.
  deputyRole: {
    row: `text('roles[type eq "Deputy"].value', 'customProfile', 'Role as a deputy', 'Auditor')`,
    value: 'Auditor',
    next: 'Treasurer',
  },
} as const;
/** Those that are entries of a list and kept by their type. */
const SLOTS = ['homePhone', 'pager', 'otherEmail', 'deputyRole'] as const;
const NAMES = Object.keys(ROWS) as readonly (keyof typeof ROWS)[];

const flagOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
const AT = 'export const USER_ATTRIBUTES = {\n';

/** The program, as it would be with these rows in the table and nothing else changed. */
async function buildWithRows(folder: string): Promise<string> {
  const outfile = join(folder, 'orgctl.cjs');
  await build({
    stdin: {
      contents: "export { run } from './src/cli/run.ts';",
      resolveDir: '.',
      loader: 'ts',
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.18',
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    define: { ORGCTL_VERSION: '"0.0.0-test"' },
    logLevel: 'error',
    plugins: [
      {
        name: 'rows',
        setup: (esbuild) => {
          esbuild.onLoad({ filter: /src\/spec\/user-attributes\.ts$/ }, ({ path }) => {
            const source = readFileSync(path, 'utf8');
            expect(source).toContain(AT);
            const rows = NAMES.map((name) => `  ${name}: ${ROWS[name].row},\n`).join('');
            return { contents: source.replace(AT, AT + rows), loader: 'ts' };
          });
        },
      },
    ],
  });
  return outfile;
}

const folder = mkdtempSync(join(tmpdir(), 'orgctl-rows-'));
let program: typeof run;
beforeAll(async () => {
  const built: { readonly run: typeof run } = createRequire(import.meta.url)(await buildWithRows(folder));
  program = built.run;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(['1.1', '2.0'])(
  'a new row of the attribute table is all that a value needs, SCIM %s',
  (version) => {
    const start = () => {
      const home = freshHome();
      const orgctl = async (...words: readonly string[]) => {
        const common = ['-p', 'sandbox', '--scim-version', version];
        const ran = await machineAt(home, program).words([...common, ...words]);
        expect({ exit: ran.exit, said: ran.exit === 0 ? '' : ran.stderr }).toEqual({ exit: 0, said: '' });
        return ran.stdout.trimEnd();
      };
      return { home, orgctl };
    };
    const given = NAMES.flatMap((name) => [flagOf(name), ROWS[name].value]);
    const values = NAMES.map((name) => ROWS[name].value);
    const next = NAMES.map((name) => ROWS[name].next);
    const columns = `userName,${NAMES.join(',')}`;

    it('as a flag, on the wire and back', async () => {
      const { orgctl } = start();
      expect(await orgctl('scim', 'users', 'create', '--help')).toContain('--name-suffix <text>');
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

    it('in a CSV, in an export, and in what an undo restores', async () => {
      const { home, orgctl } = start();
      const file = join(home, 'people.csv');
      writeFileSync(file, `email,${columns}\neva@x.example,eva,${values.join(',')}\n`);
      await orgctl('bulk', 'apply', file, '--yes');
      const exported = await orgctl('scim', 'users', 'export');
      const [heading = '', ...rows] = exported.split('\n').map((line) => line.split(','));
      const row = rows.find((cells) => cells.includes('eva')) ?? [];
      for (const name of NAMES) expect(row[heading.indexOf(name)]).toBe(ROWS[name].value);
      writeFileSync(file, `userName,floor\neva,Fourth\n`);
      await orgctl('bulk', 'apply', file, '--yes');
      const floor = ['scim', 'users', 'get', 'eva', '--columns', 'floor', '-o', 'csv'];
      expect(await orgctl(...floor)).toBe('floor\nFourth');
      await orgctl('undo', 'latest', '--yes');
      expect(await orgctl(...floor)).toBe('floor\nThird');
    });

    it('beside the values that are kept by their place, which a change of either leaves', async () => {
      const { orgctl } = start();
      const ranked = {
        phone: '08 1',
        mobilePhone: '070 1',
        secondaryEmail: 'eva@home.example',
        role: 'Chair',
      };
      const all = [...Object.entries(ranked), ...SLOTS.map((name) => [name, ROWS[name].value] as const)];
      const flags = all.flatMap(([name, value]) => [flagOf(name), value]);
      await orgctl('scim', 'users', 'create', '--user-name', 'eva', '--email', 'eva@x.example', ...flags);
      const shown = async () => {
        const read = ['--columns', all.map(([name]) => name).join(), '-o', 'csv'];
        const [, row = ''] = (await orgctl('scim', 'users', 'get', 'eva', ...read)).split('\n');
        return row.split(',');
      };
      const values = all.map(([, value]) => value);
      expect(await shown()).toEqual(values);
      for (const half of [Object.keys(ranked), SLOTS]) {
        const isCleared = (name: string) => half.some((one) => one === name);
        await orgctl('scim', 'users', 'patch', 'eva', ...half.flatMap((name) => ['--clear', name]));
        expect(await shown()).toEqual(all.map(([name, value]) => (isCleared(name) ? '' : value)));
        const again = all
          .filter(([name]) => isCleared(name))
          .flatMap(([name, value]) => [flagOf(name), value]);
        await orgctl('scim', 'users', 'patch', 'eva', ...again);
        expect(await shown()).toEqual(values);
      }
    });

    it('with the same number in two slots, one of them cleared', async () => {
      const { orgctl } = start();
      const numbers = ['--phone', '08 1', '--home-phone', '08 1'];
      await orgctl('scim', 'users', 'create', '--user-name', 'eva', '--email', 'eva@x.example', ...numbers);
      const shown = () => orgctl('scim', 'users', 'get', 'eva', '--columns', 'phone,homePhone', '-o', 'csv');
      await orgctl('scim', 'users', 'patch', 'eva', '--clear', 'phone');
      expect(await shown()).toBe('phone,homePhone\n,08 1');
      await orgctl('scim', 'users', 'patch', 'eva', '--phone', '08 1', '--clear', 'homePhone');
      expect(await shown()).toBe('phone,homePhone\n08 1,');
    });

    it('an address of a new slot names its user, and is nobody else’s', async () => {
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

    it('under its path as the heading of a file, in an explanation, and in the help', async () => {
      const { home, orgctl } = start();
      const file = join(home, 'people.csv');
      const heading = 'phoneNumbers[type eq ""home""].value';
      writeFileSync(file, `email,userName,"${heading}"\neva@x.example,eva,08 2\n`);
      await orgctl('bulk', 'apply', file, '--yes');
      const csv = ['--columns', 'homePhone', '-o', 'csv'];
      expect(await orgctl('scim', 'users', 'get', 'eva', ...csv)).toBe('homePhone\n08 2');
      expect(await orgctl('explain', 'homePhone')).toContain('Home phone');
      expect(await orgctl('scim', 'users', 'patch', '--help')).toContain('--home-phone <text>');
    });

    it('in the schemas that the service announces', async () => {
      const { orgctl } = start();
      const schemas = await orgctl('--scim-version', '2.0', 'scim', 'service', 'schemas', '-o', 'json');
      const announced = NAMES.filter((name) => !SLOTS.some((slot) => slot === name));
      for (const name of announced) expect(schemas).toContain(`"${name}"`);
      expect(schemas).toContain('"deputy"');
      expect(schemas).toContain('E-mail addresses; three are kept');
      expect(schemas).toContain('Phone numbers; four are kept');
      expect(schemas).toContain('Role; two are kept');
    });
  },
);
