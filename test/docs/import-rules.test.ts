import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const CRUISE = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const CONFIG = resolve('.dependency-cruiser.cjs');

/** The violations of the import rules in a project with these files: the rule and the import. */
function violationsOf(files: Readonly<Record<string, string>>): readonly string[] {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const { stdout } = spawnSync(process.execPath, [CRUISE, '--config', CONFIG, '-T', 'json', 'src', 'bin'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const { violations } = JSON.parse(stdout).summary;
  return violations
    .map(
      ({ rule, from, to }: { rule: { name: string }; from: string; to: string }) =>
        `${rule.name}: ${from} → ${to}`,
    )
    .sort();
}

const PROJECT = {
  'bin/orgctl.js': "require('../dist/main.cjs');\n",
  'src/values/a.ts': "import { b } from './b.ts';\nexport const a = b;\n",
  'src/values/b.ts': 'export const b = 1;\n',
};

it.each([
  ['before a build', {}],
  ['after a build', { 'dist/main.cjs': '', 'dist/missing.cjs': 'exports.c = 1;\n' }],
])('only the program that starts the build imports it: %s', (when, build) => {
  const isBuilt = when === 'after a build';
  const found = violationsOf({
    ...PROJECT,
    ...build,
    'bin/packs.js': "require('../dist/main.cjs');\n",
    'src/values/b.ts': "import { c } from '../../dist/missing.cjs';\nexport const b = c;\n",
  });
  expect(found).toEqual(
    isBuilt
      ? [
          'build-is-started-only: bin/packs.js → dist/main.cjs',
          'build-is-started-only: src/values/b.ts → dist/missing.cjs',
        ]
      : [
          'build-is-started-only: bin/packs.js → ../dist/main.cjs',
          'build-is-started-only: src/values/b.ts → ../../dist/missing.cjs',
          'not-resolvable: bin/packs.js → ../dist/main.cjs',
          'not-resolvable: src/values/b.ts → ../../dist/missing.cjs',
        ],
  );
});

it('the program imports nothing else of the build', () => {
  const project = {
    ...PROJECT,
    'bin/orgctl.js': "require('../dist/main.cjs');\nrequire('../dist/other.cjs');\n",
  };
  expect(violationsOf(project)).toEqual([
    'only-the-build-is-not-resolvable: bin/orgctl.js → ../dist/other.cjs',
  ]);
});
