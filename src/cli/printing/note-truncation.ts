import type { Context } from '../context.ts';

/** Says that a list goes on where it was cut; a list is never cut in silence. */
export async function noteTruncation(
  { messages }: Context,
  shown: number,
  total: number | undefined,
): Promise<void> {
  if (total === undefined || shown >= total) return;
  const count = (number: number) => number.toLocaleString('en-US');
  await messages.note(`${count(shown)} of ${count(total)}; --limit ${total} or -o ndjson shows all`);
}
