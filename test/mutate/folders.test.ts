import { existsSync, readdirSync } from 'node:fs';
import picomatch from 'picomatch';
import { expect, it } from 'vitest';
import { FOLDERS, patternOf } from './folders.mjs';

const FILES = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((path) => `test/${path}`);

it.each(Object.entries(FOLDERS))('%s has only paths that select tests', (_, { source, near, far }) => {
  expect(existsSync(source)).toBe(true);
  const selectsNone = (path: string) => {
    const isSelected = picomatch(patternOf(path));
    return !FILES.some((file) => isSelected(file));
  };
  expect([...near, ...far].filter(selectsNone)).toEqual([]);
});
