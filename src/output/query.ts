import { compile, TreeInterpreter } from '@jmespath-community/jmespath';
import { Failure } from '../failure/failure.ts';
import type { Json } from '../spec/wire.ts';

/**
 * Applies a JMESPath expression.
 * @throws Failure `usage` when the expression is malformed.
 */
export function applyQuery(expression: string, value: Json): Json {
  return queryOf(expression)(value);
}

/** Returns what applies a JMESPath expression, which is read once. @throws Failure `usage` when it is malformed, now or when it is applied. */
export function queryOf(expression: string): (value: Json) => Json {
  const compiled = orRefuse(() => compile(expression));
  // The library has a type of its own for the same set of values.
  type Value = Parameters<typeof TreeInterpreter.search>[1];
  return (value) => orRefuse(() => TreeInterpreter.search(compiled, value as Value) as Json);
}

function orRefuse<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
    throw new Failure('usage', `--query is not a JMESPath expression: ${reason}`, {
      hint: "--query '[?active].userName'",
    });
  }
}

/**
 * Whether an expression looks at each element of a list by itself, as `[?active].userName` does: then it may be applied to a list piece
 * by piece. False also for a malformed one.
 */
export function isElementWise(expression: string): boolean {
  try {
    const root: unknown = compile(expression);
    return isProjectionOfAll(root) && !/"type":"(?:Root|Let\w*|Variable)"/.test(JSON.stringify(root));
  } catch {
    return false;
  }
}

function isProjectionOfAll(node: unknown): boolean {
  if (typeof node !== 'object' || node === null || !('type' in node) || !('left' in node)) return false;
  return (node.type === 'Projection' || node.type === 'FilterProjection') && isWholeList(node.left);
}

function isWholeList(node: unknown): boolean {
  return typeof node === 'object' && node !== null && 'type' in node && node.type === 'Identity';
}
