import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect } from 'vitest';
import type { run } from '../../src/cli/run.ts';
import type { openSandbox } from '../../src/sandbox/sandbox.ts';
import { USER_ATTRIBUTES } from '../../src/spec/user-attributes.ts';
import { freshHome } from './real-bin.ts';
import { machineAt } from './run-orgctl.ts';

/**
 * One row of the attribute table for each kind of place of a value, with two values each. Where the table may
 * get a row under the usual name, the name has `probe`.
 */
export const ROWS = {
  probeFloor: { row: `enterprise('probeFloor', 'Floor', '3')`, value: 'Third', next: 'Fifth' },
  probeBadge: { row: `text('probeBadge', 'core', 'Badge', 'B-12')`, value: 'B-7', next: 'B-8' },
  probePronouns: {
    row: `text('probePronouns', 'customProfile', 'Pronouns', 'they')`,
    value: 'she',
    next: 'they',
  },
  probeSuffix: {
    row: `text('name.probeSuffix', 'customProfile', 'Probe suffix', 'Jr.')`,
    value: 'III',
    next: 'IV',
  },
  probeBuilding: { row: `address('probeBuilding', 'Building', 'North')`, value: 'West', next: 'East' },
  probePhone: {
    row: `text('phoneNumbers[type eq "probe"].value', 'customProfile', 'Probe phone', '08 1')`,
    value: '08 765 43 21',
    next: '08 765 43 22',
  },
  // Without a row, phone numbers of this type are ignored.
  probePager: {
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
  // Positions after those that the service stores.
  thirdEmail: {
    row: `{ path: 'emails[2].value', kind: 'email', part: 'core', write: 'always', mayClear: true,
      label: 'Third e-mail', example: 'eva@boat.example' }`,
    value: 'eva@boat.example',
    next: 'eva@lake.example',
  },
  thirdPhone: {
    row: `text('phoneNumbers[2].value', 'customProfile', 'Third phone', '031 1')`,
    value: '031 765 43 21',
    next: '031 765 43 22',
  },
  secondRole: {
    row: `text('roles[1].value', 'customProfile', 'Second role', 'Auditor')`,
    value: 'Archivist',
    next: 'Editor',
  },
  secondPhoto: {
    row: `{ path: 'photos[1].value', kind: 'photo', part: 'core', write: 'always', mayClear: true,
      label: 'Second photo', example: 'https://example.com/eva.png' }`,
    value: 'https://x.example/eva-1.png',
    next: 'https://x.example/eva-2.png',
  },
  // Types are compared without regard to letter case.
  deputyRole: {
    row: `text('roles[type eq "Deputy"].value', 'customProfile', 'Role as a deputy', 'Auditor')`,
    value: 'Auditor',
    next: 'Treasurer',
  },
} as const;
/** List entries that are identified by their type. */
export const TYPED = ['probePhone', 'probePager', 'otherEmail', 'deputyRole'] as const;
/** List entries that are identified by their position. */
export const RANKED = ['thirdEmail', 'thirdPhone', 'secondRole', 'secondPhoto'] as const;
export const SLOTS = [...TYPED, ...RANKED];
export const NAMES = Object.keys(ROWS) as readonly (keyof typeof ROWS)[];

/** The flag of an attribute. */
export const flagOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
const AT = 'export const USER_ATTRIBUTES = {\n';

export interface ProgramWithRows {
  readonly run: typeof run;
  readonly openSandbox: typeof openSandbox;
}

/** Fails if the table of attributes has a row with the name or the path of an additional one. */
function expectFreeNames(): void {
  const paths = Object.values(USER_ATTRIBUTES).map(({ path }) => path);
  const taken = NAMES.filter(
    (name) =>
      Object.hasOwn(USER_ATTRIBUTES, name) || paths.some((path) => ROWS[name].row.includes(`'${path}'`)),
  );
  const what =
    'src/spec/user-attributes.ts has these rows now: give them another name and path in ROWS of test/support/program-with-rows.ts';
  expect(taken, what).toEqual([]);
}

/** Returns the program built with these additional rows and no other change. */
export async function programWithRows(): Promise<ProgramWithRows> {
  expectFreeNames();
  const folder = mkdtempSync(join(tmpdir(), 'orgctl-rows-'));
  const built: ProgramWithRows = createRequire(import.meta.url)(await buildWithRows(folder));
  rmSync(folder, { recursive: true, force: true });
  return built;
}

async function buildWithRows(folder: string): Promise<string> {
  const outfile = join(folder, 'orgctl.cjs');
  await build({
    stdin: {
      contents: `export { run } from './src/cli/run.ts'; export { openSandbox } from './src/sandbox/sandbox.ts';`,
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

/** A fresh machine, and the program on it as a function that fails if the command fails. */
export function startWith(program: typeof run, version: string) {
  const home = freshHome();
  const orgctl = async (...words: readonly string[]) => {
    const common = ['-p', 'sandbox', '--scim-version', version];
    const ran = await machineAt(home, program).words([...common, ...words]);
    expect({ exit: ran.exit, said: ran.exit === 0 ? '' : ran.stderr }).toEqual({ exit: 0, said: '' });
    return ran.stdout.trimEnd();
  };
  const createEva = (...flags: readonly string[]) =>
    orgctl('scim', 'users', 'create', '--user-name', 'eva', '--email', 'eva@x.example', ...flags);
  const patchEva = (...flags: readonly string[]) => orgctl('scim', 'users', 'patch', 'eva', ...flags);
  const patchEvaByFile = (body: object) => {
    const file = join(home, 'body.json');
    writeFileSync(file, JSON.stringify(body));
    return patchEva('--file', file);
  };
  /** The stored values of eva for these comma-separated names. */
  const valuesOfEva = async (names: string) => {
    const [, row = ''] = (await orgctl('scim', 'users', 'get', 'eva', '--columns', names, '-o', 'csv')).split(
      '\n',
    );
    return row;
  };
  return { home, orgctl, createEva, patchEva, patchEvaByFile, valuesOfEva };
}
