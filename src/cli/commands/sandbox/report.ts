import { CoverageCount } from '../../../sandbox/inspect/coverage.ts';
import { readRecordedRequests } from '../../../sandbox/inspect/read-recorded-requests.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';
import { version } from '../../host.ts';
import { withOutput } from '../../printing/with-output.ts';
import { COVERAGE_VIEW, OPERATION_COVERAGE_VIEW, RULE_COVERAGE_VIEW } from '../../views/coverage-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl sandbox report requests.ndjson',
      'orgctl sandbox report requests.ndjson --html page.html',
      "orgctl sandbox report requests.ndjson -o json --query 'operations[?requests==`0`].call'",
    ],
    lists: { columns: COVERAGE_VIEW.columns },
    needs: 'nothing: no token, no network',
  });
  return command
    .argument('<file>', 'file from "sandbox serve --record"; - is stdin')
    .option('--html <file>', 'write the report as a self-contained HTML page')
    .option('--all', 'also list operations and errors that were never used')
    .option('--force', 'replace an existing HTML file')
    .action(
      act(async (context, file, { html, all, force }) => {
        const count = new CoverageCount();
        for await (const exchange of readRecordedRequests(file, context.host.streams.stdin))
          count.add(exchange);
        const coverage = count.result();
        const printer = await context.printer();
        if (html !== undefined) {
          const { printCoveragePage } = await import('../../../sandbox/inspect/coverage-html.ts');
          const page = printCoveragePage(coverage, version);
          await withOutput(context, { file: html, force }, (output) => output.write(page));
          await context.messages.note(`report in ${html}`);
        }
        await printer.one(coverage, COVERAGE_VIEW);
        const { query, columns } = context.common;
        if (printer.format !== 'table' || query !== undefined || columns !== undefined) return;
        const listed = <Row extends { readonly requests: number }>(rows: readonly Row[]) =>
          all === true ? rows : rows.filter(({ requests }) => requests > 0);
        const operations = listed(coverage.operations);
        const rules = listed(coverage.rules);
        if (operations.length > 0) await printer.text('\n');
        if (operations.length > 0) await printer.list(operations, OPERATION_COVERAGE_VIEW);
        if (rules.length > 0) await printer.text('\n');
        if (rules.length > 0) await printer.list(rules, RULE_COVERAGE_VIEW);
      }),
    );
};
