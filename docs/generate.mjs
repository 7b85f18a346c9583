// Writes the generated pages of docs/ and completions/; with --check compares them with what is there; with --man writes the manual
// page to dist/man/ instead.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const bundle = join('node_modules', '.cache', 'orgctl-reference.mjs');
mkdirSync(join('node_modules', '.cache'), { recursive: true });
await build({
  entryPoints: ['docs/reference.ts'],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  define: { ORGCTL_VERSION: '"0"' },
  logLevel: 'warning',
});

const { pages, manual } = await import(pathToFileURL(bundle).href);
if (process.argv.includes('--man')) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  mkdirSync(join('dist', 'man'), { recursive: true });
  writeFileSync(join('dist', 'man', 'orgctl.1'), await manual(version));
  process.exit();
}
const isCheck = process.argv.includes('--check');
let stale = 0;
for (const { file, text } of await pages()) {
  const before = readFileSync(file, { encoding: 'utf8', flag: 'a+' });
  if (before === text) continue;
  stale += 1;
  if (isCheck) console.error(`${file} does not say what the program says; run "npm run docs"`);
  else writeFileSync(file, text);
}
if (isCheck && stale > 0) process.exitCode = 1;
