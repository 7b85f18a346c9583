// Builds dist/: one entry and lazily loaded parts. The parts are split as ES modules, which is the only way the
// bundler can split, and then turned into CommonJS, which Node starts faster.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, transform } from 'esbuild';

const out = 'dist';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const shared = { platform: 'node', target: 'node20.18', minifySyntax: true, minifyWhitespace: true };

rmSync(out, { recursive: true, force: true });
await build({
  ...shared,
  entryPoints: { main: 'src/cli/main.ts' },
  bundle: true,
  splitting: true,
  format: 'esm',
  outdir: out,
  outExtension: { '.js': '.cjs' },
  chunkNames: '[name]-[hash]',
  legalComments: 'none',
  define: { ORGCTL_VERSION: JSON.stringify(version) },
  logLevel: 'warning',
});

for (const name of readdirSync(out)) {
  const file = join(out, name);
  const { code } = await transform(readFileSync(file, 'utf8'), {
    ...shared,
    format: 'cjs',
    supported: { 'dynamic-import': false },
    logLevel: 'warning',
  });
  writeFileSync(file, code);
}
