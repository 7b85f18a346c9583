import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');
const DESIGN = readdirSync(join('docs', 'design')).map((name) => join('docs', 'design', name));

/** Files of this repository that a page names in backticks or in a command. */
function namedFiles(page: string): readonly string[] {
  const words = read(page).matchAll(
    /(?<![\w./-])((?:src|test|docs|bin|bench|completions|examples)\/[\w./-]*[\w/])(?![\w*])/g,
  );
  return [...words].map(([, file = '']) => file);
}

describe('pages for contributors', () => {
  it.each(['CONTRIBUTING.md', 'SECURITY.md', join('docs', 'architecture.md'), ...DESIGN])(
    '%s names existing files',
    (page) => {
      expect(namedFiles(page).filter((file) => !existsSync(file))).toEqual([]);
    },
  );

  it.each(['CONTRIBUTING.md', join('.github', 'workflows', 'test.yml'), ...DESIGN])(
    '%s names existing scripts of package.json',
    (page) => {
      const { scripts } = JSON.parse(read('package.json'));
      const named = [...read(page).matchAll(/npm run (?:--\w+ )?([\w:]+)/g)].map(([, name = '']) => name);
      expect(named.filter((name) => !(name in scripts))).toEqual([]);
    },
  );

  it('list every folder of src/ in the table of packages', () => {
    const packages = [...read(join('docs', 'architecture.md')).matchAll(/^\| `src\/(\w+)\/`/gm)];
    expect(packages.map(([, name]) => name).sort()).toEqual(readdirSync('src').sort());
  });

  it('list exactly the folders within packages', () => {
    const text = read(join('docs', 'architecture.md'));
    const [, list = ''] = /^Packages with folders of their own:\n(.*?)(?=^## )/ms.exec(text) ?? [];
    const listed = [...list.matchAll(/^- `src\/(\w+)\/`: (.*(?:\n {2}.*)*)/gm)].map(
      ([, name = '', folders = '']) =>
        [name, [...folders.matchAll(/`(\w+)\/`/g)].map(([, folder]) => folder).sort()] as const,
    );
    const foldersIn = (path: string) =>
      readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? [entry.name] : [],
      );
    const there = foldersIn('src').map((name) => [name, foldersIn(join('src', name)).sort()] as const);
    expect(new Map(listed)).toEqual(new Map(there.filter(([, folders]) => folders.length > 0)));
  });

  it('import rules name existing files and folders', () => {
    const text = read('.dependency-cruiser.cjs');
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((name) => `src/${name}`);
    const patterns = [...text.matchAll(/'(\^src\/[^']*)'/g)].flatMap(([, escaped = '']) => {
      const pattern = escaped.replaceAll('\\\\', '\\');
      const [group, names = ''] = /\(([^)]*)\)/.exec(pattern) ?? [];
      return group === undefined ? [pattern] : names.split('|').map((name) => pattern.replace(group, name));
    });
    expect(patterns.length).toBeGreaterThan(20);
    expect(patterns.filter((pattern) => !files.some((file) => new RegExp(pattern).test(file)))).toEqual([]);
    const [rows = ''] = /const ROWS = \[.*?\n\];/s.exec(text) ?? [];
    expect([...rows.matchAll(/'(\w+)'/g)].map(([, name]) => name).sort()).toEqual(readdirSync('src').sort());
  });

  it('cover every folder of src/ in the table "Where things are"', () => {
    const [, table = ''] = /^## Where things are\n(.*?)(?=^## )/ms.exec(read('CONTRIBUTING.md')) ?? [];
    const led = new Set([...table.matchAll(/`src\/(\w+)\//g)].map(([, name]) => name));
    expect(readdirSync('src').filter((name) => !led.has(name))).toEqual([]);
  });

  it('list the projects of vitest.config.mts', () => {
    const rows = [...read('CONTRIBUTING.md').matchAll(/^\| `(\w+)` \| .* \|$/gm)].map(([, name]) => name);
    const projects = [...read('vitest.config.mts').matchAll(/name: '(\w+)'/g)].map(([, name]) => name);
    expect(rows).toEqual(projects);
  });

  it('CI and .nvmrc use the oldest Node version that package.json allows', () => {
    const { engines } = JSON.parse(read('package.json'));
    const [, oldest = ''] = /(\d+)/.exec(engines.node) ?? [];
    for (const [, versions = ''] of read(join('.github', 'workflows', 'test.yml')).matchAll(
      /node: \[(.*)\]/g,
    ))
      expect(versions.split(', ')[0]).toBe(oldest);
    expect(read('.nvmrc').trim()).toBe(oldest);
  });
});

describe('design notes on pacing', () => {
  it('explain every constant of the code', () => {
    const notes = read(join('docs', 'design', 'pacing.md'));
    const folder = join('src', 'http', 'pacing');
    const numbers = readdirSync(folder).flatMap((name) =>
      [...read(join(folder, name)).matchAll(/^(?:export )?const ([A-Z_]+) =/gm)].map(
        ([, number = '']) => number,
      ),
    );
    expect(numbers.length).toBeGreaterThan(15);
    expect(numbers.filter((number) => !notes.includes(`\`${number}\``))).toEqual([]);
  });
});
