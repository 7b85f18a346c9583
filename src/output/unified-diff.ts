import { createTwoFilesPatch } from 'diff';

/** Returns what changes between two texts of a file, as `patch` takes it; empty where nothing does. */
export function unifiedDiff(file: string, before: string, after: string): string {
  if (before === after) return '';
  const name = file.replace(/^\/+/, '');
  return createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, undefined, undefined, {
    context: 3,
  }).replace(/^=+\n/, '');
}
