import { readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Folders, namesFile } from '../../profiles/folders.ts';
import { writeFileAtomic } from '../../storage/atomic-file.ts';
import { makePrivateFolder } from '../../storage/private-folder.ts';
import type { Context } from '../context.ts';

/** A name that completion may offer later, with the e-mail and title of the user. */
export interface KnownName {
  readonly name: string;
  readonly email?: string | undefined;
  readonly title?: string | undefined;
}

/** Maximum number of remembered names. */
const AT_MOST = 5000;

/** Maximum length of a remembered name, in characters. */
const MAX_LENGTH = 200;

/**
 * Stores the names of a listing for completion, in addition to earlier names; the newest are kept. A folder
 * that is not writable is not an error.
 */
export async function rememberNames(
  context: Context,
  kind: 'user' | 'group',
  names: readonly KnownName[],
): Promise<void> {
  if (names.length === 0) return;
  const { profile } = await context.resolved();
  const file = namesFile(context.folders, profile.name, kind);
  const rows = new Map(
    names.map(({ name, email = '', title = '' }) => [name, [name, email, title].map(oneLine).join('\t')]),
  );
  try {
    const before = readBefore(file);
    for (const row of before) {
      const [name = ''] = row.split('\t', 1);
      if (rows.size < AT_MOST && name !== '' && !rows.has(name)) rows.set(name, row);
    }
    const after = [...rows.values()].slice(0, AT_MOST);
    if (after.join('\n') === before.join('\n')) return;
    makePrivateFolder(dirname(file));
    writeFileAtomic(file, `${after.join('\n')}\n`);
  } catch {
    return;
  }
}

/** Removes the stored names of an organization that no longer exists. */
export function forgetNames(folders: Folders, profile: string): void {
  for (const kind of ['user', 'group']) rmSync(namesFile(folders, profile, kind), { force: true });
}

/** Creates a collector for the names in passing rows, up to the maximum to remember. */
export function nameCollector<Row>(nameOf: (row: Row) => KnownName): {
  readonly names: readonly KnownName[];
  isFull(): boolean;
  take(row: Row): void;
} {
  const names: KnownName[] = [];
  const isFull = () => names.length >= AT_MOST;
  return {
    names,
    isFull,
    take: (row) => {
      if (isFull()) return;
      const known = nameOf(row);
      const { name, email = '', title = '' } = known;
      if ([name, email, title].every(({ length }) => length <= MAX_LENGTH)) names.push(known);
    },
  };
}

function readBefore(file: string): readonly string[] {
  try {
    // Only the final newline is removed: a row with an empty title ends in a tab.
    return readFileSync(file, 'utf8').replace(/\n$/, '').split('\n');
  } catch {
    return [];
  }
}

/** Keeps a name within one cell of one line, whatever the service sent. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}
