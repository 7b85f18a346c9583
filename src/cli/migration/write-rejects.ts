import { csvLine } from '../../csv/csv-line.ts';
import { Failure } from '../../failure/failure.ts';
import { REJECT_HEADING, type Reject } from '../../migration/move/reject.ts';
import { pluralize } from '../../output/pluralize.ts';
import { hasEarlierRows, mustWriteRows, removeEarlierRows } from '../bulk/remove-earlier-rows.ts';
import { recordedWords } from '../command-words.ts';
import type { Context } from '../context.ts';
import { checkWritable } from '../printing/check-writable.ts';
import { withOutput } from '../printing/with-output.ts';

/** Returns the same command: without a flag such as --wave or --domain it would change others. */
function sameCommand({ host, secrets }: Context): string {
  return recordedWords(host.argv, secrets.redact);
}

/** Checks that the rejects can be written, before anything is read. @throws Failure `usage`, `storage` */
export function checkMoveRejects(file: string | undefined, force: boolean): void {
  // Whether they are the rejects of a dry run is known once both organizations are read.
  checkWritable(file, force || (file !== undefined && hasEarlierRows(file)));
}

/** Number of rejects that an error names. */
const NAMED = 10;

/**
 * Writes the rejects of a plan to a file, if one is given. Without a reject, an earlier file is removed,
 * because it would seem to belong to this plan.
 * @throws Failure `stale` with the conflicts with B, if no file is given; `usage` for an existing file of
 * other rejects, without `force`
 */
export async function writeRejects(
  context: Context,
  rejects: readonly Reject[],
  file: string | undefined,
  force: boolean,
): Promise<void> {
  if (file === undefined) {
    if (rejects.length > 0) throw notMovedFailure(context, rejects);
    return;
  }
  if (await mustWriteRows(file, force, () => textOf(rejects))) {
    if (rejects.length === 0) return removeEarlierRows(file);
    await withOutput(context, { file, force }, async (output) => {
      for (const line of textOf(rejects)) await output.write(line);
    });
  }
  if (rejects.length > 0)
    await context.messages.warn(`${pluralize(rejects.length, 'value')} of A cannot be moved; see ${file}`);
}

function* textOf(rejects: readonly Reject[]): Generator<string> {
  if (rejects.length > 0) yield csvLine(REJECT_HEADING);
  for (const { line, name, id, attribute, value, code, message } of rejects)
    yield csvLine([line === 0 ? '' : String(line), name, id, attribute, value, code, message]);
}

function notMovedFailure(context: Context, rejects: readonly Reject[]): Failure {
  return new Failure(
    'stale',
    `${pluralize(rejects.length, 'value')} of A cannot be moved; nothing was planned`,
    {
      issues: rejects.slice(0, NAMED).map(({ code, attribute, name, message }) => ({
        code,
        path: attribute === 'row' ? '' : attribute,
        message: name === '' ? message : `${name}: ${message}`,
      })),
      hint: `write them to a file and plan the rest: ${sameCommand(context)} --rejects rejects.csv`,
    },
  );
}
