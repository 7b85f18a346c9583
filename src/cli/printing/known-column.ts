import { Failure } from '../../failure/failure.ts';
import type { View } from '../../output/view.ts';
import { asQuestion, suggest } from '../../values/suggest.ts';
import type { CommonOptions } from '../options/common-options.ts';

/**
 * Checks --columns and --query against a view. @throws Failure `usage` for an unknown column or a malformed
 * query
 */
export async function checkFlags<Row>(
  { columns = [], query }: CommonOptions,
  view: View<Row>,
): Promise<void> {
  for (const name of columns) knownColumn(name, view);
  if (query === undefined) return;
  const { queryOf } = await import('../../output/query.ts');
  queryOf(query);
}

/** Returns the name of a column, given its name or heading. @throws Failure `usage` for an unknown column */
export function knownColumn<Row>(name: string, view: View<Row>): string {
  const names = view.columns.map((column) => column.name);
  const wanted = name.toLowerCase();
  const found =
    names.find((known) => known.toLowerCase() === wanted) ??
    view.columns.find(({ heading }) => heading.toLowerCase() === wanted)?.name;
  if (found !== undefined) return found;
  if (names.length === 0)
    throw new Failure('usage', '--columns chooses columns of a list, and this format prints one object', {
      hint: '--query EXPRESSION chooses parts of it',
    });
  const suggestion = suggest(name, names);
  throw new Failure('usage', `there is no column "${name}"${asQuestion(suggestion)}`, {
    hint: `--columns takes ${names.join(',')}`,
  });
}
