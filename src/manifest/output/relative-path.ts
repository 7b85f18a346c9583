import { relative, sep } from 'node:path';

/** Returns the path of a file from a folder, with slashes; `stdin` for a manifest from stdin. */
export function relativePath(file: string, folder: string): string {
  return file === '(stdin)' ? 'stdin' : (relative(folder, file) || file).split(sep).join('/');
}
