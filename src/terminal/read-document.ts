import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { Failure } from '../failure/failure.ts';
import type { Place } from '../failure/issue.ts';
import { openInYaml, unclosedWords } from '../json/open-in-yaml.ts';
import { placeAt } from '../json/place-at.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import { inputName, readText } from './read-input.ts';
import type { Streams } from './streams.ts';

/** Maximum nesting depth, more than any resource has. Recursive parsers never see deeper input. */
const DEEPEST = 64;
const MAX_ALIASES = 100;

/**
 * Returns the hint to show if a CSV was given instead of an object: the command that accepts a table. @param
 * heading the first line of the CSV
 */
export type TableHint = (heading: string) => string;

/**
 * Reads one object from a YAML or JSON file, or from stdin for `-`.
 * @param tableHint returns the hint for a CSV file
 * @throws Failure `invalidInput` with the position of the error
 */
export async function readDocument(
  path: string,
  stdin: Streams['stdin'],
  tableHint?: TableHint,
): Promise<JsonObject> {
  const text = await readText(path, stdin);
  const name = inputName(path);
  const heading = tableHeading(text);
  if (heading !== undefined && tableHint !== undefined)
    throw new Failure('invalidInput', `${name} is a CSV; expected an object in YAML or JSON`, {
      hint: tableHint(heading),
    });
  return objectOf(/^\s*[{[]/.test(text) ? await parseJson(text, name) : parseYaml(text, name), name);
}

/**
 * Returns the first line if it looks like a CSV header: cells between delimiters, and neither a YAML key nor
 * a JSON bracket.
 */
function tableHeading(text: string): string | undefined {
  const [line = ''] = text.replace(/^\ufeff/, '').split(/[\r\n]/, 1);
  const isTable = /[,;\t|]/.test(line) && !/^\s*[{[#'-]|:(?:\s|$)/.test(line);
  return isTable ? line : undefined;
}

function objectOf(value: unknown, name: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new Failure('invalidInput', `${name} does not contain an object`);
}

/** An object read from a file, with the position of each of its parts. */
export interface LocatedDocument {
  readonly value: JsonObject;
  readonly file: string;
  /** Returns the position of the value at a key path, or of its key. */
  placeOf(keys: readonly (string | number)[], which?: 'key' | 'value'): Place;
}

/** How the numbers of a document are read. */
export interface NumberReading {
  /** Whether a number that would print otherwise than it is written (0042, +46, 1.10) is a text. */
  readonly keepsDigits?: boolean;
}

/**
 * Reads one object from a YAML or JSON file like `readDocument`, and keeps the positions of its parts.
 * @throws Failure `invalidInput` with the position of the error
 */
export async function readLocatedDocument(
  path: string,
  stdin: Streams['stdin'],
  numbers: NumberReading = {},
): Promise<LocatedDocument> {
  const text = await readText(path, stdin);
  const file = inputName(path);
  const lines = new LineCounter();
  const document = parsedYaml(text, file, lines, numbers);
  return {
    value: objectOf(plainValue(document, file), file),
    file,
    placeOf(keys, which = 'value') {
      const { line, col } = lines.linePos(offsetOf(document, keys, which));
      return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
    },
  };
}

function offsetOf(document: Document, keys: readonly (string | number)[], which: 'key' | 'value'): number {
  const last = keys.at(-1);
  const parent = keys.length <= 1 ? document.contents : document.getIn(keys.slice(0, -1), true);
  const pair = isMap(parent)
    ? parent.items.find(({ key }) => String(isScalar(key) ? key.value : key) === String(last))
    : undefined;
  const node = keys.length === 0 ? document.contents : document.getIn(keys, true);
  const wanted = which === 'key' || !isNode(node) ? (pair?.key ?? node) : node;
  return isNode(wanted) ? (wanted.range?.[0] ?? 0) : 0;
}

async function parseJson(text: string, name: string): Promise<unknown> {
  checkDepth(text, name);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { findJsonFault } = await import('../json/json-fault.ts');
    const { offset, found } = findJsonFault(text);
    throw new Failure(
      'invalidInput',
      `${name}${placeAt(text, offset)}: invalid JSON: unexpected ${found === 'the end' ? 'end of file' : found}`,
    );
  }
  // As in YAML: of two members with one name, the parser would silently drop the first.
  const { repeatedKey } = await import('../json/repeated-key.ts');
  const key = repeatedKey(text, value);
  if (key === undefined) return value;
  throw new Failure('invalidInput', `${name}: "${key}" is duplicated in one object`, {
    hint: 'keep one of the two',
  });
}

/** Parses YAML text. @throws Failure `invalidInput` with the position of the error */
export function parseYaml(text: string, name: string, numbers: NumberReading = {}): Json {
  return plainValue(parsedYaml(text, name, new LineCounter(), numbers), name);
}

/**
 * Errors of the parser about an unclosed string or bracket. It reports the position where the closing
 * character should have been.
 */
const OF_SOMETHING_OPEN = /^Missing closing|^Flow (?:map|sequence) in block collection/;

function parsedYaml(text: string, name: string, lines: LineCounter, numbers: NumberReading): Document {
  checkDepth(text, name);
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, logLevel: 'error' });
  const [error] = document.errors;
  if (error !== undefined) {
    const open = OF_SOMETHING_OPEN.test(error.message) ? openInYaml(text, error.pos[0]) : undefined;
    const { line, col } = lines.linePos(open?.at ?? error.pos[0]);
    const what =
      open === undefined ? error.message.split('\n')[0]?.replace(/ at line.*$/, '') : unclosedWords(open);
    throw new Failure('invalidInput', `${name}:${line}:${col}: ${what}`);
  }
  if (numbers.keepsDigits === true) keepDigits(document);
  return document;
}

function keepDigits(document: Document): void {
  visit(document, {
    Scalar: (_, scalar) => {
      const { value, source } = scalar;
      if (typeof value === 'number' && source !== undefined && String(value) !== source)
        scalar.value = source;
    },
  });
}

function plainValue(document: Document, name: string): Json {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES }) as Json;
  } catch {
    throw new Failure('invalidInput', `${name} has more than ${MAX_ALIASES} aliases`);
  }
}

/**
 * Checks the nesting of brackets and indentation without recursion: the YAML parser aborts the process on
 * deep nesting.
 */
function checkDepth(text: string, name: string): void {
  let depth = 0;
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text[offset];
    if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > DEEPEST)
      throw new Failure(
        'invalidInput',
        `${name}${placeAt(text, offset)}: nested deeper than ${DEEPEST} levels`,
      );
  }
  const deepestIndent = /^(?: *(?:- )*)/gm;
  for (const match of text.matchAll(deepestIndent)) {
    if (match[0].length > DEEPEST * 8)
      throw new Failure('invalidInput', `${name}${placeAt(text, match.index)}: nested too deeply`);
  }
}
