import { Option } from '@commander-js/extra-typings';
import { describeCounts } from '../../../migration/compare/compare-counts.ts';
import { readScope } from '../../../migration/compare/compare-scope.ts';
import { verifyOrganizations } from '../../../migration/compare/verify-organizations.ts';
import type { CommandModule } from '../../command-module.ts';
import { endingIf } from '../../ending.ts';
import { describe } from '../../help-format.ts';
import { withJoinOptions, withScopeOptions } from '../../migration/join-options.ts';
import { joinSources } from '../../migration/join-sources.ts';
import { tellComparison } from '../../migration/tell-comparison.ts';
import { VERIFIED_VIEW, verifyDocument, verifyPage, verifyReport } from '../../migration/verify-report.ts';
import { parseLimit } from '../../options/parse-values.ts';
import { openOutput } from '../../printing/open-output.ts';
import { documentFormat } from '../../printing/print-document.ts';
import { JSON_VIEW } from '../../views/json-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl migrate snapshot sandbox --out before.ndjson && orgctl migrate verify before.ndjson sandbox --html report.html',
      'orgctl migrate verify old new --domain example.com=example.org --ignore leavers --signed-off-by "Nora Quay"',
    ],
    needs: 'of each profile a user token with scope admin; 1000 reads a minute; nothing for files',
    documents: ['md'],
  });
  const words = 'a profile, a snapshot, a CSV of users, people.csv,groups.csv, or a folder of them';
  return withScopeOptions(
    withJoinOptions(command.argument('<a>', words).argument('<b>', 'the other one, as any of these')),
  )
    .addOption(
      new Option('--samples <count>', 'people whose values are shown one by one')
        .default(5)
        .argParser(parseLimit),
    )
    .option('--signed-off-by <name>', 'the name of the person who answers for the report')
    .option('--html <file>', 'write the report as a page, which needs no network')
    .option('--force', 'replace the file')
    .action(
      act(async (context, a, b, { only, ignore, samples, signedOffBy, html, force, ...flags }) => {
        const scope = readScope(only, ignore);
        const output = html === undefined ? undefined : await openOutput(context, html, force === true);
        const joined = await joinSources(context, [a, b], flags);
        const verification = verifyOrganizations(joined, scope, samples);
        const taken = new Date(context.world.now()).toISOString();
        const leftOut = [
          ...(only === undefined ? [] : [`everything but ${only.join(', ')}`]),
          ...(ignore ?? []),
          ...(flags.except === undefined ? [] : [`people for whom this holds: ${flags.except}`]),
          ...(flags.where === undefined ? [] : [`people for whom this does not hold: ${flags.where}`]),
        ];
        const facts = { joined, verification, taken, leftOut, signedOffBy };
        await output?.write(verifyPage(facts));
        await output?.finish();
        const printer = await context.printer();
        const isData = printer.format !== 'table' && printer.format !== 'csv' && printer.format !== 'tsv';
        if (documentFormat(context) === 'md') await printer.text(verifyDocument(facts));
        else if (isData || context.common.query !== undefined)
          await printer.one(verifyReport(facts), JSON_VIEW);
        else await printer.list(verification.attributes, VERIFIED_VIEW);
        await tellComparison(context, joined, describeCounts(verification.counts));
        return endingIf(verification.counts.all > 0, 'pendingChanges');
      }),
    );
};
