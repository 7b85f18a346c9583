import type { BlankMember } from '../../bulk/input/blank-members.ts';
import { hasRowFilter, type InputReading } from '../../bulk/input/reading.ts';
import { formatPlace } from '../../failure/issue.ts';
import { pluralize } from '../../output/pluralize.ts';
import { listed } from '../../values/listed.ts';
import type { Context } from '../context.ts';

/** Prints the dialect of a file if it was detected. */
export async function noteDialect(
  { messages }: Context,
  file: string,
  dialect: string | undefined,
): Promise<void> {
  if (dialect !== undefined) await messages.note(`${file}: recognized ${dialect}`);
}

/**
 * Prints that flags select no row of a file: "nothing to change" alone would be misleading.
 * @param rows number of rows of the file
 * @param selected number of selected rows, those of other shards and those with findings included
 */
export async function noteNoRowsSelected(
  { messages }: Context,
  file: string,
  { rows, selected }: { readonly rows: number; readonly selected: number },
  reading: InputReading = {},
): Promise<void> {
  if (selected > 0 || !hasRowFilter(reading)) return;
  const { where, skip, first } = reading;
  const flags = Object.entries({ where, skip, first }).filter(([, choice]) => choice !== undefined);
  const names = listed(
    flags.map(([name]) => `--${name}`),
    'and',
  );
  await messages.note(`0 of ${pluralize(rows, 'row')} of ${file} are selected by ${names}`);
}

/**
 * Prints the columns that the map ignores, because a column may be missing from the map by mistake.
 * @param placeholders a note about numbers that were read as blank
 */
export async function noteIgnoredColumns(
  { messages }: Context,
  unused: readonly string[],
  placeholders?: string,
): Promise<void> {
  if (unused.length > 0) await messages.note(`ignored columns: ${unused.join(', ')}`);
  if (placeholders !== undefined) await messages.note(placeholders);
}

/**
 * Number of rows of a group file that are warned about; an empty member column would yield one warning per
 * group.
 */
const MAX_BLANK = 5;

/**
 * Warns about rows without a member whose group has members in other rows: the member may be missing by
 * mistake.
 */
export async function warnOfBlankMembers({ messages }: Context, rows: readonly BlankMember[]): Promise<void> {
  for (const { group, at } of rows.slice(0, MAX_BLANK))
    await messages.warn(
      `${formatPlace(at)} member: blank, so the row changes nothing: other rows name members of "${group}"; name a user by ID, e-mail or userName, or delete the row`,
    );
  const more = rows.length - MAX_BLANK;
  if (more > 0) await messages.warn(`${pluralize(more, 'more row')} with a blank member`);
}
