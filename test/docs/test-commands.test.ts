import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The projects that may be named, and which files each runs. */
const RUNS: Readonly<Record<string, (path: string) => boolean>> = {
  unit: (path) => !/\.slow\.test\.ts$|^test\/(?:e2e|torture|release)\//.test(path),
  process: (path) => /^test\/e2e\//.test(path) && !/\.slow\.test\.ts$/.test(path),
  slow: (path) => /\.slow\.test\.ts$/.test(path),
  torture: (path) => /^test\/torture\//.test(path),
  release: (path) => /^test\/release\//.test(path),
};

const commandsIn = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/npx vitest (?:run )?(--project [^\n`#]*)/g)].map(
    ([, words = '']) => words,
  );

it.each(['CONTRIBUTING.md', 'docs/reliability.md'])('%s runs tests that exist, in their project', (page) => {
  const commands = commandsIn(page);
  expect(commands.length).toBeGreaterThan(5);
  const wrong = commands.flatMap((words) => {
    const projects = [...words.matchAll(/--project (\S+)/g)].map(([, name = '']) => name);
    const paths = [...words.matchAll(/(?<=\s)test\/\S+/g)].map(([path]) => path);
    const isRun = (path: string) => projects.some((name) => RUNS[name]?.(path) === true);
    return paths.filter((path) => !existsSync(path) || (statSync(path).isFile() && !isRun(path)));
  });
  expect(wrong).toEqual([]);
});
