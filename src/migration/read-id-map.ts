import { decodeText } from '../bulk/input/decode-text.ts';
import { type PeekedBytes, peekBytes } from '../bulk/input/peek-bytes.ts';
import { decodeStart } from '../bulk/input/wide-encodings.ts';
import { likelyDelimiter } from '../csv/likely-delimiter.ts';
import { parseCsvText } from '../csv/parse-csv.ts';
import { countLineEnds } from '../csv/text-places.ts';
import { Failure } from '../failure/failure.ts';
import type { Issue, Place } from '../failure/issue.ts';
import { readBoundedJson } from '../json/bounded-json.ts';
import { repeatedKey } from '../json/repeated-key.ts';
import { walkJson } from '../json/walk-json.ts';
import { pluralize } from '../output/pluralize.ts';
import { isJsonObject } from '../rules/json-value.ts';
import { hasUserIdFormat } from '../rules/user-id.ts';
import { inputName, readBytes, textOf } from '../terminal/read-input.ts';
import type { Streams } from '../terminal/streams.ts';
import { defined } from '../values/defined.ts';

/** Members of a JSON map other than the IDs, as in the response of the service (WEB §4.10). */
export interface MapFacts {
  readonly team_id?: string;
  readonly enterprise_id?: string;
}

/** The content of a map file: IDs with their replacements, and other IDs, which the service did not know. */
export interface IdMap {
  readonly ids: ReadonlyMap<string, string>;
  readonly invalid: ReadonlySet<string>;
  /** The workspace and the organization, if a JSON map names them. */
  readonly facts?: MapFacts;
  /** Whether the file is JSON, by its name or its content. */
  readonly isJson?: boolean;
  /** The headings of a CSV in lower case, if it has a header row. */
  readonly heading?: readonly string[];
  /** The delimiter of a CSV. */
  readonly delimiter?: string;
  /** The encoding of a CSV, if it is not UTF-8. */
  readonly encoding?: string;
}

/** Maximum size of a JSON map, in bytes; a CSV has no limit. */
const LARGEST_JSON = 512 * 1024 * 1024;
const ID = /^[A-Za-z0-9_]{2,64}$/;

/** Whether a map is JSON by its name. A map that exists is JSON by its content as well. */
export function isJsonMap(path: string): boolean {
  return /\.json$/i.test(path);
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
  const file = inputName(path);
  const issues: Issue[] = [];
  const collected = collectIds(issues, places);
  const peeked = await peekBytes(readBytes(path, stdin));
  collected.isJson = isJsonMap(path) || /^\s*[{[]/.test(decodeStart(peeked.start).replace(/^\ufeff/, ''));
  if (collected.isJson) readJson(await textOf(peeked.bytes, file, LARGEST_JSON), file, collected, issues);
  else await readCsv(peeked, file, collected, issues);
  if (issues.length > 0) {
    throw new Failure('invalidInput', `${file}: ${pluralize(issues.length, 'finding')} in the map`, {
      issues,
    });
  }
  for (const from of collected.ids.keys()) collected.invalid.delete(from);
  return collected;
}

/**
 * Reverses a map.
 * @throws Failure `invalidInput` if two IDs have the same replacement, which cannot be reversed.
 */
export function reversed({ ids }: IdMap): ReadonlyMap<string, string> {
  const back = new Map<string, string>();
  for (const [from, to] of ids) {
    if (from === to) continue;
    const other = back.get(to);
    if (other !== undefined) {
      throw new Failure('invalidInput', `${other} and ${from} both become ${to}; the map cannot be reversed`);
    }
    back.set(to, from);
  }
  return back;
}

/**
 * Returns an ID whose replacement is itself replaced, with both; applying such a map twice gives another
 * result. Undefined if there is none.
 */
export function chainedId({ ids }: IdMap): readonly [from: string, between: string, to: string] | undefined {
  for (const [from, between] of ids) {
    const to = ids.get(between);
    if (from !== between && to !== undefined && to !== between) return [from, between, to];
  }
  return undefined;
}

interface CollectedIds extends IdMap {
  readonly invalid: Set<string>;
  heading?: readonly string[];
  delimiter?: string;
  encoding?: string;
  isJson?: boolean;
  facts?: MapFacts;
  add(from: string, to: string, at: Issue['at']): void;
}

function collectIds(issues: Issue[], places?: Map<string, Place>): CollectedIds {
  const ids = new Map<string, string>();
  const invalid = new Set<string>();
  const complain = (code: string, message: string, at: Issue['at']) =>
    issues.push({ code, path: '', message, ...defined({ at }) });
  return {
    ids,
    invalid,
    add(from, to, at) {
      if (to === '') {
        if (from !== '') invalid.add(from);
        return;
      }
      const wrong = [from, to].find((id) => !ID.test(id));
      const known = ids.get(from);
      if (wrong !== undefined) issues.push(notAnId(wrong, at));
      else if (known !== undefined && known !== to)
        complain('ambiguous_id', `${from} becomes ${to} here and ${known} before`, at);
      else {
        ids.set(from, to);
        if (at !== undefined) places?.set(from, at);
      }
    },
  };
}

function notAnId(word: string, at: Issue['at']): Issue {
  const message = `"${word.slice(0, 80)}" is not an ID`;
  return { code: 'not_an_id', path: '', message, ...defined({ at }) };
}

function readJson(text: string, file: string, collected: CollectedIds, issues: Issue[]): void {
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

async function readCsv(
  peeked: PeekedBytes,
  file: string,
  collected: CollectedIds,
  issues: Issue[],
): Promise<void> {
  let layout: Layout | undefined;
  const report = (issue: Issue) => void issues.push(issue);
  collected.delimiter = likelyDelimiter(decodeStart(peeked.start));
  const onEncoding = (name: string) => {
    collected.encoding = name;
  };
  const texts = decodeText(peeked.bytes, file, report, { onEncoding });
  for await (const batch of parseCsvText(texts, file, report, collected.delimiter)) {
    for (const { cells, line } of batch) {
      if (layout === undefined) {
        layout = layoutOf(cells, file, line);
        if (layout.hasHeading) {
          collected.heading = cells.map(headingName);
          continue;
        }
      }
      const [from = '', to = ''] = layout.columns.map((column) => (cells[column] ?? '').trim());
      const word = layout.isNamed ? undefined : [from, to].find((cell) => cell !== '' && !mayBeId(cell));
      if (word === undefined) collected.add(from, to, { file, line });
      else issues.push(notAnId(word, { file, line }));
    }
  }
  if (layout === undefined && issues.length === 0) throw new Failure('invalidInput', `${file} is empty`);
}

/** Where the IDs of a CSV are. */
interface Layout {
  readonly columns: readonly [from: number, to: number];
  /** Whether the columns are named `from` and `to`; otherwise they are the first two. */
  readonly isNamed: boolean;
  readonly hasHeading: boolean;
}

/**
 * Returns the layout of a CSV from its first row.
 * @throws Failure `invalidInput` if the row has only one cell, or may be a heading as well as a pair, which
 * must not be lost
 */
function layoutOf(first: readonly string[], file: string, line: number): Layout {
  const names = first.map(headingName);
  const [from, to] = [names.indexOf('from'), names.indexOf('to')];
  if (from >= 0 && to >= 0) return { columns: [from, to], isNamed: true, hasHeading: true };
  const [one, other] = first.map((cell) => cell.trim());
  if (one === undefined || other === undefined)
    throw new Failure('invalidInput', `${file} has no columns "from" and "to"`, {
      hint: 'a map of IDs is a CSV with these two columns, or JSON',
    });
  const isPair = isServiceId(one) || isServiceId(other);
  if (!isPair && mayBeId(one) && mayBeId(other))
    throw new Failure(
      'invalidInput',
      `${file}:${line} "${one}" and "${other}" may be headings or a pair of IDs`,
      { hint: 'name the columns: put the line from,to above, or rename the headings to from and to' },
    );
  return { columns: [0, 1], isNamed: false, hasHeading: !isPair };
}

/** Whether a cell can only be an ID of the service, and no heading: capitals with a digit. */
function isServiceId(cell: string): boolean {
  return /^(?=.*\d)[A-Z][A-Z0-9]{8,}$/.test(cell) || (hasUserIdFormat(cell) && /\d/.test(cell));
}

/** Whether a cell may be an ID and no word of a text, in a file that does not say what its columns are. */
function mayBeId(cell: string): boolean {
  return ID.test(cell) && (/\d|^[A-Z]{9,}$/.test(cell) || hasUserIdFormat(cell));
}

function headingName(name: string): string {
  return name.trim().toLowerCase();
}
