// Builds dist/: one entry and lazily loaded parts, each with a source map (build-parts.mjs). With --watch
// builds again at each change of a source file. With --executable builds one file that runs without Node
// instead.

import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, context } from 'esbuild';
import { choosePacks, compilePacks } from './build-packs.mjs';
import { commonParts, writeParts } from './build-parts.mjs';
import { inspectPage } from './inspect-page.mjs';
import { billOfMaterials, bundledPackages, licenseTexts, runtimeLicense } from './supply-chain.mjs';

const program = JSON.parse(readFileSync('package.json', 'utf8'));
const OUT = 'dist';
const isExecutable = process.argv.includes('--executable');
const shared = {
  platform: 'node',
  target: 'node20.18',
  // The bundler knows the target for one that cannot read the newest of them, and would make a pattern anew
  // each time it is used.
  supported: { 'regexp-unicode-property-escapes': true },
  minifySyntax: true,
  minifyWhitespace: true,
};
const bundled = {
  ...shared,
  bundle: true,
  // Its other form asks for its parts at run time.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  legalComments: 'none',
  define: {
    ORGCTL_VERSION: JSON.stringify(program.version),
    // Member by member: an object would become a part that every other part requires.
    ...Object.fromEntries(
      Object.entries(inspectPage()).map(([name, text]) => [
        `ORGCTL_INSPECT_PAGE.${name}`,
        JSON.stringify(text),
      ]),
    ),
  },
  plugins: [
    {
      // The parser of the command line can start programs, which nothing here uses, and the package takes
      // long to load.
      name: 'no-programs-of-the-parser',
      setup: ({ onResolve, onLoad }) => {
        onResolve({ filter: /^node:child_process$/ }, ({ importer, path }) =>
          /[\\/]node_modules[\\/]commander[\\/]/.test(importer) ? { path, namespace: 'unused' } : undefined,
        );
        onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: '' }));
      },
    },
    {
      // A package of the profile store sends each signal to the process once more, so that one Ctrl-C would
      // count as two. It does so to remove temporary files of a store that is written at once.
      name: 'no-signals-sent-again',
      setup: ({ onLoad }) => {
        onLoad({ filter: /[\\/]when-exit[\\/]dist[\\/]node[\\/]interceptor\.js$/ }, () => ({
          contents: 'export default { register: () => () => {} };',
        }));
      },
    },
    {
      // Most of undici is for what nothing here does: fetching, caches, mocks, HTTP/2, for which it also
      // loads the undici within Node. By its dispatchers alone a command that sends begins a tenth sooner
      // (bench/get.mjs).
      name: 'dispatchers-alone',
      setup: ({ onLoad, onResolve }) => {
        const dispatchers = { Agent: 'agent', EnvHttpProxyAgent: 'env-http-proxy-agent', Pool: 'pool' };
        onLoad({ filter: /[\\/]node_modules[\\/]undici[\\/]index\.js$/ }, () => ({
          contents: [
            ...Object.entries(dispatchers).map(
              ([name, file]) => `export { default as ${name} } from './lib/dispatcher/${file}.js';`,
            ),
            // The index gives dispatchers this method, with which a proxy is asked for a tunnel.
            "import Dispatcher from './lib/dispatcher/dispatcher.js';",
            "import connect from './lib/api/api-connect.js';",
            'Dispatcher.prototype.connect = connect;',
          ].join('\n'),
        }));
        onResolve({ filter: /^node:http2$/ }, ({ importer, path }) =>
          /[\\/]node_modules[\\/]undici[\\/]/.test(importer) ? { path, namespace: 'http2' } : undefined,
        );
        onLoad({ filter: /.*/, namespace: 'http2' }, () => ({ contents: 'exports.constants = {};' }));
      },
    },
    {
      // Node reads a long JSON text faster than the same object in JavaScript, and a file of it faster than a
      // literal.
      name: 'json-as-text',
      setup: ({ onLoad }) => {
        onLoad({ filter: /\.json$/ }, ({ path }) => {
          const text = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
          const name = basename(path);
          if (!isExecutable) writeFileSync(join(OUT, name), text);
          const contents = isExecutable
            ? `export default JSON.parse(${JSON.stringify(text)});`
            : `import { readFileSync } from 'node:fs';
              import { join } from 'node:path';
              export default JSON.parse(readFileSync(join(__dirname, ${JSON.stringify(name)}), 'utf8'));`;
          return { contents, loader: 'js' };
        });
      },
    },
  ],
  metafile: true,
  logLevel: 'warning',
};

/**
 * What answers before the parser is loaded is one part, and shares none: it would load what it shares from
 * another file.
 */
const MAIN = {
  entryPoints: { main: 'src/cli/main.ts' },
  plugins: [
    {
      name: 'other-parts-apart',
      setup: ({ onResolve }) => {
        onResolve({ filter: /^\.\/run\.ts$/ }, () => ({ path: './run.cjs', external: true }));
      },
    },
  ],
};
const OTHERS = {
  entryPoints: { run: 'src/cli/run.ts', 'rewrite-thread': 'src/migration/rewrite-thread.ts' },
  splitting: true,
};

if (isExecutable) await buildExecutable();
else if (process.argv.includes('--watch')) await watchParts();
else await buildParts();

function partOptions({ plugins = [], ...more }) {
  return {
    ...bundled,
    ...more,
    plugins: [...bundled.plugins, ...plugins],
    format: 'esm',
    outdir: OUT,
    outExtension: { '.js': '.cjs' },
    chunkNames: '[name]-[hash]',
    sourcemap: 'inline',
    // The sources are beside the build; a map names lines only.
    sourcesContent: false,
    write: false,
  };
}

async function buildParts() {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT);
  const [main, others] = await Promise.all([MAIN, OTHERS].map((some) => build(partOptions(some))));
  const parts = await commonParts([...main.outputFiles, ...others.outputFiles], shared);
  await writeParts(OUT, parts, shared, await choosePacks(OUT, parts));
  await compilePacks(OUT);
  const packages = bundledPackages({ inputs: { ...main.metafile.inputs, ...others.metafile.inputs } });
  writeFileSync(join(OUT, 'LICENSES.txt'), licenseTexts(packages));
  writeFileSync(join(OUT, 'sbom.cdx.json'), billOfMaterials(program, packages, false));
}

/** Keeps the parts of earlier builds, because a program that runs may still load them. */
async function watchParts() {
  // It is made by a whole build; without it the parser answers.
  rmSync(join(OUT, 'help'), { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const written = {
    name: 'written',
    setup: (watched) => {
      watched.onEnd(async ({ errors, outputFiles }) => {
        if (errors.length > 0) return;
        await writeParts(OUT, await commonParts(outputFiles, shared), shared);
        console.log(`built ${OUT}/ at ${new Date().toLocaleTimeString('en-GB')}; Ctrl-C ends`);
      });
    },
  };
  const entryPoints = { ...OTHERS.entryPoints, ...MAIN.entryPoints };
  await (await context(partOptions({ ...OTHERS, entryPoints, plugins: [written] }))).watch();
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
  if (process.platform === 'linux') stripSymbols(file);
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

/**
 * Removes the symbols of Node, which only a debugger of Node itself reads: 12 MB of Node 20, 18 MB of Node 22
 * and 24.
 */
function stripSymbols(file) {
  try {
    execFileSync('strip', [file]);
  } catch (error) {
    console.warn(
      `${file} keeps the symbols of Node, because strip (binutils) did not work: ${error.message}`,
    );
  }
}
