import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND_TREE, type CommandGroup, type Node } from '../../src/cli/command-tree.ts';
import { RULE_IDS } from '../../src/manifest/rules/rule-book.ts';
import { OUTPUT_FORMATS } from '../../src/output/view.ts';
import { USER_ATTRIBUTE_NAMES, USER_ATTRIBUTES } from '../../src/spec/user-attributes.ts';
import { WEB_API_METHODS } from '../../src/spec/webapi-methods.ts';
import { WEB_COMMANDS } from '../support/web-calls.ts';
import { readingAndWriting } from '../support/writing-commands.ts';
import { OPERATIONS, WEB_OPERATIONS } from '../torture/faults/operations.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const GUIDE = read('CONTRIBUTING.md');

/** The files named in the numbered steps of a recipe. */
function recipe(title: string): readonly string[] {
  const [, text = ''] = new RegExp(`^### ${title}\\n(.*?)(?=^##)`, 'ms').exec(GUIDE) ?? [];
  const steps = [...text.matchAll(/^\d+\. (.+(?:\n {3}.+)*)$/gm)].map(([, step = '']) => step);
  expect(steps.at(-1)).toBe('`npm run format`, then `npm run docs`.');
  return steps.flatMap((step) => [...step.matchAll(/`((?:src|test)\/[^`]+)`/g)].map(([, file = '']) => file));
}

const sourcesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name).replaceAll('\\', '/'));
const SOURCES = sourcesBelow('src').map((file) => ({ file, text: read(file) }));
const mentioning = (word: string) =>
  SOURCES.filter(({ text }) => text.includes(word)).map(({ file }) => file);

/** Names of files that a file imports from its folder, directly and indirectly. */
function calledBy(file: string): ReadonlySet<string> {
  const called = new Set([file.split('/').at(-1) ?? '']);
  // The loop also visits names that are added during it.
  for (const name of called)
    for (const [, imported = ''] of read(join(dirname(file), name)).matchAll(/from '\.\/([\w-]+\.ts)'/g))
      called.add(imported);
  return called;
}

/**
 * Commands with the calls of others: "api" has a row for each method, and clearing a status sets an empty
 * one, which changes nothing in the demo organization.
 */
const SAME_CALLS = ['api', 'assistant status clear'];

/** Commands whose columns are not completed: their rows have several kinds or come from a service. */
const WITHOUT_COLUMNS = ['api', 'manifest/explain'].map((name) => `src/cli/commands/${name}.ts`);

/** The words of each command below a group. */
function commandsOf(
  { commands }: CommandGroup,
  path: readonly string[] = [],
): readonly (readonly string[])[] {
  return Object.entries(commands).flatMap(([name, node]) => {
    const words = [...path, name];
    return 'commands' in node ? commandsOf(node, words) : [words];
  });
}

/** Files that handle every user attribute: protocol, rules, sandbox, flags, plans. */
const CARRIERS = /^src\/(scim|rules|webapi|spec|cli\/options|bulk\/(plan|run|undo))\/|^src\/sandbox\/scim-/;

/** Whether a file is listed in a recipe, or is in a listed folder. */
const isIn = (files: readonly string[], file: string) =>
  files.some((one) => one === file || (one.endsWith('/') && file.startsWith(one)));

/** Entries of the changelog. */
const ENTRIES = read('CHANGELOG.md').split(/^- /m).slice(1);

/** Whether one changelog entry contains all of these words. */
const isInChangelog = (words: readonly string[]) =>
  ENTRIES.some((entry) => words.every((word) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(entry)));

describe('recipes of CONTRIBUTING.md', () => {
  it('add an attribute: a simple attribute is named only in its listed files', () => {
    const files = recipe('Add an attribute of users');
    expect(files).toEqual([
      'src/spec/user-attributes.ts',
      'test/spec/user-attributes.test.ts',
      'test/sandbox/user-bodies.test.ts',
      'test/sandbox/discovery.test.ts',
      'test/scim/user-bodies.test.ts',
    ]);
    const plain = USER_ATTRIBUTE_NAMES.filter(
      (name) =>
        USER_ATTRIBUTES[name].part === 'enterprise' &&
        USER_ATTRIBUTES[name].kind === 'text' &&
        // These two are also used as a word for the organization and as a join key.
        name !== 'organization' &&
        name !== 'employeeNumber',
    );
    expect(plain).toContain('costCenter');
    for (const name of plain) {
      // Code that handles every attribute names none of them; views, the demo and headers of other systems
      // may.
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

  it('add a command: each command has a file at its path and a line in the command tree', () => {
    const files = recipe('Add a command');
    expect(files).toEqual([
      'src/cli/commands/',
      'src/cli/commands/scim/users/list.ts',
      'src/cli/command-tree.ts',
      'src/cli/explain-elsewhere.ts',
      'test/cli/',
      'test/cli/every-write.slow.test.ts',
      'test/torture/faults/operations.ts',
      'test/cli/ends/lost-responses.slow.test.ts',
      'test/support/writing-commands.ts',
    ]);
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

  it('add a command: each command declares what its token needs and which columns it lists', () => {
    const commands = SOURCES.filter(({ file }) => file.startsWith('src/cli/commands/'));
    const lacking = (what: string, found: RegExp) =>
      commands.filter(({ text }) => found.test(text) && !text.includes(`${what}:`)).map(({ file }) => file);
    expect(lacking('needs', /\bconnection\(\)/)).toEqual([]);
    const unlisted = lacking('lists', /\bprint(All|Matching|Resources)|\bprinter(\(\)\))?\.(list|pages)\(/);
    expect(unlisted.filter((file) => !WITHOUT_COLUMNS.includes(file))).toEqual([]);
    expect(WITHOUT_COLUMNS.filter((file) => !unlisted.includes(file))).toEqual([]);
  });

  it('add an attribute: the changelog names each attribute', () => {
    expect(USER_ATTRIBUTE_NAMES.filter((name) => !isInChangelog([name]))).toEqual([]);
  });

  it('add a command: the changelog names each command', () => {
    const missing = commandsOf(COMMAND_TREE).filter((words) => !isInChangelog(words));
    expect(missing.map((words) => words.join(' '))).toEqual([]);
  });

  it('add a command: a test runs each command', () => {
    const texts = readdirSync('test', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !/^(?:e2e|torture)/.test(name))
      .map((name) => read(join('test', name)));
    const untried = commandsOf(COMMAND_TREE).filter((words) => {
      const [last = '', group = ''] = words.toReversed();
      // After its group, or at the start of a string that is appended to the group.
      const typed = new RegExp(`(?:\\b${group === '' ? 'sandbox' : group} |['"\`])${last}(?![\\w-])`);
      return !texts.some((text) => text.includes(group) && typed.test(text));
    });
    expect(untried.map((words) => words.join(' '))).toEqual([]);
  });

  it('add a Web API method: each method is in its listed files and in the changelog', () => {
    const files = recipe('Add a Web API method');
    expect(Object.keys(WEB_API_METHODS).filter((name) => !isInChangelog([name]))).toEqual([]);
    expect(files).toEqual([
      'src/spec/webapi-methods.ts',
      'test/sandbox/web-properties.test.ts',
      'src/spec/webapi-error-codes.ts',
      'src/sandbox/web-service.ts',
      'src/sandbox/admin-methods.ts',
      'src/sandbox/web-call.ts',
      'src/spec/limits.ts',
      'test/spec/limits.test.ts',
      'src/sandbox/record-kinds.ts',
      'src/sandbox/record-shapes.ts',
      'test/sandbox/state-shapes.test.ts',
      'src/sandbox/demo-workspaces.ts',
      'src/cli/views/sandbox-records-view.ts',
      'src/sandbox/demo-tokens.ts',
      'test/spec/webapi-methods.test.ts',
      'test/spec/webapi-error-codes.test.ts',
      'test/sandbox/web-methods.test.ts',
      'test/sandbox/web-error-codes.test.ts',
      'test/support/web-calls.ts',
      'test/webapi/repeated-calls.test.ts',
      'src/probe/web-questions.ts',
    ]);
    const [, tiers = ''] = read('docs/spec/observed.md').split('## §11 ');
    expect(Object.keys(WEB_API_METHODS).filter((name) => !tiers.includes(`| ${name} |`))).toEqual([
      'auth.test',
    ]);
    for (const name of Object.keys(WEB_API_METHODS)) {
      const found = mentioning(`'${name}'`);
      expect(found).toEqual(
        expect.arrayContaining(['src/spec/webapi-methods.ts', 'src/sandbox/web-service.ts']),
      );
      const others = found.filter((file) => !isIn(files, file) && !/^src\/(cli|webapi)\//.test(file));
      expect({ name, others }).toEqual({ name, others: [] });
    }
  });

  it('add a Web API method: each list of calls has a call of each method', () => {
    const named = Object.keys(WEB_API_METHODS).filter((method) => method !== 'auth.test');
    expect(
      named.filter((method) => !WEB_OPERATIONS.some(({ name }) => name === method)),
      'add a row to WEB_OPERATIONS in test/torture/faults/operations.ts',
    ).toEqual([]);
    const commands = commandsOf(COMMAND_TREE).map((words) => words.join(' '));
    const called = OPERATIONS.map(({ api, name, line }) => {
      const command = commands.find((words) => `${line} `.startsWith(`${words} `)) ?? '';
      return { api, words: command === 'api' ? `api ${name}` : command };
    });
    const typed = called.filter(({ api, words }) => api === 'web' && !words.startsWith('api '));
    expect(
      typed
        .map(({ words }) => words)
        .filter((words) => !WEB_COMMANDS.some((line) => `${line} `.startsWith(`${words} `))),
      'add a line to WEB_COMMANDS in test/support/web-calls.ts',
    ).toEqual([]);
  });

  it('add a command: each write meets every fault and loses its response', () => {
    const writing = readingAndWriting().writing.filter((words) => !SAME_CALLS.includes(words));
    expect(writing).toContain('scim groups members clear');
    expect(
      writing.filter(
        (words) => !OPERATIONS.some(({ aim, line }) => aim === 'write' && line.startsWith(`${words} `)),
      ),
      'add a row to SCIM or WEB_OPERATIONS in test/torture/faults/operations.ts',
    ).toEqual([]);
    const lost = read('test/cli/ends/lost-responses.slow.test.ts');
    expect(
      writing.filter((words) => !new RegExp(`^  ['"\`]${words} `, 'm').test(lost)),
      'add a line to WRITES in test/cli/ends/lost-responses.slow.test.ts',
    ).toEqual([]);
  });

  it('add a manifest rule: a check reports each rule, only in its listed files', () => {
    const files = recipe('Add a manifest rule');
    expect(files).toEqual([
      'src/manifest/rules/',
      'src/manifest/check-manifest.ts',
      'src/manifest/check-transports.ts',
      'src/spec/manifest-patterns.ts',
      'src/manifest/check-text.ts',
      'src/spec/manifest-fields.ts',
      'test/manifest/hostile-input.slow.test.ts',
    ]);
    const checks = readdirSync(join('src', 'manifest')).filter((name) => name.startsWith('check-'));
    expect(checks.filter((name) => !calledBy('src/manifest/check-manifest.ts').has(name))).toEqual([]);
    for (const id of RULE_IDS) {
      const found = mentioning(`'${id}'`);
      const reported = found.filter((file) => !file.startsWith('src/manifest/rules/'));
      expect({ id, isReported: reported.length > 0 }).toEqual({ id, isReported: true });
      // A rule ID of one word may also be a name of something else.
      const others = id.includes('-')
        ? reported.filter((file) => !/^src\/(manifest\/|spec\/manifest-)/.test(file))
        : [];
      expect({ id, others }).toEqual({ id, others: [] });
    }
  });

  it('add an output format: each format is in its listed files and in the changelog', () => {
    const files = recipe('Add an output format');
    expect(OUTPUT_FORMATS.filter((format) => !isInChangelog([format]))).toEqual([]);
    for (const format of OUTPUT_FORMATS) {
      // Two cases for a list and a single object; one for a query with a single value.
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
      'src/output/render-json.ts',
      'src/csv/',
      'src/output/markup.ts',
      'test/output/render-list.test.ts',
      'test/output/render-one.test.ts',
      'test/output/query.test.ts',
      'src/output/render-json.ts',
      'test/output/view.test.ts',
      'test/cli/errors.test.ts',
      'test/cli/migrate-mistakes.test.ts',
    ]);
    // A hard-coded list of formats would lack a new format.
    const lists = SOURCES.filter(({ text }) => /\bcsv'?, '?tsv\b/.test(text)).map(({ file }) => file);
    expect(lists.filter((file) => !files.includes(file))).toEqual([]);
  });
});
