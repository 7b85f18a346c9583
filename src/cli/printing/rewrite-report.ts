import { csvLine } from '../../csv/csv-line.ts';
import type { IdTable } from '../../migration/id-table.ts';
import type { Rewritten } from '../../migration/rewrite-dump.ts';
import { MAX_NAMED, type UnknownIds } from '../../migration/unknown-ids.ts';
import { withCommas } from '../../output/pluralize.ts';
import { asQuestion, suggest } from '../../values/suggest.ts';
import type { Context } from '../context.ts';
import { withOutput } from './with-output.ts';

/** Maximum number of unknown IDs named in the summary. */
const NAMED_IN_SUMMARY = 5;

/** The IDs that a rewrite found. */
export interface RewrittenIds {
  readonly table: IdTable;
  readonly unknown: UnknownIds;
  /** Whether new IDs are replaced by old ones. */
  readonly isReversed: boolean;
  /** The file that lists all IDs; absent if none was written. */
  readonly report?: string;
}

/**
 * Prints a summary to stderr: what was replaced (with --dry-run: what would be), which IDs were unknown, and
 * whether the reversed map would restore the input.
 */
export async function noteRewritten(
  { messages, common }: Context,
  { table, unknown, isReversed, report }: RewrittenIds,
): Promise<void> {
  let [ids, places, kept] = [0, 0, 0];
  for (const { replacement, count } of table.counted()) {
    if (replacement === undefined) kept += count;
    else {
      ids += 1;
      places += count;
    }
  }
  const isDry = common.dryRun === true;
  const what = `${withCommas(places)} ${places === 1 ? 'ID' : 'IDs'}, ${withCommas(ids)} different`;
  const written = report === undefined ? 'nothing was written' : `only ${report} was written`;
  await messages.note(isDry ? `would replace ${what}; ${written}` : `replaced ${what}`);
  if (unknown.total() > 0) await messages.warn(unknownWords(unknown, report));
  if (kept > 0) {
    const [were, them] =
      kept === 1 ? ['1 ID was already', 'it'] : [`${withCommas(kept)} IDs were already`, 'them'];
    await messages.warn(
      isReversed
        ? `${were} old; without --reverse, the map would also replace ${them}`
        : `${were} new; --reverse would also replace ${them}`,
    );
  }
}

/** Warns of requested properties that no document has: nothing was replaced for them. */
export async function warnOfMissingProperties(
  { messages }: Context,
  properties: readonly string[] = [],
  results: readonly Rewritten[],
): Promise<void> {
  const read = results.filter(({ leftOut }) => leftOut === undefined);
  if (read.length === 0) return;
  for (const name of properties) {
    if (!read.every(({ absent = [] }) => absent.includes(name))) continue;
    const others = new Set(read.flatMap(({ others = [] }) => others));
    const question = asQuestion(suggest(name, [...others]));
    await messages.warn(`no document has the property "${name}"${question}`);
  }
}

/** Warns of truncated JSON: the rest of an interrupted export is missing, and so are its IDs. */
export async function warnOfCutDocuments(
  { messages }: Context,
  results: readonly Rewritten[],
): Promise<void> {
  const files = results.flatMap(({ file, isCut }) => (isCut === true ? [file] : []));
  if (files.length === 0) return;
  const shown = files.slice(0, NAMED_IN_SUMMARY).join(', ');
  const more =
    files.length > NAMED_IN_SUMMARY ? ` and ${withCommas(files.length - NAMED_IN_SUMMARY)} more` : '';
  await messages.warn(
    files.length === 1
      ? `${shown} ends in the middle of a JSON document`
      : `${withCommas(files.length)} files end in the middle of a JSON document: ${shown}${more}`,
  );
}

function unknownWords(unknown: UnknownIds, report = '--report FILE'): string {
  const names = [...unknown.named().keys()];
  const shown = names.slice(0, NAMED_IN_SUMMARY).join(', ');
  if (unknown.total() === 1) return `1 ID of a user is not in the map: ${shown}`;
  const different = unknown.isCut() ? `more than ${withCommas(MAX_NAMED)}` : withCommas(names.length);
  const more = names.length > NAMED_IN_SUMMARY ? ', …' : '';
  return `${withCommas(unknown.total())} IDs of users are not in the map, ${different} different: ${shown}${more}; ${report} lists all`;
}

interface ReportedId {
  readonly id: string;
  readonly replacement: string;
  readonly count: number;
  readonly state: 'replaced' | 'new already' | 'old already' | 'unknown';
}

/** Writes all IDs that were found to a file: JSON if its name ends in .json, else CSV. */
export async function writeRewriteReport(context: Context, file: string, found: RewrittenIds): Promise<void> {
  const isJson = /\.json$/i.test(file);
  await withOutput(context, { file, force: true }, async (output) => {
    let before = isJson ? '[\n' : csvLine(['id', 'replacement', 'count', 'state']);
    for (const row of reportedIds(found)) {
      await output.write(
        before +
          (isJson ? JSON.stringify(row) : csvLine([row.id, row.replacement, String(row.count), row.state])),
      );
      before = isJson ? ',\n' : '';
    }
    await output.write(isJson ? (before === '[\n' ? '[]\n' : '\n]\n') : before);
  });
}

function* reportedIds({ table, unknown, isReversed }: RewrittenIds): Generator<ReportedId> {
  const kept = isReversed ? 'old already' : 'new already';
  for (const { id, replacement, count } of table.counted()) {
    if (replacement === undefined) yield { id, replacement: '', count, state: kept };
    else yield { id, replacement, count, state: 'replaced' };
  }
  for (const [id, count] of unknown.named()) yield { id, replacement: '', count, state: 'unknown' };
}
