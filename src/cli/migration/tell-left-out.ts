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
  'not text': ['note', 'file copied as it is, not text', 'files copied as they are, not text'],
  archive: [
    'warn',
    'archive copied as it is, its IDs stay; unpack it first',
    'archives copied as they are, their IDs stay; unpack them first',
  ],
  'none of the columns': [
    'warn',
    'CSV file copied as it is, with none of the columns',
    'CSV files copied as they are, with none of the columns',
  ],
  'link in an archive': [
    'note',
    'link in an archive copied as it is',
    'links in archives copied as they are',
  ],
  link: ['warn', 'link skipped', 'links skipped'],
  'no file': ['warn', 'socket, pipe or device skipped', 'sockets, pipes or devices skipped'],
};

/** Prints which files were not rewritten, with one line per kind. */
export async function tellLeftOut({ messages }: Context, results: readonly Rewritten[]): Promise<void> {
  for (const [kind, [how, one, many]] of Object.entries(WORDS)) {
    const files = results.flatMap(({ file, leftOut }) => (leftOut === kind ? [file] : []));
    if (files.length === 0) continue;
    const shown = files.slice(0, NAMED).join(', ');
    const more = files.length > NAMED ? ` and ${files.length - NAMED} more; -o json lists all` : '';
    const count = withCommas(files.length);
    await messages[how](`${count} ${files.length === 1 ? one : many}: ${shown}${more}`);
  }
}
