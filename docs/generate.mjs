// Writes the generated pages of docs/ and completions/; with --check compares them with the files; with --man
// writes the manual page and what help says to dist/ instead.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

const { pages, builtPages } = await import(pathToFileURL(bundle).href);
if (process.argv.includes('--man')) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const { file, text } of await builtPages(version)) {
    mkdirSync(join('dist', dirname(file)), { recursive: true });
    writeFileSync(join('dist', file), text);
  }
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
