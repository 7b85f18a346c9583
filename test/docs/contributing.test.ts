import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND_TREE, type Node } from '../../src/cli/command-tree.ts';
import { RULE_IDS } from '../../src/manifest/rules/rule-book.ts';
import { OUTPUT_FORMATS } from '../../src/output/view.ts';
import { USER_ATTRIBUTE_NAMES, USER_ATTRIBUTES } from '../../src/spec/user-attributes.ts';
import { WEB_API_METHODS } from '../../src/spec/webapi-methods.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const GUIDE = read('CONTRIBUTING.md');
const DESIGN = readdirSync(join('docs', 'design')).map((name) => join('docs', 'design', name));

/** Files of this repository that a page names in backticks or in a command. */
function namedFiles(page: string): readonly string[] {
  const words = read(page).matchAll(
    /(?<![\w./-])((?:src|test|docs|bin|bench|completions|examples)\/[\w./-]*[\w/])(?![\w*])/g,
  );
  return [...words].map(([, file = '']) => file);
}

/** The files of the numbered steps of a recipe. */
function recipe(title: string): readonly string[] {
  const [, text = ''] = new RegExp(`^### ${title}\\n(.*?)(?=^##)`, 'ms').exec(GUIDE) ?? [];
  const steps = [...text.matchAll(/^\d+\. (.+(?:\n {3}.+)*)$/gm)].map(([, step = '']) => step);
  expect(steps.at(-1)).toBe('`npm run docs`.');
  return steps.flatMap((step) => [...step.matchAll(/`((?:src|test)\/[^`]+)`/g)].map(([, file = '']) => file));
}

const sourcesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name).replaceAll('\\', '/'));
const SOURCES = sourcesBelow('src').map((file) => ({ file, text: read(file) }));
const mentioning = (word: string) =>
  SOURCES.filter(({ text }) => text.includes(word)).map(({ file }) => file);

/** Names of the files of its folder that a file imports, and that those import. */
function calledBy(file: string): ReadonlySet<string> {
  const called = new Set([file.split('/').at(-1) ?? '']);
  // What is added while they are visited is visited, too.
  for (const name of called)
    for (const [, imported = ''] of read(join(dirname(file), name)).matchAll(/from '\.\/([\w-]+\.ts)'/g))
      called.add(imported);
  return called;
}

/** Files through which each attribute of a user passes: wire, rules, sandbox, flags, plans. */
const CARRIERS = /^src\/(scim|rules|webapi|spec|cli\/options|bulk\/(plan|run|undo))\/|^src\/sandbox\/scim-/;

/** Whether a file is one of a recipe, or in one of its folders. */
const isIn = (files: readonly string[], file: string) =>
  files.some((one) => one === file || (one.endsWith('/') && file.startsWith(one)));

describe('the pages for contributors', () => {
  it.each(['CONTRIBUTING.md', 'SECURITY.md', join('docs', 'architecture.md'), ...DESIGN])(
    '%s names files that exist',
    (page) => {
      expect(namedFiles(page).filter((file) => !existsSync(file))).toEqual([]);
    },
  );

  it.each(['CONTRIBUTING.md', join('.github', 'workflows', 'test.yml'), ...DESIGN])(
    '%s names scripts of package.json',
    (page) => {
      const { scripts } = JSON.parse(read('package.json'));
      const named = [...read(page).matchAll(/npm run (?:--\w+ )?([\w:]+)/g)].map(([, name = '']) => name);
      expect(named.filter((name) => !(name in scripts))).toEqual([]);
    },
  );

  it('the table of packages has every folder of src/', () => {
    const packages = [...read(join('docs', 'architecture.md')).matchAll(/^\| `src\/(\w+)\/`/gm)];
    expect(packages.map(([, name]) => name).sort()).toEqual(readdirSync('src').sort());
  });

  it('the workflow runs on the oldest version that package.json allows', () => {
    const { engines } = JSON.parse(read('package.json'));
    const [, oldest = ''] = /(\d+)/.exec(engines.node) ?? [];
    for (const [, versions = ''] of read(join('.github', 'workflows', 'test.yml')).matchAll(
      /node: \[(.*)\]/g,
    ))
      expect(versions.split(', ')[0]).toBe(oldest);
    expect(read('.nvmrc').trim()).toBe(oldest);
  });
});

describe('the recipes', () => {
  it('add an attribute: a plain one is in the table alone, but for the order in which texts are shown', () => {
    const files = recipe('Add an attribute of users');
    expect(files.filter((file) => file.startsWith('src/'))).toEqual(['src/spec/user-attributes.ts']);
    const plain = USER_ATTRIBUTE_NAMES.filter(
      (name) =>
        USER_ATTRIBUTES[name].part === 'enterprise' &&
        USER_ATTRIBUTES[name].kind === 'text' &&
        // The program administers an organization, and finds users by their employee number.
        name !== 'organization' &&
        name !== 'employeeNumber',
    );
    expect(plain).toContain('costCenter');
    for (const name of plain) {
      // What carries every attribute names none of them; a view, a demo or a heading of another system may.
      const others = mentioning(`'${name}'`).filter((file) => !isIn(files, file));
      expect({
        name,
        others: others.filter((file) => CARRIERS.test(file)),
      }).toEqual({
        name,
        others: [],
      });
    }
  });

  it('add a command: a file at the path of its words, and one line of the tree', () => {
    const files = recipe('Add a command');
    expect(files).toEqual(
      expect.arrayContaining(['src/cli/commands/', 'src/cli/command-tree.ts', 'test/cli/']),
    );
    const imported = [...read('src/cli/command-tree.ts').matchAll(/import\('\.\/commands\/(.+)\.ts'\)/g)];
    const paths = [...new Set(imported.map(([, path = '']) => path))];
    for (const path of paths) {
      let node: Node | undefined = COMMAND_TREE;
      for (const word of path.split('/'))
        node = node !== undefined && 'commands' in node ? node.commands[word] : undefined;
      expect({ path, isCommand: node !== undefined && 'load' in node }).toEqual({ path, isCommand: true });
    }
    const commands = sourcesBelow(join('src', 'cli', 'commands'));
    const registered = commands.filter((file) => read(file).includes('export const register'));
    expect(registered.map((file) => file.slice('src/cli/commands/'.length, -'.ts'.length)).sort()).toEqual(
      paths.sort(),
    );
  });

  it('add a Web API method: its row and its handler, and files of a command of its own', () => {
    const files = recipe('Add a Web API method');
    for (const name of Object.keys(WEB_API_METHODS)) {
      const found = mentioning(`'${name}'`);
      expect(found).toEqual(
        expect.arrayContaining(['src/spec/webapi-methods.ts', 'src/sandbox/web-service.ts']),
      );
      const others = found.filter((file) => !isIn(files, file) && !/^src\/(cli|webapi)\//.test(file));
      expect({ name, others }).toEqual({ name, others: [] });
    }
  });

  it('add a manifest rule: its entry, and a check that reports it', () => {
    const files = recipe('Add a manifest rule');
    expect(files).toEqual([
      'src/manifest/rules/',
      'src/manifest/check-manifest.ts',
      'src/manifest/check-transports.ts',
      'src/spec/manifest-fields.ts',
    ]);
    const checks = readdirSync(join('src', 'manifest')).filter((name) => name.startsWith('check-'));
    expect(checks.filter((name) => !calledBy('src/manifest/check-manifest.ts').has(name))).toEqual([]);
    for (const id of RULE_IDS) {
      const found = mentioning(`'${id}'`);
      const reported = found.filter((file) => !file.startsWith('src/manifest/rules/'));
      expect({ id, isReported: reported.length > 0 }).toEqual({ id, isReported: true });
      // A rule of one word has the name of something else as well.
      const others = id.includes('-')
        ? reported.filter((file) => !/^src\/(manifest\/|spec\/manifest-)/.test(file))
        : [];
      expect({ id, others }).toEqual({ id, others: [] });
    }
  });

  it('add an output format: its name, and what prints it', () => {
    const files = recipe('Add an output format');
    for (const format of OUTPUT_FORMATS) {
      // A list and one thing; a query whose result is one value.
      for (const [file, printed] of [
        ['src/output/render.ts', 2],
        ['src/output/query-texts.ts', 1],
      ] as const) {
        const cases = read(file).match(new RegExp(`case '${format}'`, 'g'));
        expect({ format, file, cases: cases?.length }).toEqual({ format, file, cases: printed });
      }
    }
    expect(files).toEqual([
      'src/output/view.ts',
      'src/output/render.ts',
      'src/output/query-texts.ts',
      'test/output/render-list.test.ts',
      'test/output/render-one.test.ts',
      'test/output/query.test.ts',
    ]);
    // A list of formats that is written by hand would lack the new one.
    const lists = SOURCES.filter(({ text }) => /\bcsv'?, '?tsv\b/.test(text)).map(({ file }) => file);
    expect(lists.filter((file) => !files.includes(file))).toEqual([]);
  });
});

describe('the design notes on pacing', () => {
  it('derive every number of the code', () => {
    const notes = read(join('docs', 'design', 'pacing.md'));
    const numbers = [
      'rate-limiter',
      'adaptive-bucket',
      'closed-quota',
      'departures',
      'rate-probe',
      'token-bucket',
      'throttle-samples',
    ].flatMap((name) =>
      [...read(`src/http/${name}.ts`).matchAll(/^(?:export )?const ([A-Z_]+) =/gm)].map(
        ([, number = '']) => number,
      ),
    );
    expect(numbers.length).toBeGreaterThan(15);
    expect(numbers.filter((number) => !notes.includes(`\`${number}\``))).toEqual([]);
  });
});
