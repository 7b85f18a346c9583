import { search } from '@jmespath-community/jmespath';
import { Failure } from '../failure/failure.ts';
import type { Json } from '../spec/wire.ts';

/**
 * Applies a JMESPath expression.
 * @throws Failure `usage` when the expression is malformed.
 */
export function applyQuery(expression: string, value: Json): Json {
  try {
    // The library has a type of its own for the same set of values.
    return search(value as Parameters<typeof search>[0], expression) as Json;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
    throw new Failure('usage', `--query is not a JMESPath expression: ${reason}`, {
      hint: "--query '[?active].userName'",
    });
  }
}
