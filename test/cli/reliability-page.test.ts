import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CELLS } from '../torture/faults/cells.ts';
import { FAULT_KINDS, LIST_KINDS } from '../torture/faults/kinds.ts';
import { OPERATIONS } from '../torture/faults/operations.ts';

const PAGE = readFileSync('docs/reliability.md', 'utf8');

/** Every row of the tables: a promise, a command and its extent. */
const ROWS = [...PAGE.matchAll(/^\| (.+?) \| `(.+?)` \| (.*?) ?\|$/gm)].map(
  ([, promise = '', command = '', extent = '']) => ({ promise, command, extent }),
);

const SCRIPTS: Readonly<Record<string, string>> = JSON.parse(readFileSync('package.json', 'utf8')).scripts;

/** The words of a command of the page; an npm script is replaced by its command line. */
function wordsOf(command: string): readonly string[] {
  const [, script, words = ''] = /^npm run (\S+)(?: -- (.*))?$/.exec(command) ?? [];
  if (script === undefined) return command.split(' ');
  const line = SCRIPTS[script];
  if (line === undefined) throw new Error(`there is no script ${script}`);
  return `${line} ${words}`.trim().split(' ');
}

function filesUnder(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(path, name));
}

/** The project of vitest.config.mts that contains a test file. */
function projectOf(file: string): string {
  if (file.endsWith('.slow.test.ts')) return 'slow';
  return file.startsWith('test/e2e/') ? 'process' : 'unit';
}

describe('docs/reliability.md', () => {
  it('has a command in each table row', () => {
    const tableRows = PAGE.split('\n').filter((line) => /^\| (?!promise|---)/.test(line));
    expect(ROWS).toHaveLength(tableRows.length);
    expect(ROWS.length).toBeGreaterThan(20);
  });

  it.each(ROWS)('names an existing command: $command', ({ command }) => {
    const words = wordsOf(command);
    const paths = words.filter((word) => /^(?:test|bench)\//.test(word));
    expect(paths.length).toBeGreaterThan(0);
    const files = paths.flatMap(filesUnder);
    expect(files.length).toBeGreaterThanOrEqual(paths.length);
    const projects = words.filter((_, index) => words[index - 1] === '--project');
    if (projects.length > 0) expect([...new Set(files.map(projectOf))].sort()).toEqual(projects.sort());
    const filter = words.includes('-t') ? words[words.indexOf('-t') + 1] : undefined;
    if (filter === undefined) return;
    const titles = files.flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/(?:it|describe)[^'`]*['`](.*)/g),
    ]);
    expect(titles.some(([, title = '']) => title.includes(filter))).toBe(true);
  });

  it('states the size of the fault matrix', () => {
    const operations = new Set(OPERATIONS.map(({ name }) => name)).size;
    expect(PAGE).toContain(
      `${CELLS.length.toLocaleString('en-US')} cells: ${operations} operations, those of SCIM on both versions, × ${FAULT_KINDS.length} faults of a request and ${LIST_KINDS.length} of a list`,
    );
  });

  it('is linked from the README and links to existing pages', () => {
    expect(readFileSync('README.md', 'utf8')).toContain('(docs/reliability.md)');
    for (const [, target = ''] of PAGE.matchAll(/\]\((?!https?:)([^)#]+)/g))
      expect(() => statSync(join('docs', target))).not.toThrow();
  });
});
