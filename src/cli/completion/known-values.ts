import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Folders, namesFile } from '../../profiles/folders.ts';
import { RUN_ID } from '../../values/ids.ts';
import type { Candidate, LookUp } from './complete-words.ts';

/** Maximum number of candidates: more are no help in choosing. */
const AT_MOST = 200;

/**
 * Looks up profiles, runs and the names of earlier listings, only in files of this machine: no network, no
 * token. An unreadable file yields no candidates, because completion cannot show an error.
 */
export function knownValues(folders: Folders, profileVariable: string | undefined): LookUp {
  return (kind, prefix, profile) => {
    const stored = readProfiles(folders);
    if (kind === 'profile') return matching(['sandbox', ...stored.names].map(bare), prefix);
    if (kind === 'run') return matching(newestFirst(readRuns(folders)).map(bare), prefix);
    const of = profile ?? profileVariable ?? stored.current;
    return of === undefined ? [] : matching(readNames(namesFile(folders, of, kind), prefix), prefix);
  };
}

const bare = (value: string): Candidate => ({ value, about: '' });

function matching(candidates: readonly Candidate[], prefix: string): readonly Candidate[] {
  return candidates.filter(({ value }) => value.startsWith(prefix)).slice(0, AT_MOST);
}

function readProfiles({ config }: Folders): { names: readonly string[]; current: string | undefined } {
  const store: unknown = orUndefined(() => JSON.parse(readFileSync(join(config, 'profiles.json'), 'utf8')));
  if (typeof store !== 'object' || store === null) return { names: [], current: undefined };
  const profiles = 'profiles' in store ? store.profiles : undefined;
  const current = 'current' in store && typeof store.current === 'string' ? store.current : undefined;
  return { names: typeof profiles === 'object' && profiles !== null ? Object.keys(profiles) : [], current };
}

/** Puts "latest" before the run IDs, if there are any. */
function newestFirst(runs: readonly string[]): readonly string[] {
  return runs.length === 0 ? [] : ['latest', ...runs];
}

/** Returns the run IDs, newest first; the folder also contains the summaries of feeds. */
function readRuns({ runs }: Folders): readonly string[] {
  const names = orUndefined(() => readdirSync(join(runs, 'runs'))) ?? [];
  return names
    .filter((name) => RUN_ID.test(name))
    .sort()
    .reverse();
}

/**
 * Returns the names with a prefix, or the e-mails if no name has it. Only matching rows are split, because
 * there may be thousands.
 */
function readNames(file: string, prefix: string): readonly Candidate[] {
  const rows = (orUndefined(() => readFileSync(file, 'utf8')) ?? '').split('\n').filter((row) => row !== '');
  const named = rows.filter((row) => row.startsWith(prefix)).slice(0, AT_MOST);
  if (named.length > 0) {
    return named.map((row) => {
      const [value = '', , about = ''] = row.split('\t');
      return { value, about };
    });
  }
  return rows
    .filter((row) => row.includes(`\t${prefix}`))
    .flatMap((row) => {
      const [, email = '', about = ''] = row.split('\t');
      return email === '' ? [] : [{ value: email, about }];
    });
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
