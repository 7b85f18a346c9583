import type { Issue } from '../../failure/issue.ts';

/** Returns the finding about an empty file; undefined if the file has rows. */
export function emptyFile(hasHeadings: boolean, rows: number, file: string): Issue | undefined {
  if (!hasHeadings)
    return { code: 'empty_file', path: '', message: 'the file has no header row', at: { file, line: 1 } };
  if (rows > 0) return undefined;
  return { code: 'empty_file', path: '', message: 'the file has no rows', at: { file, line: 2 } };
}
