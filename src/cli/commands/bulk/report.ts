import { reportOf } from '../../../bulk/report/report.ts';
import { resultsOf } from '../../../bulk/report/summary.ts';
import { replay } from '../../../bulk/run/replay.ts';
import { readRunPlan, readRunRecords } from '../../../bulk/run/runs.ts';
import { runNamed } from '../../bulk/choose-run.ts';
import { runDocument } from '../../bulk/run-document.ts';
import { runsFolder } from '../../bulk/runs-folder.ts';
import { checkFailedOut, writeFailedRows } from '../../bulk/write-failed-rows.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';
import { withStateOption } from '../../options/state-option.ts';
import { openOutput } from '../../printing/open-output.ts';
import { documentFormat } from '../../printing/print-document.ts';
import { CODE_VIEW, KIND_VIEW, REPORT_VIEW } from '../../views/report-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl bulk report latest',
      'orgctl bulk report latest --html report.html',
      'orgctl bulk report latest -o md',
    ],
    needs: 'nothing: no token, no network',
    documents: ['md', 'junit', 'github'],
  });
  return withStateOption(command)
    .argument('<run>', 'ID of a run, or "latest"')
    .option('--html <file>', 'write a page with plots, which needs no network')
    .option('--failed-out <file>', 'write the rows that failed as a file to be corrected and applied')
    .option('--force', 'replace the files')
    .action(
      act(async (context, name, { html, failedOut, force }) => {
        const folder = runsFolder(context);
        const run = runNamed(context, name, 'bulk');
        const plan = readRunPlan(folder, run);
        const records = readRunRecords(folder, run);
        const report = reportOf(run, plan, records);
        checkFailedOut(plan.source.file, failedOut, force === true);
        const { outcomes } = replay(records, plan.changes);
        const printer = await context.printer();
        const document = documentFormat(context);
        if (html !== undefined) {
          const { printReportPage } = await import('../../../bulk/report/report-html.ts');
          const output = await openOutput(context, html, force === true);
          await output.write(printReportPage(report));
          await output.finish();
          await context.messages.note(`report in ${html}`);
        }
        if (document !== undefined) {
          await printer.text(runDocument(document, report, resultsOf(plan.changes, outcomes)));
        } else {
          await printer.one(report, REPORT_VIEW);
          if (printer.format === 'table' && context.common.query === undefined) {
            await printer.text('\n');
            await printer.list(report.kinds, KIND_VIEW);
            if (report.codes.length > 0) await printer.text('\n');
            if (report.codes.length > 0) await printer.list(report.codes, CODE_VIEW);
          }
        }
        if (failedOut !== undefined) await writeFailedRows(context, plan, outcomes, failedOut);
      }),
    );
};
