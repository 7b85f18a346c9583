// Builds dist/: one entry and lazily loaded parts. The parts are split as ES modules, which is the only way the
// bundler can split, and then turned into CommonJS, which Node starts faster. With --executable builds one file that
// runs without Node instead.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { build, transform } from 'esbuild';
import { inspectPage } from './inspect-page.mjs';
import { billOfMaterials, bundledPackages, licenseTexts, runtimeLicense } from './supply-chain.mjs';

const program = JSON.parse(readFileSync('package.json', 'utf8'));
const shared = { platform: 'node', target: 'node20.18', minifySyntax: true, minifyWhitespace: true };
const bundled = {
  ...shared,
  bundle: true,
  // Its other form asks for its parts at run time.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  legalComments: 'none',
  define: {
    ORGCTL_VERSION: JSON.stringify(program.version),
    ORGCTL_INSPECT_PAGE: JSON.stringify(inspectPage()),
  },
  metafile: true,
  logLevel: 'warning',
};

if (process.argv.includes('--executable')) await buildExecutable();
else await buildParts();

async function buildParts() {
  const out = 'dist';
  rmSync(out, { recursive: true, force: true });
  const { metafile } = await build({
    ...bundled,
    entryPoints: { main: 'src/cli/main.ts' },
    splitting: true,
    format: 'esm',
    outdir: out,
    outExtension: { '.js': '.cjs' },
    chunkNames: '[name]-[hash]',
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
  const packages = bundledPackages(metafile);
  writeFileSync(join(out, 'LICENSES.txt'), licenseTexts(packages));
  writeFileSync(join(out, 'sbom.cdx.json'), billOfMaterials(program, packages, false));
}

/** One file with Node inside: executable/orgctl, or orgctl.exe on Windows. */
async function buildExecutable() {
  const out = 'executable';
  mkdirSync(out, { recursive: true });
  const main = join(out, 'executable.cjs');
  const blob = join(out, 'executable.blob');
  const config = join(out, 'executable.json');
  const file = join(out, process.platform === 'win32' ? 'orgctl.exe' : 'orgctl');
  const { metafile } = await build({
    ...bundled,
    stdin: {
      contents: "import { main } from './src/cli/main.ts'; void main(process);",
      resolveDir: '.',
      loader: 'ts',
    },
    format: 'cjs',
    outfile: main,
  });
  writeFileSync(config, JSON.stringify({ main, output: blob, disableExperimentalSEAWarning: true }));
  execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: 'inherit' });
  copyFileSync(process.execPath, file);
  chmodSync(file, 0o755);
  const { inject } = await import('postject');
  await inject(file, 'NODE_SEA_BLOB', readFileSync(blob), {
    // The mark that Node looks for in its own file; the same in every version.
    sentinelFuse: 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2',
    ...(process.platform === 'darwin' ? { machoSegmentName: 'NODE_SEA' } : {}),
  });
  for (const made of [main, blob, config]) rmSync(made);
  const packages = bundledPackages(metafile);
  writeFileSync(join(out, 'LICENSES.txt'), licenseTexts(packages, [runtimeLicense()]));
  writeFileSync(join(out, 'sbom.cdx.json'), billOfMaterials(program, packages, true));
  console.log(file);
}
