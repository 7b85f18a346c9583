import { latestOfEach, mergeRuns, missingShards, type ReadRun } from '../../../bulk/report/merge-runs.ts';
import { type RunReport, reportOf, reportOfMany } from '../../../bulk/report/report.ts';
import { resultsOf } from '../../../bulk/report/summary.ts';
import { runHolder } from '../../../bulk/run/lock-run.ts';
import { replay } from '../../../bulk/run/replay.ts';
import { readRunPlan, readRunRecords } from '../../../bulk/run/runs.ts';
import { Failure } from '../../../failure/failure.ts';
import { defined } from '../../../values/defined.ts';
import { checkPeopleFile, writePeople } from '../../bulk/people-file.ts';
import { refuseSources } from '../../bulk/refuse-sources.ts';
import { runDocument } from '../../bulk/run-document.ts';
import { runNamed } from '../../bulk/run-named.ts';
import { runsFolder } from '../../bulk/runs-folder.ts';
import { commandsBelow, runsToMerge } from '../../bulk/runs-to-merge.ts';
import { checkFailedOutOf, writeFailedRows } from '../../bulk/write-failed-rows.ts';
import type { CommandModule } from '../../command-module.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { withStateOption } from '../../options/state-option.ts';
import { documentFormat } from '../../printing/print-document.ts';
import { withOutput } from '../../printing/with-output.ts';
import { CODE_VIEW, KIND_VIEW, PART_VIEW, REPORT_VIEW } from '../../views/report-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl bulk report latest',
      'orgctl bulk report latest --html report.html',
      'orgctl bulk report latest -o md',
      'orgctl bulk report latest --people people.html',
      'orgctl bulk report --merge shards/ --html report.html -o junit',
    ],
    lists: { columns: REPORT_VIEW.columns },
    needs: 'nothing: no token, no network',
    documents: ['md', 'junit', 'github'],
  });
  return withStateOption(command)
    .argument(
      '<run...>',
      'ID of a bulk run, or "latest": the newest one; with --merge also exported runs and folders of runs',
    )
    .option('--merge', 'report several runs as one, for example all shards of a file')
    .option('--html <file>', 'write the report as a self-contained HTML page with plots')
    .option('--people <file>', 'write the changes of each user and group to a .html, .csv or .md file')
    .option(
      '--failed-out <file>',
      'write failed rows to a file you can correct and re-apply, for example failed.csv',
    )
    .option('--force', 'replace the files')
    .action(
      act(async (context, names, { merge, html, people, failedOut, force }) => {
        if (people !== undefined) checkPeopleFile(people, force === true);
        const { report, plan, records, runs } =
          merge === true ? await mergedReport(context, names) : reportOfOne(context, names);
        const plans = runs.map((run) => run.plan);
        await refuseSources(context, plans, {
          '--html': html,
          '--people': people,
          '--failed-out': failedOut,
        });
        checkFailedOutOf(plans, failedOut, force === true);
        const { outcomes } = replay(records, plan.changes);
        const printer = await context.printer();
        const document = documentFormat(context);
        if (html !== undefined) await writePage(context, html, report, force);
        if (document !== undefined) {
          await printer.text(runDocument(document, report, resultsOf(plan.changes, outcomes)));
        } else {
          await printTables(context, report);
        }
        if (people !== undefined) {
          const commands = merge === true ? commandsBelow(names) : [];
          await writePeople(context, people, [...runs, ...commands]);
        }
        if (failedOut !== undefined) {
          const [only] = merge === true ? [] : runs;
          await writeFailedRows(context, { plan, ...defined({ id: only?.id }) }, outcomes, failedOut);
        }
      }),
    );
};

async function writePage(
  context: Context,
  file: string,
  report: RunReport,
  force: true | undefined,
): Promise<void> {
  const { printReportPage } = await import('../../../bulk/report/report-html.ts');
  await withOutput(context, { file, force }, (output) => output.write(printReportPage(report)));
  await context.messages.note(`report in ${file}`);
}

interface Reported extends Omit<ReadRun, 'id'> {
  readonly report: RunReport;
  readonly runs: readonly ReadRun[];
}

function reportOfOne(context: Context, names: readonly string[]): Reported {
  const [name = 'latest', ...others] = names;
  if (others.length > 0)
    throw new Failure('usage', `${names.length} runs were given`, {
      hint: 'add --merge to report them as one',
    });
  const folder = runsFolder(context);
  const run = runNamed(context, name, 'bulk', 'runs show latest');
  const holder = runHolder(folder, run);
  const plan = readRunPlan(folder, run);
  const records = readRunRecords(folder, run);
  return { report: reportOf(run, plan, records, holder), plan, records, runs: [{ id: run, plan, records }] };
}

/** Merges the runs, and warns about missing shards, which no figure includes. */
async function mergedReport(context: Context, names: readonly string[]): Promise<Reported> {
  const runs = runsToMerge(context, names);
  const merged = mergeRuns(runs);
  const missing = missingShards(runs);
  if (missing.length > 0)
    await context.messages.warn(
      `${missing.length === 1 ? 'shard' : 'shards'} ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`,
    );
  return {
    report: reportOfMany(runs, merged),
    plan: merged.plan,
    records: merged.records,
    runs: latestOfEach(runs),
  };
}

async function printTables(context: Context, report: RunReport): Promise<void> {
  const printer = await context.printer();
  await printer.one(report, REPORT_VIEW);
  if (printer.format !== 'table' || context.common.query !== undefined) return;
  await printer.text('\n');
  await printer.list(report.kinds, KIND_VIEW);
  if (report.runs !== undefined) await printer.text('\n');
  if (report.runs !== undefined) await printer.list(report.runs, PART_VIEW);
  if (report.codes.length > 0) await printer.text('\n');
  if (report.codes.length > 0) await printer.list(report.codes, CODE_VIEW);
}
