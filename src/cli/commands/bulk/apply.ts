import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Plan } from '../../../bulk/plan/plan-file.ts';
import { chooseRun } from '../../bulk/choose-run.ts';
import { endingWithRejects } from '../../bulk/end-with-rejects.ts';
import { endWithoutRun } from '../../bulk/end-without-run.ts';
import { executeRun } from '../../bulk/execute-run.ts';
import { printDryRun } from '../../bulk/print-changes.ts';
import { printRefusedFindings } from '../../bulk/print-refused.ts';
import { type ApplyInput, openApplyInput } from '../../bulk/read-apply-input.ts';
import { checkRejects } from '../../bulk/rejects.ts';
import { runWithGuards } from '../../bulk/run-with-guards.ts';
import { checkFailedOut, checkOutputsOf } from '../../bulk/write-failed-rows.ts';
import type { Act, BareCommand, CommandModule } from '../../command-module.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { limitFlags, planScopeOf, withPlanOptions } from '../../options/bulk-options.ts';
import { withRunOptions } from '../../options/run-options.ts';
import { resultView } from '../../views/result-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox bulk apply people.csv',
      'orgctl -p sandbox bulk apply people.csv --yes -o json | jq .',
      'orgctl -p sandbox bulk apply people.csv --canary 2 --stop-on 5% --failed-out failed.csv',
      'orgctl -p sandbox bulk apply plan.json',
    ],
    lists: { columns: resultView([]).columns },
    needs: 'a user token with scope admin; 180 creates and 180 changes a minute',
    documents: ['md', 'junit', 'github'],
  });
  return declareApply(command, act);
};

type CheckPlan = (plan: Plan) => Promise<void>;

/**
 * Declares the flags and the action of a command that applies a file.
 * @param before checks the input before planning; the function it returns checks the plan of a new run
 */
export function declareApply(
  command: BareCommand,
  act: Act,
  before: (context: Context, input: ApplyInput) => Promise<CheckPlan> = async () => async () => {},
): CommandUnknownOpts {
  return withRunOptions(
    withPlanOptions(
      command.argument('<file>', 'a CSV or NDJSON of users, a group file, or a saved plan; - is stdin'),
    ),
  ).action(
    act(async (given, file, typed, self: CommandUnknownOpts) => {
      const { mode, exact, prune, createGroups, pruneGroups, ...options } = typed;
      const { limits, rest: how } = limitFlags(options);
      checkFailedOut(file, options.failedOut, options.force === true);
      checkRejects(file, options);
      const aims = planScopeOf({ exact, prune, createGroups, pruneGroups });
      const { context, input } = await printRefusedFindings(given, file, () =>
        openApplyInput(given, self, file, { mode, aims }, how),
      );
      if (input.kind === 'plan') await checkOutputsOf(context, input.plan, options);
      const lookAtPlan = await before(context, input);
      const choice = await printRefusedFindings(context, file, () =>
        chooseRun(context, input, limits, options),
      );
      if (choice.kind === 'done') {
        await endWithoutRun(context, choice, options);
        return;
      }
      if (choice.kind === 'start') await lookAtPlan(choice.plan);
      await endingWithRejects(context, choice.plan, options.rejects, () =>
        runWithGuards(context, choice, limits, {
          options,
          preview: () => printDryRun(context, choice.plan),
          run: () => executeRun(context, choice, input.withheld, undefined, options),
        }),
      );
    }),
  );
}
