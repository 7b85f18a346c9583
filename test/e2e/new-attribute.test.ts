import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshHome } from '../support/real-bin.ts';

/** One row of the attribute table for each kind of place in which a text can be, and a value of each. */
const ROWS = {
  floor: { row: `enterprise('floor', 'Floor', '3')`, value: 'Third' },
  badge: { row: `text('badge', 'core', 'Badge', 'B-12')`, value: 'B-7' },
  pronouns: { row: `text('pronouns', 'customProfile', 'Pronouns', 'they')`, value: 'she' },
  nameSuffix: { row: `text('name.nameSuffix', 'customProfile', 'Name suffix', 'Jr.')`, value: 'III' },
  building: { row: `address('building', 'Building', 'North')`, value: 'West' },
} as const;
const NAMES = Object.keys(ROWS) as readonly (keyof typeof ROWS)[];

const flagOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
const AT = 'export const USER_ATTRIBUTES = {\n';

/** The program, as it would be with these rows in the table and nothing else changed. */
async function buildWithRows(folder: string): Promise<string> {
  const outfile = join(folder, 'orgctl.cjs');
  await build({
    stdin: {
      contents: "import { main } from './src/cli/main.ts'; void main(process);",
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
let program = '';
beforeAll(async () => {
  program = await buildWithRows(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(['1.1', '2.0'])(
  'a new row of the attribute table is all that a text needs, SCIM %s',
  (version) => {
    const start = () => {
      const home = freshHome();
      const orgctl = async (...words: readonly string[]) => {
        const common = ['-p', 'sandbox', '--scim-version', version];
        const env = { PATH: process.env['PATH'] ?? '', ORGCTL_HOME: home, HOME: home };
        const ran = await execa(process.execPath, [program, ...common, ...words], { env, extendEnv: false });
        return ran.stdout;
      };
      return { home, orgctl };
    };
    const given = NAMES.flatMap((name) => [flagOf(name), ROWS[name].value]);
    const values = NAMES.map((name) => ROWS[name].value);
    const columns = `userName,${NAMES.join(',')}`;

    it('as a flag, on the wire and back', async () => {
      const { orgctl } = start();
      expect(await orgctl('scim', 'users', 'create', '--help')).toContain('--name-suffix <text>');
      await orgctl('scim', 'users', 'create', '--user-name', 'eva', '--email', 'eva@x.example', ...given);
      const csv = ['--columns', columns, '-o', 'csv'];
      expect(await orgctl('scim', 'users', 'get', 'eva', ...csv)).toBe(`${columns}\neva,${values.join(',')}`);
      const changed = NAMES.flatMap((name) => [flagOf(name), `${ROWS[name].value} 2`]);
      await orgctl('scim', 'users', 'patch', 'eva', ...changed);
      expect(await orgctl('scim', 'users', 'get', 'eva', ...csv)).toBe(
        `${columns}\neva,${values.map((value) => `${value} 2`).join(',')}`,
      );
      await orgctl('scim', 'users', 'patch', 'eva', ...NAMES.flatMap((name) => ['--clear', name]));
      expect(await orgctl('scim', 'users', 'get', 'eva', ...csv)).toBe(`${columns}\neva,,,,,`);
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

    it('in the schemas that the service announces', async () => {
      const { orgctl } = start();
      const schemas = await orgctl('--scim-version', '2.0', 'scim', 'service', 'schemas', '-o', 'json');
      for (const name of NAMES) expect(schemas).toContain(`"${name}"`);
    });
  },
);
