import { existsSync } from 'node:fs';
import type { UndoPart } from '../../../bulk/undo/undo-part.ts';
import { Failure } from '../../../failure/failure.ts';
import { formatPlace } from '../../../failure/issue.ts';
import { pluralize } from '../../../output/pluralize.ts';
import { isUserId } from '../../../rules/user-id.ts';
import { RUN_ID } from '../../../values/ids.ts';
import { beforeRun } from '../../bulk/before-run.ts';
import { chooseUndo, type UndoChoice } from '../../bulk/choose-undo.ts';
import { endUndoneRun, recordNothingLeft } from '../../bulk/end-undone-run.ts';
import { executeRun } from '../../bulk/execute-run.ts';
import { aboutRunToUndo, type LatestOf, latestOfCommand } from '../../bulk/latest-of.ts';
import { printDryRun, printNothing } from '../../bulk/print-changes.ts';
import { removeEarlierRows } from '../../bulk/remove-earlier-rows.ts';
import { runWithGuards } from '../../bulk/run-with-guards.ts';
import { checkOutputsOf } from '../../bulk/write-failed-rows.ts';
import type { CommandModule } from '../../command-module.ts';
import { quoted } from '../../command-words.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { namedPeople } from '../../identity/named-people.ts';
import { limitFlags, withLimitOptions } from '../../options/bulk-options.ts';
import { type RunOptions, withRunOptions } from '../../options/run-options.ts';
import { partFlags, withUndoPartOptions } from '../../options/undo-options.ts';
import { checkWritable } from '../../printing/check-writable.ts';
import { resultView } from '../../views/result-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  const latest = latestOfCommand(command);
  describe(command, {
    examples: [
      'orgctl -p sandbox undo latest --dry-run',
      'orgctl -p sandbox undo latest --max-deactivate 10',
      'orgctl -p sandbox undo latest --where \'department eq "Support"\'',
      'orgctl -p sandbox undo latest --only magnus.dahl --only zoe.lemaire',
      'orgctl -p sandbox undo latest --canary 1 --stop-on 5% --events events.ndjson --yes',
    ],
    documents: ['md', 'junit', 'github'],
    lists: { columns: resultView([]).columns },
    needs: 'a user token with scope admin; one read for each 1000 users, then two calls for each change',
  });
  return withRunOptions(
    withUndoPartOptions(withLimitOptions(command.argument('<run>', aboutRunToUndo(latest)))),
  ).action(
    act(async (given, name, flags) => {
      const { limits, rest } = limitFlags(flags);
      const { part: chosen, options } = partFlags(rest);
      refuseUserForRun(name, latest);
      const context = given.forRun(1);
      const part = await withNamesOfLists(context, chosen);
      const found = await beforeRun(context, () => chooseUndo(context, name, part, latest));
      const { undone, choice, kept } = found;
      for (const { at, message } of kept)
        await context.messages.warn(`${at === undefined ? '' : `${formatPlace(at)}: `}${message}`);
      if (choice.kind === 'done') {
        await endWithoutChange(context, found, choice.why, options);
      } else {
        const { plan } = choice;
        await checkOutputsOf(context, plan, options);
        await runWithGuards(context, choice, limits, {
          options,
          preview: () => printDryRun(context, plan),
          run: () =>
            executeRun(
              context,
              choice,
              new Map(),
              (run) => endUndoneRun(context, undone, run, plan.part),
              options,
            ),
        });
      }
      await endWithUnchanged(context, found, options.failedOut);
    }),
  );
};

/**
 * Ends a command that finds nothing to undo. Failed rows of an earlier run are removed, because they would
 * seem to belong to this one.
 * @throws Failure `usage`, `storage` like an undo, if the file of failed rows exists or cannot be written
 */
async function endWithoutChange(
  context: Context,
  { undone, completes }: UndoChoice,
  why: string,
  { failedOut, force }: RunOptions,
): Promise<void> {
  checkWritable(failedOut, force);
  await printNothing(context, why);
  if (context.common.dryRun === true) return;
  if (failedOut !== undefined) removeEarlierRows(failedOut);
  if (completes === true) await recordNothingLeft(context, undone);
}

/**
 * Tells why no file of failed rows was written, if items were only left unchanged.
 * @throws Failure `itemsFailed` for items that were left unchanged
 */
async function endWithUnchanged(
  { common, messages }: Context,
  { undone, choice, kept }: UndoChoice,
  failedOut: string | undefined,
): Promise<void> {
  if (kept.length === 0) return;
  const isDry = common.dryRun === true;
  if (!isDry && failedOut !== undefined && !existsSync(failedOut))
    await messages.note(`${failedOut} was not written: no change failed, items were left unchanged`);
  // A preview of possible changes succeeds; without any change, the values left unchanged are the result.
  if (isDry && choice.kind !== 'done') return;
  const were = kept.length === 1 ? 'was' : 'were';
  throw new Failure(
    'itemsFailed',
    `${pluralize(kept.length, 'item')} of run ${undone} ${isDry ? 'would be' : were} left unchanged`,
  );
}

/** @throws Failure `usage` for the name of a user in place of a run */
function refuseUserForRun(name: string, latest: LatestOf): void {
  if (name === 'latest' || RUN_ID.test(name) || !(isUserId(name) || /[.@]/.test(name))) return;
  const undo = latest === 'any' ? 'undo' : 'bulk undo';
  throw new Failure('usage', `there is no run "${name}"; --only selects a user of a run`, {
    hint: `orgctl ${undo} latest --only ${quoted(name)}`,
  });
}

/**
 * Expands the lists of --only. An empty list is refused, so that it does not undo the changes of all users.
 */
async function withNamesOfLists(context: Context, { only, ...rest }: UndoPart): Promise<UndoPart> {
  if (only === undefined) return rest;
  return { ...rest, only: (await namedPeople(context, only)).map(({ name }) => name) };
}
