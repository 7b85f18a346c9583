import { type Node, parseTree } from 'jsonc-parser';
import { firstJsonError, type JsonError } from '../json/json-fault.ts';
import { isJsonObject, parseJson } from '../rules/json-value.ts';
import type { Json } from '../spec/protocol-types.ts';
import {
  duplicateMessage,
  type ManifestSource,
  READ_LIMITS,
  syntaxFault,
  type TextProblem,
  unreadable,
} from './manifest-source.ts';
import type { Path } from './path.ts';
import type { SourceEntry, SourceNode } from './source-tree.ts';
import { longNumber } from './yaml-scalars.ts';

/** Reads JSON with the parser of the runtime; positions are determined only on request. */
export function readJson(text: string): ManifestSource {
  const shape = scan(text);
  if (shape.tooDeepAt !== undefined) {
    const at = shape.tooDeepAt;
    return unreadable(
      text,
      'json',
      syntaxFault([at, at + 1], `nested deeper than ${READ_LIMITS.depth} levels`),
    );
  }
  const data = parseStrictly(text);
  if (data === undefined) return unreadable(text, 'json', faultIn(text));
  let tree: SourceNode | undefined;
  const source = { format: 'json', text, data, faults: [], tree: () => (tree ??= treeOf(text)) } as const;
  // A duplicate key makes the data have fewer keys than the text.
  return shape.keys === countKeys(data) ? source : { ...source, faults: duplicatesIn(text, source.tree()) };
}

function parseStrictly(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

interface Shape {
  /** Number of keys in the text. */
  readonly keys: number;
  readonly tooDeepAt: number | undefined;
}

/** Counts keys and checks the nesting depth without recursion, because later parsers are recursive. */
function scan(text: string): Shape {
  // The depth cannot exceed the number of brackets, and most colons directly follow their key.
  const brackets = count(text, '{') + count(text, '[');
  return brackets > READ_LIMITS.depth || /"\s+:/.test(text) || text.includes('\\":')
    ? scanSlowly(text)
    : { keys: count(text, '":'), tooDeepAt: undefined };
}

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) found += 1;
  return found;
}

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;

function scanSlowly(text: string): Shape {
  let keys = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === 123 || code === 91) {
      depth += 1;
      if (depth > READ_LIMITS.depth) return { keys, tooDeepAt: at };
    } else if (code === 125 || code === 93) {
      depth -= 1;
    } else if (code === COLON) {
      keys += 1;
    }
  }
  return { keys, tooDeepAt: undefined };
}

/** Returns the offset of the closing quote of a string; the length of the text if there is none. */
function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote >= 0) {
    let before = quote - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 1) return quote;
    quote = text.indexOf('"', quote + 1);
  }
  return text.length;
}

function countKeys(value: Json): number {
  if (Array.isArray(value)) {
    let count = 0;
    for (const item of value) count += countKeys(item);
    return count;
  }
  if (!isJsonObject(value)) return 0;
  let count = 0;
  for (const key of Object.keys(value)) count += 1 + countKeys(value[key] ?? null);
  return count;
}

const FAULTS: { readonly [Code in JsonError['code']]?: string } = {
  InvalidSymbol: 'this is not JSON: a string needs double quotes',
  InvalidNumberFormat: 'this is not a number',
  PropertyNameExpected: 'a key in double quotes is expected here',
  ValueExpected: 'a value is expected here',
  ColonExpected: 'a colon is expected here',
  CommaExpected: 'a comma is expected here',
  CloseBraceExpected: 'a closing } is expected here',
  CloseBracketExpected: 'a closing ] is expected here',
  EndOfFileExpected: 'the manifest ends before this',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'the string is not closed',
  UnexpectedEndOfNumber: 'the number is not complete',
  InvalidUnicode: 'this is not a \\u escape',
  InvalidEscapeCharacter: 'unknown escape; write a backslash as \\\\',
  InvalidCharacter: 'this character is not allowed in a string; write a line break as \\n',
};

function faultIn(text: string): TextProblem {
  if (text.trim() === '')
    return syntaxFault([0, 0], 'the file is empty', 'create one with: orgctl manifest init');
  const error = firstJsonError(text);
  if (error === undefined) return syntaxFault([0, 1], 'this is not JSON');
  const isTrailingComma =
    /,\s*$/.test(text.slice(0, error.offset)) && /^[}\]]/.test(text.slice(error.offset));
  const message = isTrailingComma
    ? 'a comma before this closing bracket is not JSON'
    : (FAULTS[error.code] ?? 'this is not JSON');
  return syntaxFault([error.offset, error.offset + Math.max(1, error.length)], message);
}

function treeOf(text: string): SourceNode {
  const root = parseTree(text);
  return root === undefined
    ? { kind: 'scalar', range: [0, 0], value: null, style: 'plain' }
    : nodeOf(root, text);
}

function nodeOf(node: Node, text: string): SourceNode {
  const range = [node.offset, node.offset + node.length] as const;
  if (node.type === 'array')
    return {
      kind: 'list',
      range,
      items: (node.children ?? []).map((child) => nodeOf(child, text)),
      isFlow: true,
    };
  if (node.type !== 'object') {
    const value: Json = node.value;
    const style = node.type === 'string' ? 'double' : 'plain';
    return { kind: 'scalar', range, value, style, ...longNumber(text.slice(...range), value) };
  }
  const entries = (node.children ?? []).flatMap(({ children = [] }): readonly SourceEntry[] => {
    const [key, value] = children;
    if (key === undefined || value === undefined) return [];
    return [
      {
        key: String(key.value),
        keyRange: [key.offset, key.offset + key.length],
        value: nodeOf(value, text),
        isMerge: false,
      },
    ];
  });
  return { kind: 'object', range, entries, isFlow: true };
}

function duplicatesIn(text: string, root: SourceNode): readonly TextProblem[] {
  const faults: TextProblem[] = [];
  const visit = (node: SourceNode, path: Path): void => {
    if (node.kind === 'list') node.items.forEach((item, index) => void visit(item, [...path, index]));
    if (node.kind !== 'object') return;
    const seen = new Map<string, number>();
    for (const { key, keyRange, value } of node.entries) {
      const first = seen.get(key);
      if (first !== undefined) {
        faults.push({
          rule: 'duplicate-key',
          path: [...path, key],
          range: keyRange,
          message: duplicateMessage(text, key, first),
        });
      } else seen.set(key, keyRange[0]);
      visit(value, [...path, key]);
    }
  };
  visit(root, []);
  return faults;
}
