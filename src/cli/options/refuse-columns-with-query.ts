import { Failure } from '../../failure/failure.ts';
import { quoted } from '../command-words.ts';
import type { Program } from './common-options.ts';

/**
 * Refuses `--columns` with `--query`, whose result has members of its own. If only one of them is typed, the
 * variable of the other is ignored; of two variables, `--query` takes precedence.
 * @throws Failure `usage` if both are typed
 */
export function refuseColumnsWithQuery(program: Program): void {
  const { columns, query } = program.opts();
  if (columns === undefined || query === undefined) return;
  const isTyped = (name: 'columns' | 'query') => program.getOptionValueSource(name) === 'cli';
  if (isTyped('columns') && isTyped('query'))
    throw new Failure('usage', '--columns and --query cannot be combined: a query chooses its own columns', {
      hint: `name the columns in the query: --query ${quoted(withColumns(query, columns))}; or choose rows with --where, where the command has it`,
    });
  program.setOptionValue(isTyped('columns') ? 'query' : 'columns', undefined);
}

/** A query for whole rows, such as `[?active]` or `[0]`. */
const WHOLE_ROWS = /^\[(?:\?[^\]]*|\d*|\*)\]$/;

/** Returns `[?active].{userName: userName}`; an example for other queries, and for headings. */
function withColumns(query: string, columns: readonly string[]): string {
  const rows = WHOLE_ROWS.test(query.trim()) ? query.trim() : '[]';
  const names = columns.every((name) => /^[a-z]\w*$/.test(name)) ? columns : ['userName', 'title'];
  return `${rows}.{${names.map((name) => `${name}: ${name}`).join(', ')}}`;
}
