import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join, normalize, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, describe, expect, it, test } from 'vitest';
import { listeningSandbox } from '../support/listening-sandbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'orgctl-build-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TOKEN = 'token-of-the-build-test';

interface MapFile {
  readonly version: number;
  readonly file: string;
  readonly sources: string[];
  readonly sourcesContent: string[];
  readonly names: string[];
  readonly mappings: string;
  readonly sourceRoot: string;
}
/** The source maps of a file: one, or one for each bundled part in it. */
function mapsOf(name: string): MapFile[] {
  const { sections, ...own } = JSON.parse(readFileSync(join('dist', `${name}.map`), 'utf8'));
  const maps: MapFile[] = sections?.map(({ map }: { map: MapFile }) => map) ?? [own];
  return maps.map((map) => ({ ...map, sourcesContent: map.sourcesContent ?? [] }));
}

/** Source file and line of a text in a built file. */
function placeOf(name: string, text: string): { file: string; line: string } {
  const code = readFileSync(join('dist', name), 'utf8').split('\n');
  const line = code.findIndex((one) => one.includes(text));
  const map = JSON.parse(readFileSync(join('dist', `${name}.map`), 'utf8'));
  const entry = new SourceMap(map).findEntry(line, (code[line] ?? '').indexOf(text));
  if (!('originalSource' in entry)) throw new Error('no source');
  const file = normalize(join('dist', entry.originalSource));
  return { file, line: readFileSync(file, 'utf8').split('\n')[entry.originalLine] ?? '' };
}

describe('source maps of the build', () => {
  const parts = readdirSync('dist').filter((name) => name.endsWith('.cjs'));

  it('map every part to sources of this repository and contain no path of the build machine', () => {
    const machine = resolve('.');
    expect(parts.length).toBeGreaterThan(50);
    for (const name of parts) {
      expect(readFileSync(join('dist', name), 'utf8')).toMatch(
        new RegExp(`\\n//# sourceMappingURL=${name.replaceAll('.', '\\.')}\\.map\\n$`),
      );
      const maps = mapsOf(name);
      expect(maps.flatMap(({ sourcesContent }) => sourcesContent).filter((text) => text !== null)).toEqual(
        [],
      );
      for (const source of maps.flatMap(({ sources }) => sources)) {
        expect(source).not.toContain(machine);
        // A package may have been built from sources that it does not ship.
        if (!source.startsWith('../src/')) continue;
        expect({ source, isThere: existsSync(join('dist', source)) }).toEqual({ source, isThere: true });
      }
    }
    for (const name of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
      if (!/\.(cjs|map)/.test(name)) continue;
      expect({ name, isNamed: readFileSync(join('dist', name), 'utf8').includes(machine) }).toEqual({
        name,
        isNamed: false,
      });
    }
  });

  it('put two small packages into the part that every command loads, and no other', () => {
    const sources = mapsOf('main.cjs').flatMap((map) => map.sources);
    const packages = sources.flatMap((source) => /node_modules\/([^/]+)/.exec(source)?.[1] ?? []);
    expect(new Set(packages)).toEqual(new Set(['env-paths', 'is-safe-filename']));
  });

  it.each([
    ['main.cjs', '"--version"', 'src/cli/main.ts', "'--version'"],
    ['start.pack.cjs', 'input is needed', 'src/terminal/prompts.ts', "'input is needed"],
    ['start.pack.cjs', '"a bug in orgctl"', 'src/failure/failure.ts', "'a bug in orgctl'"],
  ])('map a text in %s to its source line', (name, built, file, written) => {
    const place = placeOf(name, built);
    expect(place.file).toBe(normalize(file));
    expect(place.line).toContain(written);
  });
});

describe('bundled part that runs for every input row', () => {
  const file = readdirSync('dist').find(
    (name) =>
      name.endsWith('.cjs') && readFileSync(join('dist', name), 'utf8').includes('function isEmailAddress('),
  );
  const path = resolve('dist', file ?? '');
  // A pack contains several parts, and each part begins with its name.
  const parts = readFileSync(path, 'utf8').split(/^(?="[^"]+": \(function)/m);
  const code = parts.find((part) => part.includes('function isEmailAddress(')) ?? '';
  const name = /^"([^"]+)"/.exec(code)?.[1];

  it('exports its functions as values, not through accessors', () => {
    const part: object = createRequire(import.meta.url)(path)(name);
    expect(Object.getOwnPropertyDescriptor(part, 'isEmailAddress')?.value).toBeTypeOf('function');
    expect(
      Object.values(Object.getOwnPropertyDescriptors(part)).filter(({ get }) => get !== undefined),
    ).toEqual([]);
  });

  it('contains no accessor helpers of the bundler', () => {
    expect(code).not.toMatch(/__(copyProps|toCommonJS)\b/);
  });

  it('contains its regular expressions as literals', () => {
    expect(code).not.toContain('new RegExp(');
  });
});

/**
 * What a command line loads: number of files of the build, Node modules, number of Intl.DateTimeFormat
 * instances.
 */
interface Loaded {
  readonly files: number;
  readonly packages: readonly string[];
  readonly calendars: number;
}

describe('program startup', () => {
  async function loadedBy(line: string): Promise<Loaded> {
    const tell = join(folder, 'tell.cjs');
    writeFileSync(
      tell,
      `let calendars = 0;
      Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
        construct: (...made) => (calendars += 1, Reflect.construct(...made)),
      });
      process.on('exit', () => require('node:fs').writeSync(2, JSON.stringify({
        files: Object.keys(require.cache).filter((name) => name.startsWith(${JSON.stringify(resolve('dist'))})).length,
        packages: process.moduleLoadList,
        calendars,
      })));`,
    );
    const argv = ['--require', tell, resolve('bin/orgctl.js'), ...line.split(' ')];
    const { stderr } = await execa(process.execPath, argv, {
      env: { ORGCTL_HOME: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const { packages, ...rest } = JSON.parse(stderr);
    return { ...rest, packages: packages.map((name: string) => name.replace(/^NativeModule /, '')) };
  }

  test.each([
    ['--version', 1],
    ['__complete bash orgctl', 1],
    ['--help', 1],
    ['scim users list --help', 1],
    ['profile list', 4],
    ['explain email_taken', 9],
  ])('"%s" loads at most %i files and no slow Node module', async (line, most) => {
    const { files, packages } = await loadedBy(line);
    expect(files).toBeLessThanOrEqual(most);
    // Node loads the last two if stdin is a file stream.
    for (const slow of [
      'child_process',
      'crypto',
      'dgram',
      'http',
      'tty',
      'internal/fs/promises',
      'internal/fs/streams',
    ])
      expect(packages).not.toContain(slow);
  });

  it('loads at most 8 files to check a file of users', async () => {
    expect((await loadedBy('-q bulk check examples/people.csv')).files).toBeLessThanOrEqual(8);
  });

  test.each(['--version', '__complete bash orgctl'])('creates no stream for "%s"', async (line) => {
    const { packages } = await loadedBy(line);
    expect(packages).toContain('fs');
    expect(packages).not.toContain('stream');
  });

  test('creates no Intl.DateTimeFormat for commands on the sandbox', async () => {
    expect((await loadedBy('-p sandbox scim users list')).calendars).toBe(0);
    expect(
      (await loadedBy('-q -p sandbox scim users create --user-name a.b --email a@b.example')).calendars,
    ).toBe(0);
  });
});

const major = Number.parseInt(process.versions.node, 10);

describe('V8 flags of a bulk run', () => {
  /** The flags that are set by a run that creates this many users. */
  async function flagsOf(changes: number): Promise<readonly string[]> {
    const tell = join(folder, 'tell-flags.cjs');
    writeFileSync(
      tell,
      `const v8 = require('node:v8'), set = v8.setFlagsFromString, told = [];
      v8.setFlagsFromString = (flag) => { told.push(flag); set(flag); };
      process.on('exit', () => require('node:fs').writeSync(2, JSON.stringify(told)));`,
    );
    const { origin } = await listeningSandbox({ token: TOKEN });
    const people = join(folder, `people-${changes}.csv`);
    const rows = Array.from({ length: changes }, (_, at) => `u${at},u${at}@example.com\n`);
    writeFileSync(people, `userName,email\n${rows.join('')}`);
    const argv = ['--require', tell, resolve('bin/orgctl.js'), '-q', 'bulk', 'apply', people, '--yes'];
    const { stderr } = await execa(process.execPath, argv, {
      env: {
        ORGCTL_HOME: mkdtempSync(join(folder, 'home-')),
        ORGCTL_SCIM_URL: origin,
        ORGCTL_TOKEN: TOKEN,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return JSON.parse(stderr);
  }

  // The flags are measured with the V8 of Node 20, and set only there.
  it.each([
    [499, []],
    [500, major === 20 ? ['--interrupt-budget=20000'] : []],
  ])('of %i changes optimize functions early or not', async (changes, expected) => {
    const flags = await flagsOf(changes);
    expect(flags.filter((flag) => flag === '--interrupt-budget=20000')).toEqual(expected);
  });
});

describe('code cache of the build', () => {
  /** Each loaded file that has a code cache, and whether V8 rejected the cache. */
  async function refusals(line: string, { node = [] as string[], before = '', url = '' } = {}) {
    const tell = join(folder, 'tell-compiled.cjs');
    writeFileSync(
      tell,
      `const vm = require('node:vm'), { basename } = require('node:path'), told = [];
      vm.Script = class extends vm.Script {
        constructor(code, options) {
          super(code, options);
          if (options?.cachedData) told.push([basename(options.filename), this.cachedDataRejected]);
        }
      };
      process.on('exit', () => require('node:fs').writeSync(2, JSON.stringify(told)));
      ${before}`,
    );
    const words = [...node, '--require', tell, resolve('bin/orgctl.js'), '-q', ...line.split(' ')];
    const { stderr } = await execa(process.execPath, words, {
      env: { ORGCTL_HOME: mkdtempSync(join(folder, 'home-')), ORGCTL_SCIM_URL: url, ORGCTL_TOKEN: TOKEN },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return JSON.parse(stderr);
  }

  // Since Node 22 the built-in compile cache is used instead.
  const inEarlierNode = (...names: string[]) => (major >= 22 ? [] : names.map((name) => [name, false]));

  it('is used at startup', async () => {
    expect(await refusals('profile list')).toEqual(inEarlierNode('start.pack.cjs'));
  });

  it('is used by a bulk run from a CSV, which sets V8 flags', async () => {
    const { origin: url } = await listeningSandbox({ token: TOKEN });
    const people = join(folder, 'people.csv');
    writeFileSync(people, 'userName,email\nann.lee,ann.lee@example.com\n');
    const found = await refusals(`bulk apply ${people} --yes`, { url });
    expect(found.sort()).toEqual(inEarlierNode('apply.pack.cjs', 'send.pack.cjs', 'start.pack.cjs'));
  });

  it.each([
    [
      'a different Node version',
      { before: "Object.defineProperty(process, 'version', { value: 'v20.18.0' });" },
    ],
    [
      'a different CPU architecture',
      { before: "Object.defineProperty(process, 'arch', { value: 'other' });" },
    ],
    ['--enable-source-maps', { node: ['--enable-source-maps'] }],
  ])('is not used with %s', async (_, settings) => {
    expect(await refusals('profile list', settings)).toEqual([]);
  });
});
