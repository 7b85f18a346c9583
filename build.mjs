// Builds dist/: one entry and lazily loaded parts, each with a source map. The parts are split as ES modules, which is the
// only way the bundler can split, and then turned into CommonJS, which Node starts faster. With --watch builds again at each
// change of a source file. With --executable builds one file that runs without Node instead.

import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, context, transform } from 'esbuild';
import { inspectPage } from './inspect-page.mjs';
import { billOfMaterials, bundledPackages, licenseTexts, runtimeLicense } from './supply-chain.mjs';

const program = JSON.parse(readFileSync('package.json', 'utf8'));
const shared = {
  platform: 'node',
  target: 'node20.18',
  // The bundler knows the target for one that cannot read the newest of them, and would make a pattern anew each time it is used.
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
      // The parser of the command line can start programs, which nothing here uses, and the package takes long to load.
      name: 'no-programs-of-the-parser',
      setup: ({ onResolve, onLoad }) => {
        onResolve({ filter: /^node:child_process$/ }, ({ importer, path }) =>
          /[\\/]node_modules[\\/]commander[\\/]/.test(importer) ? { path, namespace: 'unused' } : undefined,
        );
        onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: '' }));
      },
    },
    {
      // A package of the profile store sends each signal to the process once more, so that one Ctrl-C would count as two.
      // It does so to remove temporary files of a store that is written at once.
      name: 'no-signals-sent-again',
      setup: ({ onLoad }) => {
        onLoad({ filter: /[\\/]when-exit[\\/]dist[\\/]node[\\/]interceptor\.js$/ }, () => ({
          contents: 'export default { register: () => () => {} };',
        }));
      },
    },
    {
      // Most of undici is for what nothing here does: fetching, caches, mocks, HTTP/2, for which it also loads the undici within Node. By its
      // dispatchers alone a command that sends begins a tenth sooner (bench/get.mjs).
      name: 'dispatchers-alone',
      setup: ({ onLoad, onResolve }) => {
        const dispatchers = { Agent: 'agent', EnvHttpProxyAgent: 'env-http-proxy-agent', Pool: 'pool' };
        onLoad({ filter: /[\\/]node_modules[\\/]undici[\\/]index\.js$/ }, () => ({
          contents: Object.entries(dispatchers)
            .map(([name, file]) => `export { default as ${name} } from './lib/dispatcher/${file}.js';`)
            .join('\n'),
        }));
        onResolve({ filter: /^node:http2$/ }, ({ importer, path }) =>
          /[\\/]node_modules[\\/]undici[\\/]/.test(importer) ? { path, namespace: 'http2' } : undefined,
        );
        onLoad({ filter: /.*/, namespace: 'http2' }, () => ({ contents: 'exports.constants = {};' }));
      },
    },
    {
      // Node reads a long JSON text faster than the same object in JavaScript.
      name: 'json-as-text',
      setup: ({ onLoad }) => {
        onLoad({ filter: /\.json$/ }, ({ path }) => {
          const text = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
          return { contents: `export default JSON.parse(${JSON.stringify(text)});`, loader: 'js' };
        });
      },
    },
  ],
  metafile: true,
  logLevel: 'warning',
};

const OUT = 'dist';
/** A part or a package of Node, as the bundler requires it at the top of a part. */
const REQUIRED = /^var (import_\w+) = ((?:__toESM\()?require\("[^"]+"\)(?:\))?);$/gm;
/** What a part exports, as the bundler writes it: an accessor for each name, in front of another one. */
const EXPORTS = /^(__export\((\w+), \{\n([^}]*)\}\);\n)module\.exports = __toCommonJS\(\2\);$/m;

if (process.argv.includes('--executable')) await buildExecutable();
else if (process.argv.includes('--watch')) await watchParts();
else await buildParts();

function partOptions() {
  return {
    ...bundled,
    entryPoints: { main: 'src/cli/main.ts', 'rewrite-thread': 'src/migration/rewrite-thread.ts' },
    splitting: true,
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
  const { metafile, outputFiles } = await build(partOptions());
  await writeParts(outputFiles);
  const packages = bundledPackages(metafile);
  writeFileSync(join(OUT, 'LICENSES.txt'), licenseTexts(packages));
  writeFileSync(join(OUT, 'sbom.cdx.json'), billOfMaterials(program, packages, false));
}

/** Keeps the parts of earlier builds, because a program that runs may still load them. */
async function watchParts() {
  // It is made by a whole build; without it the parser answers.
  rmSync(join(OUT, 'help'), { recursive: true, force: true });
  const written = {
    name: 'written',
    setup: (watched) => {
      watched.onEnd(async ({ errors, outputFiles }) => {
        if (errors.length > 0) return;
        await writeParts(outputFiles);
        console.log(`built ${OUT}/ at ${new Date().toLocaleTimeString('en-GB')}; Ctrl-C ends`);
      });
    },
  };
  await (await context({ ...partOptions(), plugins: [...bundled.plugins, written] })).watch();
}

/** Turns each part into CommonJS and writes it with its source map, whose paths are relative to dist/. */
async function writeParts(outputFiles) {
  mkdirSync(OUT, { recursive: true });
  for (const { path, text } of outputFiles) {
    const name = basename(path);
    const common = {
      platform: shared.platform,
      target: shared.target,
      format: 'cjs',
      supported: { ...shared.supported, 'dynamic-import': false },
      sourcesContent: false,
      sourcefile: name,
      logLevel: 'warning',
    };
    const parted = await transform(text, { ...common, sourcemap: 'inline' });
    const { code, map } = await transform(exportValues(requireLate(parted.code)), {
      ...shared,
      ...common,
      // Without what the accessors needed, and nothing else does: a sixth of the build.
      treeShaking: true,
      sourcemap: 'external',
    });
    writeFileSync(join(OUT, name), `${code}//# sourceMappingURL=${name}.map\n`);
    writeFileSync(join(OUT, `${name}.map`), map);
  }
}

/** Makes a part require others at the first use of what they export: most of what a command imports, it does not need to run. */
function requireLate(code) {
  const names = new Set([...code.matchAll(REQUIRED)].map(([, name]) => name));
  if (names.size === 0) return code;
  return code
    .replace(new RegExp(`\\b(${[...names].join('|')})(?=\\.)`, 'g'), '($1())')
    .replace(REQUIRED, 'var $1_, $1 = () => $1_ ??= $2;');
}

/**
 * Makes a part export the values themselves when it has run: a function that is called for each row would go through two accessors each
 * time. Until then, where parts require each other, and for a variable that may change, there is one accessor.
 */
function exportValues(code) {
  const [, , object, accessors] = EXPORTS.exec(code) ?? [];
  if (object === undefined) return code;
  const names = [...accessors.matchAll(/^ {2}(\S+): \(\) => (\S+?),?$/gm)];
  const values = names.map(([, name, local]) =>
    isConstant(code, local) ? `${name}: ${local}` : `get ${name}() { return ${local}; }`,
  );
  return code
    .replace(EXPORTS, '$1module.exports = __defProp($2, "__esModule", { value: true });')
    .replace(
      /(?=^\/\/# sourceMappingURL=)/m,
      () => `module.exports = __defProp({ ${values.join(', ')} }, "__esModule", { value: true });\n`,
    );
}

/** Whether a variable of a part gets a value once at most; where its name means something else as well, it does not count as one. */
function isConstant(code, name) {
  const assigned = `(?<![\\w$.])${name.replaceAll('$', '\\$')}(?:\\s*(?:[-+*/%&|^?<>]*=(?![=>])|\\+\\+|--)|\\s+(?:of|in)\\b)`;
  return [...code.matchAll(new RegExp(assigned, 'g'))].length <= 1;
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
