import { csvLine } from '../../csv/csv-line.ts';
import { Failure } from '../../failure/failure.ts';
import { REJECT_HEADING, type Reject } from '../../migration/move/reject.ts';
import { pluralize } from '../../output/pluralize.ts';
import { removeEarlierRows } from '../bulk/remove-earlier-rows.ts';
import { recordedWords } from '../command-words.ts';
import type { Context } from '../context.ts';
import { withOutput } from '../printing/with-output.ts';

/** Returns the same command: without a flag such as --wave or --domain it would change others. */
function again({ host, secrets }: Context): string {
  return recordedWords(host.argv, secrets.redact);
}

/** Number of rejects that an error names. */
const NAMED = 10;

/**
 * Writes the rejects of a plan to a file, if one is given. Without a reject, an earlier file is removed,
 * because it would seem to belong to this plan.
 * @throws Failure `stale` with the conflicts with B, if no file is given
 */
export async function writeRejects(
  context: Context,
  rejects: readonly Reject[],
  file: string | undefined,
  force: boolean,
): Promise<void> {
  if (rejects.length === 0) {
    if (file !== undefined && force) removeEarlierRows(file);
    return;
  }
  if (file === undefined)
    throw new Failure(
      'stale',
      `${pluralize(rejects.length, 'value')} of A cannot be moved; nothing was planned`,
      {
        issues: rejects.slice(0, NAMED).map(({ code, attribute, name, message }) => ({
          code,
          path: attribute === 'row' ? '' : attribute,
          message: name === '' ? message : `${name}: ${message}`,
        })),
        hint: `write them to a file and plan the rest: ${again(context)} --rejects rejects.csv`,
      },
    );
  await withOutput(context, { file, force }, async (output) => {
    await output.write(csvLine(REJECT_HEADING));
    for (const { line, name, id, attribute, value, code, message } of rejects)
      await output.write(
        csvLine([line === 0 ? '' : String(line), name, id, attribute, value, code, message]),
      );
  });
  await context.messages.warn(`${pluralize(rejects.length, 'value')} of A cannot be moved; see ${file}`);
}
