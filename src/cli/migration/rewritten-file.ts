import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { Failure } from '../../failure/failure.ts';
import { isGzip, isZip } from '../../migration/dump-files.ts';
import { quoted } from '../command-words.ts';

/** Extensions of text files. Any other extension, such as export.v2, may be part of a folder name. */
const FILE_ENDINGS: ReadonlySet<string> = new Set([
  '.csv',
  '.json',
  '.jsonl',
  '.log',
  '.md',
  '.ndjson',
  '.sql',
  '.tsv',
  '.txt',
  '.xml',
  '.yaml',
  '.yml',
]);

/**
 * Returns the file that `--out` names, if a single file is rewritten and the name has a known extension or
 * that of the file. Otherwise the output is a folder.
 * @throws Failure `usage` for a compressed file: it is rewritten inside, into a folder
 */
export function rewrittenFile(files: readonly string[], out: string | undefined): string | undefined {
  const [file, ...others] = files;
  if (out === undefined || file === undefined || others.length > 0) return undefined;
  const ending = endingOf(out);
  if (!FILE_ENDINGS.has(ending) && (ending === '' || ending !== endingOf(file))) return undefined;
  if (/[/\\]$/.test(out) || isFolder(file) || isFolder(out)) return undefined;
  if (isGzip(file) || isZip(file))
    throw new Failure('usage', `${file} is compressed, so --out is a folder, and ${out} looks like a file`, {
      hint: `name a folder, for example --out ${quoted(out.slice(0, -ending.length))}`,
    });
  return out;
}

function endingOf(path: string): string {
  return extname(path).toLowerCase();
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
