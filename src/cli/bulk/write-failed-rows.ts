import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { inputLinesOf } from '../../bulk/plan/change-lines.ts';
import { correctedRowsWords } from '../../bulk/plan/plan-command.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { reasonsOf } from '../../bulk/report/failed-rows.ts';
import type { Outcome } from '../../bulk/run/journal-record.ts';
import type { OpenRun } from '../../bulk/run/runs.ts';
import { failedUndo } from '../../bulk/undo/failed-undo.ts';
import { Failure } from '../../failure/failure.ts';
import { pluralize } from '../../output/pluralize.ts';
import { writeFileAtomic, writeInPieces } from '../../storage/atomic-file.ts';
import { inputName } from '../../terminal/read-input.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import type { RunOptions } from '../options/run-options.ts';
import { checkWritable } from '../printing/check-writable.ts';
import { namesInWords } from '../writes/where-words.ts';
import { failedMoves, failedRowsOf, isSourceSame, linesOfMoves } from './failed-rows-of.ts';
import { refuseSources } from './refuse-sources.ts';
import { removeEarlierRows } from './remove-earlier-rows.ts';
import { resumeWords } from './resume-words.ts';
import { withSameConnection } from './same-connection.ts';

/**
 * Checks that the failed rows of an input can be written, before anything is sent.
 * @throws Failure `usage` if the file exists, or the input can be read only once; `storage` if its folder is
 * not writable
 */
export function checkFailedOut(input: string, out: string | undefined, mayReplace: boolean): void {
  checkRowsOut('--failed-out', input, out, mayReplace);
}

/**
 * Makes the same checks for the failed rows of a saved plan, of a run, or of several runs that are reported
 * as one.
 * @throws Failure like `checkFailedOut`; `usage` also for a single command, which has no rows, and for rows
 * of several files
 */
export function checkFailedOutOf(plans: readonly Plan[], out: string | undefined, mayReplace: boolean): void {
  if (out === undefined) return;
  const single = plans.find(hasNoRows);
  if (single !== undefined)
    throw new Failure('usage', `--failed-out writes rows of a file; "${single.source.file}" has none`, {
      hint: 'omit --failed-out',
    });
  const names = [...new Set(plans.map(({ source }) => source.file))];
  if (new Set(plans.map(sourceOf)).size > 1)
    throw new Failure(
      'usage',
      `--failed-out writes rows of one file; these runs are of ${names.length === 1 ? `several versions of ${names[0]}` : names.join(', ')}`,
      { hint: 'write the failed rows of each run alone: orgctl bulk report RUN --failed-out FILE' },
    );
  for (const name of names) checkFailedOut(name, out, mayReplace);
}

/**
 * Makes the checks for the files that a run of a saved plan writes.
 * @throws Failure like `checkFailedOutOf`; `usage` for a file that the plan was made from
 */
export async function checkOutputsOf(
  context: Context,
  plan: Plan,
  { events, failedOut, force }: RunOptions,
): Promise<void> {
  await refuseSources(context, [plan], { '--failed-out': failedOut, '--events': events });
  checkFailedOutOf([plan], failedOut, force === true);
}

/**
 * Returns the file for the failed rows of a run, undefined for a single command, which has none, if only a
 * variable names the file: a variable applies to many commands.
 */
export function failedOutFor(
  command: CommandUnknownOpts,
  plan: Plan,
  out: string | undefined,
): string | undefined {
  return hasNoRows(plan) && command.getOptionValueSource('failedOut') !== 'cli' ? undefined : out;
}

function hasNoRows({ mode }: Plan): boolean {
  return mode === 'single';
}

/** Returns what failed rows are made from: a version of a file, or the changes themselves. */
function sourceOf({ mode, move, source }: Plan): string {
  if (mode === 'undo') return 'undo';
  return move === undefined ? source.digest : 'move';
}

/** Makes the same checks for any flag that names a file for rows of the input. */
export function checkRowsOut(
  flag: string,
  input: string,
  out: string | undefined,
  mayReplace: boolean,
): void {
  if (out === undefined) return;
  if (input === '-' || input === inputName('-'))
    throw new Failure('usage', `${flag} needs a file: stdin cannot be read again`, {
      hint: 'save the input to a file, and pass that file',
    });
  checkWritable(out, mayReplace);
}

/** An applied run; several runs that are reported as one have no ID. */
type Applied = Pick<OpenRun, 'plan'> & Partial<Pick<OpenRun, 'id'>>;

/**
 * Writes the rows of a plan's source whose changes failed, with the reason in columns that readers skip.
 * Without a failure, removes the file of an earlier run.
 * @throws Failure `stale` if the source has changed since the plan was made, `storage` if the file cannot be
 * written
 */
export async function writeFailedRows(
  context: Context,
  { id, plan }: Applied,
  outcomes: ReadonlyMap<string, Outcome>,
  out: string,
): Promise<void> {
  if (plan.mode === 'undo') return writeFailedUndo(context, { plan, ...defined({ id }) }, outcomes, out);
  if (plan.move !== undefined) return writeFailedMove(context, plan, outcomes, out);
  const { source, changes } = plan;
  const reasons = reasonsOf(changes, outcomes);
  const { file } = source;
  const withoutRow = changes.filter(
    (change) => outcomes.get(change.id)?.state === 'failed' && inputLinesOf(change).length === 0,
  );
  if (withoutRow.length > 0)
    await context.messages.note(
      `${pluralize(withoutRow.length, 'failed change')} without a row in ${file}: ${namesInWords(withoutRow.map(({ name }) => name))}`,
    );
  if (reasons.size === 0) return removeEarlierRows(out);
  if (!(await isSourceSame(plan)))
    throw new Failure('stale', `cannot write the failed rows: ${file} was removed or changed`);
  await writeInPieces(out, {}, async (target) => {
    for await (const piece of failedRowsOf(context, plan, reasons)) target.write(piece);
  });
  await noteFailedRows(context, plan, reasons.size, out);
}

/**
 * A move has no source file: failures are reported like the users that could not be planned, to be corrected
 * in A.
 */
async function writeFailedMove(
  context: Context,
  plan: Plan,
  outcomes: ReadonlyMap<string, Outcome>,
  out: string,
): Promise<void> {
  const rows = failedMoves(plan, outcomes);
  if (rows.length === 0) return removeEarlierRows(out);
  writeFileAtomic(out, linesOfMoves(rows));
  await context.messages.note(
    `${pluralize(rows.length, 'failed change')} in ${out}; correct ${plan.source.file}, and run the same command again`,
  );
}

/** An undo has no source file: its rows are made from its changes. */
async function writeFailedUndo(
  context: Context,
  { id, plan }: Applied,
  outcomes: ReadonlyMap<string, Outcome>,
  out: string,
): Promise<void> {
  const failed = failedUndo(plan.changes, outcomes);
  if (failed === undefined) return removeEarlierRows(out);
  const { text, rows, left } = failed;
  if (rows > 0) {
    writeFileAtomic(out, text);
    await noteFailedRows(context, plan, rows, out);
  } else removeEarlierRows(out);
  if (left === 0) return;
  const again =
    id === undefined ? 'orgctl runs list' : resumeWords(context, { id, plan }, ['--retry-failed']);
  await context.messages.note(
    `${pluralize(left, 'failed change')} of groups cannot be written as rows; retry: ${again}`,
  );
}

function noteFailedRows(context: Context, plan: Plan, rows: number, out: string): Promise<void> {
  // A row that creates a user may have failed after the creation, and then has to update the user.
  const mode = plan.mode === 'create' ? 'upsert' : plan.mode;
  const command = withSameConnection(context, plan, correctedRowsWords(plan, mode, out));
  return context.messages.note(`${pluralize(rows, 'failed row')} in ${out}; correct and apply: ${command}`);
}
