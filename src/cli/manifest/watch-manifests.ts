import { existsSync, type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { asFailure, Failure, systemErrorCode } from '../../failure/failure.ts';
import { Interrupted } from '../../failure/interrupted.ts';
import { findManifests } from '../../manifest/find-manifests.ts';
import type { Context } from '../context.ts';

/** Editors write a file in several steps; milliseconds until a changed file is read. */
const SETTLE = 50;

/**
 * Runs a check, and again after every change of the given files, until a signal. A failed check is printed,
 * and watching continues. Changes of other files do not start a check: the check may write a report to the
 * same folder.
 * @param baseline a file that the check reads, too; undefined if it writes it
 * @throws Failure `usage` for stdin, Interrupted at the signal
 */
export async function watchManifests(
  context: Context,
  words: readonly string[],
  baseline: string | undefined,
  round: () => Promise<void>,
): Promise<never> {
  if (words.includes('-')) throw new Failure('usage', '--watch needs files: stdin cannot be read again');
  const given = words.length === 0 ? ['.'] : words;
  const seen = () => stateOf(given, baseline);
  const { messages, shutdown, host } = context;
  const drain = shutdown.drain();
  try {
    while (!shutdown.signal.aborted) {
      // Watching starts before the files are read, so that no change is missed.
      let watching = openWatchers(given, shutdown.signal);
      const before = await seen();
      await messages.note('checking manifests');
      await reported(context, round);
      await messages.note('watching for changes; press Ctrl-C to stop');
      while (!shutdown.signal.aborted) {
        await watching.changed;
        if (shutdown.signal.aborted) break;
        await host.sleep(SETTLE);
        watching = openWatchers(given, shutdown.signal);
        if ((await seen()) !== before) break;
      }
      watching.stop();
    }
  } finally {
    drain.done();
  }
  throw new Interrupted(shutdown.cause());
}

/** Returns a text that differs if a file to check was added, removed or written. */
async function stateOf(words: readonly string[], baseline: string | undefined): Promise<string> {
  try {
    const { files } = await findManifests(words);
    const paths = [...files.map(({ path }) => path), ...(baseline === undefined ? [] : [baseline])];
    return paths.map((path) => `${path} ${writtenAt(path)}`).join('\n');
  } catch (error) {
    // A file that is missing or not accessible, which the check reports; that may change.
    return asFailure(error).message;
  }
}

function writtenAt(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.mtimeMs} ${found.size} ${found.ino}`;
}

async function reported({ messages }: Context, round: () => Promise<void>): Promise<void> {
  try {
    await round();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await messages.note(`error: ${error.message}`);
  }
}

interface Watching {
  /** Resolves at the first change or at the signal; watching ends then. */
  readonly changed: Promise<void>;
  /** Ends watching. */
  readonly stop: () => void;
}

function openWatchers(words: readonly string[], signal: AbortSignal): Watching {
  const watchers: FSWatcher[] = [];
  let stop: () => void = () => {};
  const changed = new Promise<void>((resolve) => {
    const done = () => {
      for (const one of watchers.splice(0)) one.close();
      signal.removeEventListener('abort', done);
      resolve();
    };
    stop = done;
    signal.addEventListener('abort', done);
    for (const word of words) watchers.push(watcherFor(word, done));
    if (signal.aborted) done();
  });
  return { changed, stop: () => stop() };
}

/** Watches the folder of a file, because an editor may replace the file. */
function watcherFor(word: string, onChange: () => void): FSWatcher {
  const isFolder = existsSync(word) && statSync(word).isDirectory();
  const folder = isFolder ? word : folderOf(word);
  const isMeant = (name: string | null) =>
    isFolder || /[*?{[]/.test(word) ? /\.(?:json|ya?ml)$/i.test(name ?? '') : name === basename(word);
  try {
    return watch(folder, { recursive: isFolder || folder !== dirname(word) }, (_, name) => {
      if (name === null || isMeant(name)) onChange();
    });
  } catch (error) {
    throw new Failure('invalidInput', `cannot watch ${folder}: ${systemErrorCode(error) ?? 'read error'}`, {
      cause: error,
    });
  }
}

/** Returns the folder above the first pattern of an argument. */
function folderOf(word: string): string {
  let folder = dirname(word);
  while (/[*?{[]/.test(folder)) folder = dirname(folder);
  return folder;
}
