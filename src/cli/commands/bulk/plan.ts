import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { checkGuards } from '../../../bulk/plan/guards.ts';
import { type Plan, printPlan } from '../../../bulk/plan/plan-file.ts';
import { Failure } from '../../../failure/failure.ts';
import { writeFileAtomic } from '../../../storage/atomic-file.ts';
import { beforeRun } from '../../bulk/before-run.ts';
import { COMPARED_VIEW, compareWithLast } from '../../bulk/compare-last.ts';
import { explainRow, STEP_VIEW } from '../../bulk/explain-row.ts';
import { type InputOptions, resolveInputOptions, sharesOf } from '../../bulk/input-options.ts';
import { makePlan } from '../../bulk/make-plan.ts';
import { planDocument } from '../../bulk/plan-document.ts';
import { printChanges } from '../../bulk/print-changes.ts';
import { printingRefusal } from '../../bulk/print-refused.ts';
import { type InputUse, readBulkInput } from '../../bulk/read-bulk-input.ts';
import { rehearsePlan } from '../../bulk/rehearse-plan.ts';
import { checkRejects, endWithRejects } from '../../bulk/rejects.ts';
import { overSameConnection } from '../../bulk/same-connection.ts';
import { tellPlan } from '../../bulk/tell-plan.ts';
import type { CommandModule } from '../../command-module.ts';
import { quoted } from '../../command-words.ts';
import type { Context } from '../../context.ts';
import { endingIf } from '../../ending.ts';
import { describe } from '../../help-format.ts';
import { limitFlags, planScopeOf, withPlanOptions } from '../../options/bulk-options.ts';
import { withExitCodeOption } from '../../options/exit-code-option.ts';
import type { FeedOptions } from '../../options/feed-options.ts';
import { unusedBeside } from '../../options/ignore-variables.ts';
import { limitsOf } from '../../options/limits-of.ts';
import { parseCount } from '../../options/parse-values.ts';
import { withStateOption } from '../../options/state-option.ts';
import { documentFormat } from '../../printing/print-document.ts';
import { refuseExisting } from '../../printing/refuse-existing.ts';
import { CHANGE_VIEW, PLAN_VIEW } from '../../views/change-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox bulk plan people.csv',
      'orgctl -p sandbox bulk plan people.csv --rehearse',
      'orgctl -p sandbox bulk plan people.csv -o md',
      'orgctl -p sandbox bulk plan people.csv --out plan.json && orgctl -p sandbox bulk apply plan.json',
    ],
    lists: { columns: CHANGE_VIEW.columns },
    needs: 'a user token with scope admin; one read for each 1000 users',
    documents: ['md'],
  });
  return withExitCodeOption(
    withStateOption(
      withPlanOptions(command.argument('<file>', 'a CSV or NDJSON of users, or a group file; - is stdin')),
    ),
    'something would change',
  )
    .option('--out <file>', 'save the plan to a file for "bulk apply", for example plan.json')
    .option('--force', 'replace the file')
    .option(
      '--rehearse',
      'apply the plan to a sandbox copy of the organization, and show what the service would refuse',
    )
    .addOption(explainOption())
    .option('--compare-last', 'show how the plan differs from the plan applied last for this file')
    .action(
      act(
        async (
          given,
          file,
          { mode, out, force, rehearse, detailedExitcode, explain, compareLast, ...options },
          parsed,
        ) => {
          const { limits, rest } = limitFlags(options);
          const { exact, prune, createGroups, pruneGroups, ...how } = rest;
          const aims = planScopeOf({ exact, prune, createGroups, pruneGroups });
          if (explain !== undefined) refuseWithExplain(parsed);
          else refuseExisting(out, force);
          checkRejects(file, { ...options, force });
          // A row is explained even if other rows have findings.
          const read = await resolveInputOptions(
            given,
            explain === undefined ? how : { ...how, onBadRow: 'skip' },
          );
          const context = given.forRun(sharesOf(read.reading));
          const feed = explain === undefined ? options : { isSilent: true as const };
          const { input, made } = await printingRefusal(context, file, () =>
            readAndPlan(context, file, { mode, aims }, { read, feed }),
          );
          const { plan, guarded, ...before } = made;
          if (explain !== undefined)
            return printExplained(context, file, explain, { input, made, map: read.map });
          await printPlanned(context, plan, compareLast === true);
          await tellPlan(context, plan);
          if (rehearse === true) await rehearsePlan(context, plan, before, input.rows);
          if (out !== undefined) await savePlan(context, plan, out);
          // The limits are checked last, so that the user sees what a limit stops.
          checkGuards(plan, await limitsOf(context, limits), guarded);
          endWithRejects(plan);
          return endingIf(detailedExitcode === true && plan.changes.length > 0, 'pendingChanges');
        },
      ),
    );
};

function readAndPlan(
  context: Context,
  file: string,
  use: InputUse,
  { read, feed }: { readonly read: InputOptions; readonly feed: FeedOptions },
) {
  return beforeRun(context, async () => {
    const input = await readBulkInput(context, file, use, read);
    return { input, made: await makePlan(context, input, use.mode, feed) };
  });
}

async function printExplained(...[context, ...row]: Parameters<typeof explainRow>): Promise<undefined> {
  const printer = await context.printer();
  await printer.list(await explainRow(context, ...row), STEP_VIEW);
}

/** @throws Failure `usage` for a flag without effect: an explanation saves and judges nothing */
function refuseWithExplain(command: CommandUnknownOpts): void {
  const unused = unusedBeside(command, 'explain');
  const given = command.options.find(
    (option) =>
      unused.includes(option.attributeName()) && command.getOptionValue(option.attributeName()) !== undefined,
  );
  if (given === undefined) return;
  throw new Failure('usage', `--explain and ${given.long} cannot be combined`, {
    hint: `omit --explain, or ${given.long}`,
  });
}

const explainOption = () =>
  new Option(
    '--explain <line>',
    'show step by step how one line of the file, for example 12, is read, matched and planned',
  ).argParser(parseCount);

async function savePlan(context: Context, plan: Plan, out: string): Promise<void> {
  writeFileAtomic(out, printPlan(plan), { secrets: 'refuse', clears: true });
  await context.messages.note(
    `saved; apply it with: ${overSameConnection(context, plan, `bulk apply ${quoted(out)}`)}`,
  );
}

async function printPlanned(context: Context, plan: Plan, isCompared: boolean): Promise<void> {
  if (isCompared) {
    const { when, counts } = compareWithLast(context, plan);
    await (await context.printer()).list(counts, COMPARED_VIEW);
    return void (await context.messages.note(`compared with ${when}`));
  }
  const printer = await context.printer();
  if (documentFormat(context) === 'md') await printer.text(planDocument(plan));
  else if (context.common.query !== undefined) await printer.one(plan, PLAN_VIEW);
  else if (printer.format === 'json') await printer.text(printPlan(plan));
  else await printChanges(context, plan);
}
