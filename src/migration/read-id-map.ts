import { peekBytes } from '../bulk/input/peek-bytes.ts';
import { decodeStart } from '../bulk/input/wide-encodings.ts';
import { Failure } from '../failure/failure.ts';
import type { Issue, Place } from '../failure/issue.ts';
import { pluralize } from '../output/pluralize.ts';
import { inputName, readBytes, textOf } from '../terminal/read-input.ts';
import type { Streams } from '../terminal/streams.ts';
import { collectIds, type IdMap } from './id-map.ts';
import { readCsvMap } from './read-csv-map.ts';
import { readJsonMap } from './read-json-map.ts';

/** Maximum size of a JSON map, in bytes; a CSV has no limit. */
const MAX_JSON_SIZE = 512 * 1024 * 1024;

/** Whether a map is JSON by its name. A map that exists is JSON by its content as well. */
export function isJsonMap(path: string): boolean {
  return /\.json$/i.test(path);
}

/** Whether the start of a map is JSON, not CSV. */
export function isJsonStart(start: string): boolean {
  return /^\s*[{[]/.test(start.replace(/^\ufeff/, ''));
}

/**
 * Reads a map of IDs: a CSV with the columns `from` and `to` (or any two) and any delimiter, or JSON: the
 * response of `migration.exchange`, an object from ID to ID, or a list of objects with `from` and `to`.
 * @param places filled with the position of each ID that is replaced
 * @throws Failure `invalidInput` with the position of every finding.
 */
export async function readIdMap(
  path: string,
  stdin: Streams['stdin'],
  places?: Map<string, Place>,
): Promise<IdMap> {
  return readMapBytes(readBytes(path, stdin), path, places);
}

/** Reads a map like `readIdMap`, from these bytes of the file. @throws Failure as `readIdMap` */
export async function readMapBytes(
  bytes: AsyncGenerator<Buffer>,
  path: string,
  places?: Map<string, Place>,
): Promise<IdMap> {
  const file = inputName(path);
  const issues: Issue[] = [];
  const collected = collectIds(issues, places);
  const peeked = await peekBytes(bytes);
  collected.isJson = isJsonMap(path) || isJsonStart(decodeStart(peeked.start));
  if (collected.isJson) readJsonMap(await textOf(peeked.bytes, file, MAX_JSON_SIZE), file, collected, issues);
  else await readCsvMap(peeked, file, collected, issues);
  if (issues.length > 0) {
    throw new Failure('invalidInput', `${file}: ${pluralize(issues.length, 'finding')} in the map`, {
      issues,
    });
  }
  for (const from of collected.ids.keys()) collected.invalid.delete(from);
  return collected;
}
