import { LineCounter, parseDocument } from 'yaml';
import { Failure } from '../failure/failure.ts';
import type { Json, JsonObject } from '../spec/wire.ts';
import { inputName, readText } from './read-input.ts';
import type { Streams } from './streams.ts';

/** Deeper nesting than any resource has; parsers with recursion are not asked to try. */
const DEEPEST = 64;
const MOST_ALIASES = 100;

/**
 * Reads one object from a YAML or JSON file, or from stdin for `-`.
 * @throws Failure `invalidInput` with the place of what is wrong.
 */
export async function readDocument(path: string, stdin: Streams['stdin']): Promise<JsonObject> {
  const text = await readText(path, stdin);
  const name = inputName(path);
  const value = /^\s*[{[]/.test(text) ? await parseJson(text, name) : parseYaml(text, name);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new Failure('invalidInput', `${name} does not hold an object`);
}

async function parseJson(text: string, name: string): Promise<unknown> {
  checkDepth(text, name);
  try {
    return JSON.parse(text);
  } catch {
    const { findJsonFault } = await import('./json-place.ts');
    const { offset, found } = findJsonFault(text);
    throw new Failure(
      'invalidInput',
      `${name}${placeOf(text, offset)}: this is not JSON: ${found} is not expected here`,
    );
  }
}

function parseYaml(text: string, name: string): Json {
  checkDepth(text, name);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw new Failure(
      'invalidInput',
      `${name}:${line}:${col}: ${error.message.split('\n')[0]?.replace(/ at line.*$/, '')}`,
    );
  }
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES }) as Json;
  } catch {
    throw new Failure('invalidInput', `${name} has more than ${MOST_ALIASES} aliases`);
  }
}

/** Counts brackets and indentation without recursion: the YAML parser aborts the process on deep nesting. */
function checkDepth(text: string, name: string): void {
  let depth = 0;
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text[offset];
    if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > DEEPEST)
      throw new Failure(
        'invalidInput',
        `${name}${placeOf(text, offset)}: nested deeper than ${DEEPEST} levels`,
      );
  }
  const deepestIndent = /^(?: *(?:- )*)/gm;
  for (const match of text.matchAll(deepestIndent)) {
    if (match[0].length > DEEPEST * 8)
      throw new Failure('invalidInput', `${name}${placeOf(text, match.index)}: nested too deeply`);
  }
}

function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return `:${line}:${offset - before.lastIndexOf('\n')}`;
}
