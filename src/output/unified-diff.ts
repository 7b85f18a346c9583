import { createTwoFilesPatch } from 'diff';

/** Returns the changes between two texts of a file in the format of `patch`; empty if they are equal. */
export function unifiedDiff(file: string, before: string, after: string): string {
  if (before === after) return '';
  const name = file.replace(/^\/+/, '');
  return createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, undefined, undefined, {
    context: 3,
  }).replace(/^=+\n/, '');
}
