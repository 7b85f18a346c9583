import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { Failure } from '../../failure/failure.ts';
import { isGzip, isZip } from '../../migration/dump-files.ts';

/**
 * Returns the file that `--out` names: one file is rewritten, and the name of what is written ends as names of files do. Everything else is
 * written to a folder.
 * @throws Failure `usage` for a file that is compressed: it is rewritten inside, into a folder
 */
export function rewrittenFile(files: readonly string[], out: string | undefined): string | undefined {
  const [file, ...others] = files;
  if (out === undefined || file === undefined || others.length > 0) return undefined;
  if (!/^\.[a-z]\w{0,7}$/i.test(extname(out)) || /[/\\]$/.test(out)) return undefined;
  if (isFolder(file) || isFolder(out)) return undefined;
  if (isGzip(file) || isZip(file))
    throw new Failure('usage', `${file} is compressed, so --out is a folder, and ${out} looks like a file`, {
      hint: `name a folder, for example --out ${out.slice(0, -extname(out).length)}`,
    });
  return out;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
