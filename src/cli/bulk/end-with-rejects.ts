import { correctedRowsWords } from '../../bulk/plan/plan-command.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { Failure } from '../../failure/failure.ts';
import { pluralize } from '../../output/pluralize.ts';
import { inputName } from '../../terminal/read-input.ts';
import type { Context } from '../context.ts';
import { leftOutWords, linesOf } from './rejects.ts';
import { withSameConnection } from './same-connection.ts';

/**
 * Ends a command that left rows out; does nothing if there are none.
 * @param rejects the file of these rows, if it was written
 * @throws Failure `itemsFailed`
 */
export function endWithRejects(context: Context, plan: Plan, rejects?: string): void {
  const message = skippedWords(plan);
  if (message !== undefined)
    throw new Failure('itemsFailed', message, { hint: nextStep(context, plan, rejects) });
}

/**
 * Applies a plan, and ends like `endWithRejects`. If changes failed, they are the reason of the failure, and
 * the skipped rows are reported before it.
 * @throws Failure of the work; `itemsFailed` for skipped rows
 */
export async function endingWithRejects(
  context: Context,
  plan: Plan,
  rejects: string | undefined,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const message = skippedWords(plan);
    if (message !== undefined && error instanceof Failure && error.kind === 'itemsFailed')
      await context.messages.warn(`${message}; ${nextStep(context, plan, rejects)}`);
    throw error;
  }
  endWithRejects(context, plan, rejects);
}

/** Describes the skipped rows, and what is missing in other rows because of them; undefined if none is. */
function skippedWords({ rejected: issues = [], source, withoutManager }: Plan): string | undefined {
  if (issues.length === 0) return undefined;
  const { file } = source;
  const skipped = leftOutWords({ file, rows: source.rows + linesOf(issues).length, issues });
  if (withoutManager === undefined) return skipped;
  const { users, names } = withoutManager;
  const more = users > names.length ? ', …' : '';
  return `${skipped}; ${pluralize(users, 'user')} without their manager: ${names.join(', ')}${more}`;
}

function nextStep(context: Context, plan: Plan, rejects: string | undefined): string {
  const { rejected: issues = [], source, withoutManager, mode } = plan;
  const file = source.file === inputName('-') ? 'the input' : source.file;
  // Users created by this run exist already.
  const again = mode === 'create' ? `apply ${file} with --mode upsert` : `apply ${file} again`;
  // A dry run of the same command would not replace corrected rows.
  if (rejects !== undefined && context.common.dryRun !== true) {
    const command = withSameConnection(context, plan, correctedRowsWords(plan, mode, rejects));
    const managers = withoutManager === undefined ? '' : `; then, to set the managers, ${again}`;
    return `correct ${rejects}, then: ${command}${managers}`;
  }
  if (withoutManager !== undefined) return `correct these rows, and ${again}, which sets the managers too`;
  return `orgctl explain ${issues[0]?.code ?? ''}`;
}
