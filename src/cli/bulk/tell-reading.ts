import type { BlankMember } from '../../bulk/input/blank-members.ts';
import { formatPlace } from '../../failure/issue.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { Context } from '../context.ts';

/** How a file is written is said when it was found out. */
export async function tellDialect(
  { messages }: Context,
  file: string,
  dialect: string | undefined,
): Promise<void> {
  if (dialect !== undefined) await messages.note(`${file}: recognized ${dialect}`);
}

/**
 * What a map leaves out is said; a column must not get lost by a forgotten line.
 * @param placeholders numbers that were read as blank, in words
 */
export async function tellUnused(
  { messages }: Context,
  unused: readonly string[],
  placeholders?: string,
): Promise<void> {
  if (unused.length > 0) await messages.note(`ignored columns: ${unused.join(', ')}`);
  if (placeholders !== undefined) await messages.note(placeholders);
}

/** Rows of a group file that are warned of; a column that is not filled would give one for each group. */
const MOST_BLANK = 5;

/** A member may be missing where a row names none, although other rows name members of its group. */
export async function warnOfBlankMembers({ messages }: Context, rows: readonly BlankMember[]): Promise<void> {
  for (const { group, at } of rows.slice(0, MOST_BLANK))
    await messages.warn(
      `${formatPlace(at)} member: blank, so the row changes nothing: other rows name members of "${group}"; name a user by ID, e-mail or userName, or delete the row`,
    );
  const more = rows.length - MOST_BLANK;
  if (more > 0) await messages.warn(`${pluralize(more, 'more row')} with a blank member`);
}
