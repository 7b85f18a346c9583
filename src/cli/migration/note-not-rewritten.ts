import type { NotRewritten, Rewritten } from '../../migration/rewrite-dump.ts';
import { withCommas } from '../../output/pluralize.ts';
import type { Context } from '../context.ts';

/** Number of files that are named. */
const NAMED = 5;

/**
 * Messages for files that were not searched for IDs; a warning if the file is missing from the result or
 * still contains IDs to rewrite.
 */
const WORDS: Readonly<Record<NotRewritten, readonly [how: 'note' | 'warn', one: string, many: string]>> = {
  'not text': ['note', 'file copied unchanged: not text', 'files copied unchanged: not text'],
  archive: [
    'warn',
    'archive copied with its IDs unchanged; unpack it first',
    'archives copied with their IDs unchanged; unpack them first',
  ],
  'none of the columns': [
    'warn',
    'CSV file copied unchanged: none of the columns',
    'CSV files copied unchanged: none of the columns',
  ],
  'link in an archive': ['note', 'link in an archive copied unchanged', 'links in archives copied unchanged'],
  link: ['warn', 'link skipped', 'links skipped'],
  'no file': ['warn', 'socket, pipe or device skipped', 'sockets, pipes or devices skipped'],
};

/** Prints which files were not rewritten, with one line per kind. */
export async function noteNotRewritten({ messages }: Context, results: readonly Rewritten[]): Promise<void> {
  for (const [kind, [how, one, many]] of Object.entries(WORDS)) {
    const files = results.flatMap(({ file, leftOut }) => (leftOut === kind ? [file] : []));
    if (files.length === 0) continue;
    const shown = files.slice(0, NAMED).join(', ');
    const more = files.length > NAMED ? ` and ${files.length - NAMED} more; -o json lists all` : '';
    const count = withCommas(files.length);
    await messages[how](`${count} ${files.length === 1 ? one : many}: ${shown}${more}`);
  }
}
