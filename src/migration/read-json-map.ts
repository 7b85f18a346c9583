import { countLineEnds } from '../csv/text-places.ts';
import { Failure } from '../failure/failure.ts';
import type { Issue } from '../failure/issue.ts';
import { readBoundedJson } from '../json/bounded-json.ts';
import { repeatedKey } from '../json/repeated-key.ts';
import { walkJson } from '../json/walk-json.ts';
import { isJsonObject } from '../rules/json-value.ts';
import { type CollectedIds, notAnId } from './id-map.ts';

/**
 * Reads a map in JSON: the response of `migration.exchange`, an object from ID to ID, or a list of objects.
 * @throws Failure `invalidInput` if it is none of these
 */
export function readJsonMap(text: string, file: string, collected: CollectedIds, issues: Issue[]): void {
  const read = readBoundedJson(text);
  if ('fault' in read) throw new Failure('invalidInput', `${file} is ${read.fault}`);
  const document = read.value;
  const repeated = repeatedKey(text, document);
  if (!Array.isArray(document)) readObject({ text, document, repeated }, file, collected, issues);
  else if (repeated === undefined) readList(document, file, collected.add);
  else throw new Failure('invalidInput', `${file} is ambiguous: an item has the key "${repeated}" twice`);
}

interface JsonText {
  readonly text: string;
  readonly document: unknown;
  readonly repeated: string | undefined;
}

/** Reads an object from ID to ID, alone or in a response. @throws Failure `invalidInput` if there is none */
function readObject(
  { text, document, repeated }: JsonText,
  file: string,
  collected: CollectedIds,
  issues: Issue[],
): void {
  const { add } = collected;
  if (!isJsonObject(document)) throw new Failure('invalidInput', `${file} is not an object`);
  const map = document['user_id_map'] ?? document;
  if (!isJsonObject(map)) throw new Failure('invalidInput', `${file}: "user_id_map" is not an object`);
  // The source text is only needed for what the parser does not keep: repeated keys and places.
  const isClean = repeated === undefined && Object.values(map).every((to) => typeof to === 'string');
  const pairs = isClean
    ? Object.entries(map).map(([from, to]) => ({ from, to, line: 1 }))
    : writtenPairs(text, map === document ? undefined : 'user_id_map');
  for (const { from, to, line } of pairs) {
    if (typeof to === 'string') add(from, to, { file, line });
    else issues.push(notAnId(JSON.stringify(to), { file, line }));
  }
  if (map === document) return;
  const { team_id, enterprise_id, invalid_user_ids: unknown } = document;
  collected.facts = {
    ...(typeof team_id === 'string' ? { team_id } : {}),
    ...(typeof enterprise_id === 'string' ? { enterprise_id } : {}),
  };
  if (Array.isArray(unknown)) for (const id of unknown) add(String(id), '', undefined);
}

/** A member of a JSON map, and its line. Null is an empty text: there is no ID. */
interface WrittenPair {
  readonly from: string;
  readonly to: unknown;
  readonly line: number;
}

/**
 * Returns all members of an object in a JSON text, including repeated ones.
 * @param name member of the root that is the object; undefined for the root itself
 */
function writtenPairs(text: string, name: string | undefined): readonly WrittenPair[] {
  const pairs: WrittenPair[] = [];
  let [line, counted] = [1, 0];
  walkJson(text, ({ isName, inside, written, at }) => {
    if (isName || inside === undefined || inside.isArray || inside.name === undefined) return;
    const { parent } = inside;
    const isMap = name === undefined ? parent === undefined : parent?.name === name && !parent.parent;
    if (!isMap) return;
    line += countLineEnds(text.slice(counted, at));
    counted = at;
    pairs.push({ from: inside.name, to: parsedToken(written), line });
  });
  return pairs;
}

/** Returns the value of a token; of a container, only its kind. Null becomes an empty text. */
function parsedToken(written: string): unknown {
  if (written === '{') return {};
  return written === '[' ? [] : (JSON.parse(written) ?? '');
}

/**
 * Reads a list as printed by "migrate map" with JSON output. @throws Failure `invalidInput` for an item
 * without the two IDs
 */
function readList(items: readonly unknown[], file: string, add: CollectedIds['add']): void {
  for (const [index, item] of items.entries()) {
    const { from, to } = isJsonObject(item) ? item : {};
    if (typeof from !== 'string' || (typeof to !== 'string' && to !== null))
      throw new Failure('invalidInput', `${file}: item ${index + 1} of the list has no "from" and "to"`);
    add(from.trim(), to?.trim() ?? '', { file, line: 1 });
  }
}
