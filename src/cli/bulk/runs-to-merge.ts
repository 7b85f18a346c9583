import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadRun } from '../../bulk/report/merge-runs.ts';
import { runHolder } from '../../bulk/run/lock-run.ts';
import { isSingle, runIds } from '../../bulk/run/run-folders.ts';
import { readRunPlan, readRunRecords } from '../../bulk/run/runs.ts';
import { looksLikeExportedRun, readExportedRun } from '../../bulk/run/transfer-run.ts';
import { Failure } from '../../failure/failure.ts';
import type { RunId } from '../../values/ids.ts';
import type { Context } from '../context.ts';
import { runNamed } from './run-named.ts';
import { runsFolder } from './runs-folder.ts';

const EXPORTED = /\.ndjson(\.gz)?$/;

/**
 * Returns the runs that the arguments name: the ID of a run of this machine, "latest", a file of `runs
 * export`, or a folder with any of them. Such a folder is a `--state` folder, an `ORGCTL_HOME`, or a folder
 * of downloaded artifacts.
 * @throws Failure `usage` for an argument that names none
 */
export function runsToMerge(context: Context, words: readonly string[]): readonly ReadRun[] {
  return words.flatMap((word) => {
    const kind = statSync(word, { throwIfNoEntry: false });
    if (kind?.isDirectory() === true) return runsBelow(word);
    if (kind?.isFile() === true) return [exportedIn(word)];
    return [runIn(runsFolder(context), runNamed(context, word, 'bulk', 'runs show latest'))];
  });
}

/**
 * Returns the runs of single commands in the given folders: an audit needs them, a report of shards does not.
 */
export function commandsBelow(words: readonly string[]): readonly ReadRun[] {
  return words
    .filter((word) => statSync(word, { throwIfNoEntry: false })?.isDirectory() === true)
    .flatMap(foldersBelow)
    .flatMap((folder) =>
      runIds(folder)
        .filter((id) => isSingle(folder, id))
        .map((id) => runIn(folder, id)),
    );
}

function runsBelow(folder: string): readonly ReadRun[] {
  const found = foldersBelow(folder).flatMap((one) => [
    ...runIds(one)
      .filter((id) => !isSingle(one, id))
      .map((id) => runIn(one, id)),
    ...exportedFilesIn(one).map(exportedIn),
  ]);
  if (found.length === 0)
    throw new Failure('usage', `${folder} has no runs`, {
      hint: 'pass a --state folder, an ORGCTL_HOME, or a folder with files from "orgctl runs export"',
    });
  return found;
}

function foldersBelow(folder: string): readonly string[] {
  const below = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  return [folder, ...below];
}

/** Returns the exported runs in a folder; event files and journals are NDJSON, too. */
function exportedFilesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => EXPORTED.test(name) && !existsSync(join(folder, 'plan.json')))
    .map((name) => join(folder, name))
    .filter((file) => looksLikeExportedRun(readFileSync(file)));
}

function exportedIn(file: string): ReadRun {
  return readExportedRun(readFileSync(file), file);
}

function runIn(folder: string, id: RunId): ReadRun {
  const holder = runHolder(folder, id);
  return { id, plan: readRunPlan(folder, id), records: readRunRecords(folder, id), holder };
}
