import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const WIDTH = Number(/\[\*\][^[]*max_line_length = (\d+)/.exec(readFileSync('.editorconfig', 'utf8'))?.[1]);
const SOURCES = ['src/*.ts', 'test/*.ts', 'docs/*.ts', 'bench/*.mjs', '*.mjs', '*.mts'];
/** A new file is checked before it is added to the repository. */
const ALSO_UNTRACKED = ['--cached', '--others', '--exclude-standard'];
const COMMENT = /^\s*(?:\/\/|\/\*|\*)/;

it('comments are at most as wide as max_line_length in .editorconfig', () => {
  expect(WIDTH).toBe(110);
  const files = execFileSync('git', ['ls-files', ...ALSO_UNTRACKED, ...SOURCES], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');
  expect(files.length).toBeGreaterThan(2000);
  const wide = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => {
        const isDirective = line.includes('cspell:') || line.includes('biome-ignore');
        return COMMENT.test(line) && !isDirective && line.length > WIDTH ? [`${file}:${at + 1}`] : [];
      }),
  );
  expect(wide).toEqual([]);
});
