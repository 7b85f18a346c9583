import { statSync } from 'node:fs';
import { Failure } from '../../../failure/failure.ts';
import { isGzip, isUnreadArchive, isZip } from '../../../migration/dump-files.ts';
import { chainedId, type IdMap, reverseMap } from '../../../migration/id-map.ts';
import { buildIdTable } from '../../../migration/id-table.ts';
import { readIdMap } from '../../../migration/read-id-map.ts';
import type { Rewritten } from '../../../migration/rewrite-dump.ts';
import { createUnknownIds, type UnknownIds } from '../../../migration/unknown-ids.ts';
import { inputName } from '../../../terminal/read-input.ts';
import { defined } from '../../../values/defined.ts';
import type { CommandModule } from '../../command-module.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { checkRewriteTargets } from '../../migration/guard-rewritten.ts';
import { rewriteInto } from '../../migration/rewrite-folder.ts';
import { type RewriteFlags, withRewriteOptions } from '../../migration/rewrite-options.ts';
import { rewrittenFile } from '../../migration/rewritten-file.ts';
import { stdinReadTwice } from '../../options/refuse-stdin-twice.ts';
import {
  noteRewritten,
  warnOfCutDocuments,
  warnOfMissingProperties,
  writeRewriteReport,
} from '../../printing/rewrite-report.ts';
import {
  type RewriteJob,
  rewriteInPlace,
  rewriteToFile,
  rewriteToStdout,
} from '../../webapi/rewrite-inputs.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl migrate rewrite --map ids.csv < dump.ndjson > rewritten.ndjson',
      'orgctl migrate rewrite --map ids.csv --in-place --backup .bak notes.txt dump.ndjson',
      'orgctl migrate rewrite --map ids.csv --column user_id --column owner members.csv',
      'orgctl migrate rewrite --map ids.csv --reverse < dump.ndjson',
      'orgctl migrate rewrite --map ids.csv --out rewritten.ndjson dump.ndjson',
      'orgctl migrate rewrite --map ids.csv --out rewritten notes.txt dump.ndjson',
      'orgctl migrate rewrite --map ids.csv --out rewritten export',
    ],
    needs:
      'nothing: no token, no network; the map comes from "orgctl migrate map" or "orgctl migrate exchange"',
  });
  return withRewriteOptions(
    command.argument('[file...]', 'files to rewrite; with --out also folders, .gz and .zip (default: stdin)'),
  ).action(
    act(async (context, files, options) => {
      const { reverse, column, property, format, delimiter, report } = options;
      refuseCombinations(files, options);
      checkRewriteTargets(files, options);
      const ids = await readUsable(context, options);
      const table = buildIdTable(reverse === true ? reverseMap(ids) : ids.ids);
      const unknown = createUnknownIds(ids.invalid);
      const job = {
        table,
        unknown,
        invalid: ids.invalid,
        selection: {
          format,
          ...defined({ columns: column, properties: property, delimiter }),
        },
      };
      const results = await rewriteAll(context, job, files, options);
      await warnOfMissingProperties(context, property, results);
      await warnOfCutDocuments(context, results);
      const found = { table, unknown, isReversed: reverse === true, ...defined({ report }) };
      if (report !== undefined) await writeRewriteReport(context, report, found);
      await noteRewritten(context, found);
      if (options.failOnUnknown === true) refuseUnknown(unknown, results, options.report);
    }),
  );
};

/**
 * Reads the map, and warns if the same input must not be rewritten twice.
 * @throws Failure `invalidInput` if it cannot be read or has no pairs, `usage` if it cannot be used in place
 */
async function readUsable({ host, messages }: Context, { map, inPlace }: RewriteFlags): Promise<IdMap> {
  const ids = await readIdMap(map, host.streams.stdin);
  const name = inputName(map);
  if (ids.ids.size === 0)
    throw new Failure('invalidInput', `${name} has no pair of IDs, so nothing would be replaced`, {
      hint: 'create a map: orgctl migrate map A B --out FILE, or orgctl migrate exchange @FILE --map FILE',
    });
  const chained = chainedId(ids);
  if (chained === undefined) return ids;
  const [from, between, to] = chained;
  const chain = `${from} becomes ${between}, and ${between} becomes ${to}`;
  if (inPlace === true) throw refusedChain(name, chain);
  await messages.warn(`${name}: ${chain}; if that is right, rewrite no input twice`);
  return ids;
}

/** Rewrites to a file, to a folder, in place or to stdout. */
async function rewriteAll(
  context: Context,
  job: RewriteJob,
  files: readonly string[],
  { out, jobs, inPlace, backup }: RewriteFlags,
): Promise<readonly Rewritten[]> {
  const file = rewrittenFile(files, out);
  if (file !== undefined) return rewriteToFile(context, job, files[0] ?? '-', file);
  if (out !== undefined) return rewriteInto(context, job, files, out, jobs);
  if (inPlace === true) return rewriteInPlace(context, job, files, backup);
  return rewriteToStdout(context, job, files.length === 0 ? ['-'] : files);
}

function toFolder(inPlace: true | undefined): string {
  return inPlace === true ? 'use --out FOLDER instead of --in-place' : 'add --out FOLDER';
}

/** @throws Failure `usage` */
function refuseCombinations(
  files: readonly string[],
  { map, inPlace, out, jobs, column, property }: RewriteFlags,
): void {
  if (column !== undefined && property !== undefined)
    throw new Failure('usage', '--column is for a CSV and --property for JSON; they cannot be combined');
  if (inPlace === true && files.length === 0) throw new Failure('usage', '--in-place needs files');
  if (out !== undefined && inPlace === true)
    throw new Failure('usage', '--out and --in-place contradict each other; give one');
  if (out === '-')
    throw new Failure('usage', '--out needs a file or a folder', {
      hint: 'leave it out to write to stdout',
    });
  if (out !== undefined && files.length === 0) throw new Failure('usage', '--out needs files or folders');
  if (jobs !== undefined && out === undefined) throw new Failure('usage', '--jobs needs --out');
  const archive = files.find(isUnreadArchive);
  if (archive !== undefined)
    throw new Failure(
      'usage',
      `${archive} is an archive of an unsupported type; only .zip and .gz are supported`,
      {
        hint: 'unpack it, and rewrite the folder with --out FOLDER',
      },
    );
  const folder = files.find((file) => statSync(file, { throwIfNoEntry: false })?.isDirectory() === true);
  if (folder !== undefined && out === undefined)
    throw new Failure('usage', `${folder} is a folder, and folders need --out`, {
      hint: toFolder(inPlace),
    });
  const packed = files.find((file) => isGzip(file) || isZip(file));
  if (packed !== undefined && out === undefined)
    throw new Failure('usage', `${packed} is compressed, and compressed files need --out`, {
      hint: toFolder(inPlace),
    });
  if (map === '-' && files.length === 0) throw stdinReadTwice(['--map', 'the input']);
}

/**
 * Returns the Failure `usage` for a map in which a new ID is also an old one: after an interruption, the same
 * command would rewrite finished files a second time.
 */
function refusedChain(name: string, chain: string): Failure {
  return new Failure('usage', `--in-place cannot be repeated with ${name}: ${chain}`, {
    hint: 'write new files instead: --out FOLDER',
  });
}

/**
 * @throws Failure `itemsFailed` for IDs that the map does not have, and for archives that were copied,
 * because their IDs are unknown
 */
function refuseUnknown(unknown: UnknownIds, results: readonly Rewritten[], report?: string): void {
  if (unknown.total() > 0)
    throw new Failure('itemsFailed', 'the input has IDs that are not in the map', {
      hint: report === undefined ? 'to list them: --report FILE' : `they are listed in ${report}`,
    });
  const unread = results.filter(({ leftOut }) => leftOut === 'archive').map(({ file }) => file);
  if (unread.length > 0)
    throw new Failure('itemsFailed', `IDs in ${unread.join(', ')} were not rewritten`, {
      hint: 'unpack them first',
    });
}
