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
