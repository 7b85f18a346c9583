import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build, version } from 'esbuild';
import type { Plugin } from 'vitest/config';

const ROOT = process.cwd();
const OUT = join(ROOT, 'node_modules', '.cache', 'compiled-source');
/** Other settings that affect how a file is compiled. */
const SETTINGS = join(OUT, 'settings.json');

/** A source that is compiled together with its imported data. */
const WITH_DATA = { source: 'src/cli/completion/words-table.ts', data: 'completions/words.json' };

let isCompiled: Promise<void> | undefined;

/**
 * Loads src/ in tests as JavaScript, compiled file by file, because modules transformed by vitest take longer
 * to load and run. Only changed files are compiled. Watch mode uses the sources, because it must notice their
 * changes.
 * @param define replacements for values that a build sets
 */
export function compiledSource(define: Readonly<Record<string, string>>): Plugin {
  let isWatched = false;
  return {
    name: 'compiled-source',
    enforce: 'pre',
    async configureVitest({ vitest }) {
      isWatched = vitest.config.watch;
      isCompiled ??= isWatched ? Promise.resolve() : compile(define);
      await isCompiled;
    },
    resolveId(id, importer) {
      if (isWatched || importer === undefined || !/^\.{1,2}\/.*\.ts$/.test(id)) return;
      const path = resolve(dirname(importer), id).slice(ROOT.length + 1);
      return isSource(path) ? { id: join(OUT, compiledName(path)), external: true } : undefined;
    },
  };
}

async function compile(define: Readonly<Record<string, string>>): Promise<void> {
  const settings = JSON.stringify({ define, version });
  if (!existsSync(SETTINGS) || readFileSync(SETTINGS, 'utf8') !== settings)
    rmSync(OUT, { recursive: true, force: true });
  const sources = filesIn('src').filter(isSource);
  const compiled = new Set(sources.map(compiledName));
  for (const path of existsSync(OUT) ? filesIn('src', OUT) : [])
    if (!compiled.has(path)) rmSync(join(OUT, path));
  const changed = sources.filter((path) => {
    const compiled = join(OUT, compiledName(path));
    return !isOfSameTime(path, compiled) || (path === WITH_DATA.source && isNewer(WITH_DATA.data, compiled));
  });
  if (changed.length > 0) await compileFiles(changed, define);
  writeFileSync(join(OUT, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(SETTINGS, settings);
}

/** Compiles each file separately; imports stay unchanged. */
async function compileFiles(
  paths: readonly string[],
  define: Readonly<Record<string, string>>,
): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [...paths],
    outbase: ROOT,
    outdir: OUT,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.18',
    sourcemap: 'inline',
    sourcesContent: false,
    define: { ...define },
    write: false,
    plugins: [
      {
        name: 'imports-stay',
        setup: ({ onResolve }) => {
          onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, kind }) =>
            kind === 'entry-point' ? undefined : { path: compiledName(path), external: true },
          );
        },
      },
    ],
  });
  const sourceOf = new Map(paths.map((path) => [join(OUT, compiledName(path)), path]));
  for (const { path, contents } of outputFiles) {
    const { atime, mtime } = statSync(sourceOf.get(path) ?? path);
    // Another run may read the file at the same time.
    const written = `${path}.${process.pid}`;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(written, contents);
    utimesSync(written, atime, mtime);
    renameSync(written, path);
  }
}

function isSource(path: string): boolean {
  return path.startsWith('src/') && path.endsWith('.ts') && !path.startsWith('src/sandbox/inspect/page/');
}

function compiledName(path: string): string {
  return path.replace(/\.ts$/, '.js');
}

/** A file is compiled again if it is newer, or if it was replaced by an older one. */
function isOfSameTime(source: string, compiled: string): boolean {
  const [one, other] = [source, compiled].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs);
  return one !== undefined && other !== undefined && Math.abs(one - other) < 1;
}

/** Whether a file was written after a source was compiled. */
function isNewer(file: string, compiled: string): boolean {
  return statSync(file).mtimeMs > statSync(compiled).ctimeMs;
}

function filesIn(folder: string, root = ROOT): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
