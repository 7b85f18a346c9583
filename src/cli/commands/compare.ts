import {
  type CompareCounts,
  createDifferenceCounter,
  describeCounts,
} from '../../migration/compare/compare-counts.ts';
import { differencesOf } from '../../migration/compare/compare-organizations.ts';
import { readScope, type Scope } from '../../migration/compare/compare-scope.ts';
import type { Difference, Joined } from '../../migration/compare/difference.ts';
import type { CommandModule } from '../command-module.ts';
import type { Context } from '../context.ts';
import { endingIf } from '../ending.ts';
import { describe } from '../help-format.ts';
import { withJoinOptions, withScopeOptions } from '../migration/join-options.ts';
import { joinSources } from '../migration/join-sources.ts';
import { noteComparison } from '../migration/note-comparison.ts';
import { refuseEmptySelection } from '../migration/refuse-empty-selection.ts';
import { withExitCodeOption } from '../options/exit-code-option.ts';
import { documentFormat, refuseShapedDocument } from '../printing/print-document.ts';
import { printLimited } from '../printing/print-limited.ts';
import { type Output, withOptionalFile } from '../printing/with-output.ts';
import { DIFFERENCE_VIEW } from '../views/difference-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl migrate snapshot sandbox --out before.ndjson && orgctl compare before.ndjson sandbox',
      'orgctl compare old new --domain example.com=example.org --ignore photo,leavers',
      'orgctl compare old people.csv,groups.csv --where \'department eq "Support"\' --html differences.html',
      'orgctl compare old new --only phone,mobilePhone -o csv',
    ],
    lists: { columns: DIFFERENCE_VIEW.columns },
    needs: 'of each profile a user token with scope admin; 1000 reads a minute; nothing for files',
    documents: ['md'],
  });
  const words =
    'organization A: a profile, a snapshot, a CSV of users, people.csv,groups.csv, or a folder of them';
  return withExitCodeOption(
    withScopeOptions(
      withJoinOptions(
        command
          .argument('<a>', words)
          .argument('<b>', 'the organization to compare with, in one of these forms'),
      ),
    ),
    'the organizations differ',
  )
    .option('--html <file>', 'write the differences as a self-contained HTML page')
    .option('--force', 'replace the file')
    .action(
      act(async (context, a, b, { only, ignore, html, force, detailedExitcode, ...flags }) => {
        refuseShapedDocument(context);
        const scope = readScope(only, ignore);
        const { joined, counts } = await withOptionalFile(context, { file: html, force }, async (page) => {
          const read = await joinSources(context, [a, b], flags, 'warn');
          refuseEmptySelection(read, flags);
          return { joined: read, counts: await printComparison(context, read, scope, page) };
        });
        await noteComparison(context, joined, describeCounts(counts));
        return endingIf(detailedExitcode === true && counts.all > 0, 'pendingChanges');
      }),
    );
};

/**
 * Prints the differences, and writes the page if there is one.
 * @returns the number of differences of each kind
 */
async function printComparison(
  context: Context,
  joined: Joined,
  scope: Scope,
  page: Output | undefined,
): Promise<CompareCounts> {
  const counter = createDifferenceCounter();
  const counted = function* (): Generator<Difference> {
    for (const difference of differencesOf(joined, scope)) {
      counter.add(difference);
      yield difference;
    }
  };
  if (documentFormat(context) === 'md' || page !== undefined) {
    const { comparisonDocument, comparisonPage } = await import('../migration/comparison-document.ts');
    const differences = [...counted()];
    const about = { joined, differences, counts: counter.counts() };
    await page?.write(comparisonPage(about));
    if (documentFormat(context) === 'md') await (await context.printer()).text(comparisonDocument(about));
    else
      await printLimited(
        context,
        iterateWithoutClosing(differences.values()),
        DIFFERENCE_VIEW,
        () => differences.length,
      );
    return counter.counts();
  }
  const rest = counted();
  // A table on a terminal is truncated, but the counts cover all differences.
  const total = () => {
    for (const _ of rest);
    return counter.counts().all;
  };
  await printLimited(context, iterateWithoutClosing(rest), DIFFERENCE_VIEW, total);
  total();
  return counter.counts();
}

/** Yields the items of an iterator without closing it if the reader stops early. */
async function* iterateWithoutClosing<T>(items: Iterator<T, void>): AsyncGenerator<T> {
  for (let next = items.next(); next.done !== true; next = items.next()) yield next.value;
}
