import { compile, TreeInterpreter } from '@jmespath-community/jmespath';
import { Failure } from '../failure/failure.ts';
import type { Json } from '../spec/protocol-types.ts';
import { hintFor, refuseWrongType, rejectMistakes } from './query-mistakes.ts';

/**
 * Applies a JMESPath expression.
 * @throws Failure `usage` if the expression is malformed.
 */
export function applyQuery(expression: string, value: Json): Json {
  return queryOf(expression)(value);
}

/**
 * Returns a function that applies a JMESPath expression, which is parsed once. @throws Failure `usage` if it
 * is malformed, now or when it is applied.
 */
export function queryOf(expression: string): (value: Json) => Json {
  rejectMistakes(expression, isReadable(expression));
  const compiled = refuseIfInvalid(expression, () => compile(expression));
  // The library declares its own type for the same set of values.
  type Value = Parameters<typeof TreeInterpreter.search>[1];
  return (value) =>
    refuseIfInvalid(expression, () => TreeInterpreter.search(compiled, value as Value) as Json);
}

function isReadable(expression: string): boolean {
  try {
    compile(expression);
    return true;
  } catch {
    return false;
  }
}

function refuseIfInvalid<T>(expression: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    // The library recurses as deep as the expression, and does not limit the size of the result.
    if (error instanceof RangeError)
      throw new Failure('usage', '--query is nested too deeply, or produces more than fits into memory', {
        hint: "--query '[?active].userName'",
      });
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
    refuseWrongType(expression, reason);
    throw new Failure('usage', `--query is not a JMESPath expression: ${reason}`, {
      hint: hintFor(expression),
    });
  }
}

/**
 * Whether an expression treats each element of a list separately, as `[?active].userName` does. It can then
 * be applied to a list in pieces. False for a malformed expression.
 */
export function isElementWise(expression: string): boolean {
  try {
    const root: unknown = compile(expression);
    return isProjectionOfAll(root) && !/"type":"(?:Root|Let\w*|Variable)"/.test(JSON.stringify(root));
  } catch {
    return false;
  }
}

/**
 * Returns the members of an element that an element-wise expression reads. The result is the same for
 * elements that are reduced to these members.
 * @returns undefined if it reads whole elements, or is not element-wise
 */
export function membersRead(expression: string): ReadonlySet<string> | undefined {
  if (!isElementWise(expression)) return undefined;
  const names = new Set<string>();
  const root = new Map<string, unknown>(Object.entries(compile(expression)));
  const parts = ['right', 'condition'].filter((part) => root.has(part));
  return parts.every((part) => collectMembers(root.get(part), names)) ? names : undefined;
}

/** Returns the names of all members in an expression, at any depth; none if it is malformed. */
export function fieldsIn(expression: string): ReadonlySet<string> {
  const names = new Set<string>();
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('type' in node && node.type === 'Field' && 'name' in node && typeof node.name === 'string')
      names.add(node.name);
    for (const part of Object.values(node)) walk(part);
  };
  try {
    walk(compile(expression));
  } catch {
    return new Set();
  }
  return names;
}

/** Functions that create objects whose member names are not known beforehand. */
const MAKES_MEMBERS = /\b(?:group_by|from_items|merge|zip)\s*\(/;

/**
 * Returns the member names that an expression reads from its input, without those it creates itself, as in
 * `{name: userName}`.
 * @returns no names if a function creates members with arbitrary names
 */
export function membersNamed(expression: string): ReadonlySet<string> {
  if (MAKES_MEMBERS.test(expression)) return new Set();
  const made = new Set<string>();
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('type' in node && node.type === 'KeyValuePair' && 'name' in node) made.add(String(node.name));
    if ('type' in node && node.type === 'Literal') for (const key of keysIn(node)) made.add(key);
    for (const part of Object.values(node)) walk(part);
  };
  const names = fieldsIn(expression);
  if (names.size > 0) walk(compile(expression));
  return new Set([...names].filter((name) => !made.has(name)));
}

/** Returns the names of all members of a value, at any depth. */
export function* keysIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inside] of Object.entries(value)) {
    if (!Array.isArray(value)) yield key;
    yield* keysIn(inside);
  }
}

/** For each node type, the parts that read the input of the node. Other parts read the results of these. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  Field: [],
  Literal: [],
  Subexpression: ['left'],
  IndexExpression: ['left'],
  Projection: ['left'],
  FilterProjection: ['left'],
  ValueProjection: ['left'],
  Slice: [],
  Pipe: ['left'],
  Flatten: ['child'],
  NotExpression: ['child'],
  AndExpression: ['left', 'right'],
  OrExpression: ['left', 'right'],
  Comparator: ['left', 'right'],
  MultiSelectList: ['children'],
  MultiSelectHash: ['children'],
  KeyValuePair: ['value'],
  Function: ['children'],
  ExpressionReference: ['child'],
};

/** Collects the members that a part of an expression reads. Returns false if they cannot be determined. */
function collectMembers(node: unknown, names: Set<string>): boolean {
  if (typeof node !== 'object' || node === null || !('type' in node)) return false;
  const parts = typeof node.type === 'string' ? PARTS[node.type] : undefined;
  if (parts === undefined) return false;
  if (node.type === 'Field' && 'name' in node && typeof node.name === 'string') names.add(node.name);
  const inside = new Map<string, unknown>(Object.entries(node));
  return parts.flatMap((part) => inside.get(part)).every((one) => collectMembers(one, names));
}

function isProjectionOfAll(node: unknown): boolean {
  if (typeof node !== 'object' || node === null || !('type' in node) || !('left' in node)) return false;
  return (node.type === 'Projection' || node.type === 'FilterProjection') && isWholeList(node.left);
}

function isWholeList(node: unknown): boolean {
  return typeof node === 'object' && node !== null && 'type' in node && node.type === 'Identity';
}
