import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { type Plan, printPlan } from '../../../bulk/plan/plan-file.ts';
import { Failure } from '../../../failure/failure.ts';
import type { PlanLimits } from '../../../profiles/plan-limits.ts';
import { writeFileAtomic } from '../../../storage/atomic-file.ts';
import { beforeRun } from '../../bulk/before-run.ts';
import { COMPARED_VIEW, compareWithLast } from '../../bulk/compare-last.ts';
import { endWithRejects } from '../../bulk/end-with-rejects.ts';
import { explainRow, STEP_VIEW } from '../../bulk/explain-row.ts';
import { type ComparedFeed, resolveInputOptions, shardCountOf } from '../../bulk/input-options.ts';
import { judgeSavedPlan } from '../../bulk/judge-saved-plan.ts';
import { makePlan } from '../../bulk/make-plan.ts';
import { notePlan } from '../../bulk/note-plan.ts';
import { printPlanned } from '../../bulk/print-changes.ts';
import { printRefusedFindings } from '../../bulk/print-refused.ts';
import { type InputUse, readBulkInput } from '../../bulk/read-bulk-input.ts';
import { rehearsePlan } from '../../bulk/rehearse-plan.ts';
import { checkRejects } from '../../bulk/rejects.ts';
import { withSameConnection } from '../../bulk/same-connection.ts';
import type { CommandModule } from '../../command-module.ts';
import { quoted } from '../../command-words.ts';
import type { Context } from '../../context.ts';
import { type Ending, endingIf } from '../../ending.ts';
import { describe } from '../../help-format.ts';
import { limitFlags, planScopeOf, withPlanOptions } from '../../options/bulk-options.ts';
import { withExitCodeOption } from '../../options/exit-code-option.ts';
import type { FeedOptions } from '../../options/feed-options.ts';
import { flagsUnusedWith } from '../../options/ignore-variables.ts';
import { parseCount } from '../../options/parse-values.ts';
import type { ReadingOptions } from '../../options/reading-options.ts';
import { withStateOption } from '../../options/state-option.ts';
import { checkWritable } from '../../printing/check-writable.ts';
import { CHANGE_VIEW } from '../../views/change-view.ts';

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
    .option('--force', 'replace the files')
    .option(
      '--rehearse',
      'apply the plan to a sandbox copy of the organization, and show what the service would refuse',
    )
    .addOption(explainOption())
    .option('--compare-last', 'show how the plan differs from the plan applied last for this file')
    .action(
      act(
        async (given, file, { mode, explain, exact, prune, createGroups, pruneGroups, ...flags }, parsed) => {
          const use = { mode, aims: planScopeOf({ exact, prune, createGroups, pruneGroups }) };
          if (explain === undefined) return planFile(given, file, use, flags);
          refuseWithExplain(parsed);
          return explainLine(given, file, explain, use, flags);
        },
      ),
    );
};

interface PlanFlags extends PlanLimits, ReadingOptions, FeedOptions {
  readonly out?: string | undefined;
  readonly rehearse?: true | undefined;
  readonly compareLast?: true | undefined;
  readonly detailedExitcode?: true | undefined;
}

async function planFile(
  given: Context,
  file: string,
  use: InputUse,
  flags: PlanFlags,
): Promise<Ending | undefined> {
  const { out, compareLast, rehearse, detailedExitcode } = flags;
  checkWritable(out, flags.force);
  checkRejects(file, flags);
  const { context, input, made } = await readAndPlan(given, file, use, flags, flags);
  const { plan, guarded, ...before } = made;
  if (compareLast === true) await printCompared(context, plan);
  else await printPlanned(context, plan);
  await notePlan(context, plan);
  if (rehearse === true) await rehearsePlan(context, plan, before, input.rows);
  if (out !== undefined) writeFileAtomic(out, printPlan(plan), { secrets: 'refuse', clears: true });
  const apply = (file: string) => (limits: string) =>
    withSameConnection(context, plan, `bulk apply ${quoted(file)}${limits}`);
  const saved = out === undefined ? undefined : { out, apply: apply(out) };
  const { minRows, maxBlanked } = flags;
  const limits = { ...limitFlags(flags).limits, minRows, maxBlanked };
  await judgeSavedPlan(context, { plan, guarded }, limits, saved);
  endWithRejects(context, plan);
  return endingIf(detailedExitcode === true && plan.changes.length > 0, 'pendingChanges');
}

/** Shows how one line is read, matched and planned. */
async function explainLine(
  given: Context,
  file: string,
  line: number,
  use: InputUse,
  how: ReadingOptions & FeedOptions,
): Promise<undefined> {
  checkRejects(file, how);
  // A row is explained even if other rows have findings.
  const lenient = { ...how, onBadRow: 'skip' } as const;
  const planned = await readAndPlan(given, file, use, lenient, { isSilent: true });
  const printer = await planned.context.printer();
  await printer.list(await explainRow(planned.context, file, line, planned), STEP_VIEW);
}

/**
 * Reads a file, and plans its changes.
 * @returns them with the context for its run
 * @throws Failure `invalidInput` with every row that cannot be applied
 */
async function readAndPlan(
  given: Context,
  file: string,
  use: InputUse,
  how: ReadingOptions & ComparedFeed,
  feed: FeedOptions,
) {
  const read = await resolveInputOptions(given, how);
  const context = given.forRun(shardCountOf(read.reading));
  return printRefusedFindings(context, file, () =>
    beforeRun(context, async () => {
      const input = await readBulkInput(context, file, use, read);
      return { context, map: read.map, input, made: await makePlan(context, input, use.mode, feed) };
    }),
  );
}

/** @throws Failure `usage` for a flag without effect: an explanation saves and judges nothing */
function refuseWithExplain(command: CommandUnknownOpts): void {
  const unused = flagsUnusedWith(command, 'explain');
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

async function printCompared(context: Context, plan: Plan): Promise<void> {
  const { when, counts } = compareWithLast(context, plan);
  await (await context.printer()).list(counts, COMPARED_VIEW);
  await context.messages.note(`compared with ${when}`);
}
