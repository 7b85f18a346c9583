import { digestOfBytes } from '../../bulk/input/hash-bytes.ts';
import type { InputReading } from '../../bulk/input/reading.ts';
import type { InputFile } from '../../bulk/plan/plan-file.ts';
import { isPlainFile, readFileBytes } from '../../terminal/read-input.ts';

/**
 * Returns the files that a plan is made from with their digests, so that no output replaces them later. Stdin
 * and pipes are left out: they cannot be lost.
 */
export async function inputFiles(names: readonly (string | undefined)[]): Promise<readonly InputFile[]> {
  const files: InputFile[] = [];
  for (const file of new Set(names))
    if (file !== undefined && file !== '-' && isPlainFile(file))
      files.push({ file, digest: await digestOfBytes(readFileBytes(file)) });
  return files;
}

/** Returns the member of a plan's source for these files. */
export function inputsMember(files: readonly InputFile[]): { readonly inputs?: readonly InputFile[] } {
  return files.length === 0 ? {} : { inputs: files };
}

/** Returns the maps with which a file was read, and the lookups of the map. */
export async function mapFiles(reading: InputReading = {}): Promise<readonly string[]> {
  const { map, idMap } = reading;
  const ids = idMap === undefined ? [] : [idMap.file];
  if (map === undefined) return ids;
  const { lookupFiles } = await import('../../bulk/input/lookup-files.ts');
  return [map.file, ...(await lookupFiles(map.file)), ...ids];
}
