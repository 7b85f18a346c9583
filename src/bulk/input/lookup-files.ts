import { dirname, join } from 'node:path';
import { Failure } from '../../failure/failure.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import { parseYaml } from '../../terminal/read-document.ts';
import { isPlainFile, readFileBytes, textOf } from '../../terminal/read-input.ts';

/** Maximum size of a map of columns, in bytes, as for every document. */
const MAX_MAP_SIZE = 1024 * 1024;

/** Returns the paths of the lookups that are files in the folder of their map. */
export function lookupPaths(document: unknown, map: string): readonly string[] {
  const { lookups } = isJsonObject(document) ? document : {};
  const tables = isJsonObject(lookups) ? Object.values(lookups) : [];
  return tables.filter((table) => typeof table === 'string').map((table) => join(dirname(map), table));
}

/** Returns the lookups of a map that are files; none for a file that is not a map, or that cannot be read. */
export async function lookupFiles(map: string): Promise<readonly string[]> {
  if (!isPlainFile(map)) return [];
  try {
    return lookupPaths(parseYaml(await textOf(readFileBytes(map), map, MAX_MAP_SIZE), map), map);
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}
