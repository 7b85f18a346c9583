import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { Failure } from '../../../failure/failure.ts';
import { describeCounts } from '../../../migration/compare/compare-counts.ts';
import { readScope } from '../../../migration/compare/compare-scope.ts';
import { verifyOrganizations } from '../../../migration/compare/verify-organizations.ts';
import { pluralize } from '../../../output/pluralize.ts';
import { FORMAT_TRAITS } from '../../../output/view.ts';
import { inputName, readText } from '../../../terminal/read-input.ts';
import { deriveAlways } from '../../../values/remember.ts';
import type { CommandModule } from '../../command-module.ts';
import { quoted } from '../../command-words.ts';
import type { Context } from '../../context.ts';
import { endingIf } from '../../ending.ts';
import { describe } from '../../help-format.ts';
import { CHANGED_VIEW, changedSince, factCount, readReport } from '../../migration/check-report.ts';
import { type JoinFlags, withJoinOptions, withScopeOptions } from '../../migration/join-options.ts';
import { joinSources } from '../../migration/join-sources.ts';
import { noteComparison } from '../../migration/note-comparison.ts';
import { refuseEmptySelection } from '../../migration/refuse-empty-selection.ts';
import { verifyDocument, verifyPage } from '../../migration/verify-page.ts';
import {
  REPORT_VIEW,
  VERIFIED_VIEW,
  type VerifyFacts,
  type VerifyReport,
  verifyReport,
} from '../../migration/verify-report.ts';
import { parseLimit } from '../../options/parse-values.ts';
import { documentFormat, refuseShapedDocument } from '../../printing/print-document.ts';
import { printLimited, toAsync } from '../../printing/print-limited.ts';
import { type Output, withOptionalFile } from '../../printing/with-output.ts';

interface Flags extends JoinFlags {
  readonly only?: readonly string[] | undefined;
  readonly ignore?: readonly string[] | undefined;
  readonly samples: number;
  readonly signedOffBy?: string | undefined;
}

/** Maximum size of a report, in bytes. */
const MAX_REPORT_SIZE = 256 * 1024 * 1024;

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl migrate verify --check verified.html',
      'orgctl migrate verify old new --domain example.com=example.org --ignore leavers --signed-off-by "Nora Quay"',
    ],
    needs: 'of each profile a user token with scope admin; 1000 reads a minute; nothing for files',
    documents: ['md'],
    exits: 'exit code 8 if the organizations differ, or with --check if a value of the report changed since',
  });
  const words =
    'organization A: a profile, a snapshot, a CSV of users, people.csv,groups.csv, or a folder of them';
  return (
    withScopeOptions(
      withJoinOptions(
        command
          .argument('[a]', words)
          .argument('[b]', 'the organization to compare with, in one of these forms'),
      ),
    )
      .addOption(
        new Option('--samples <count>', 'number of people whose values the report lists')
          .default(5)
          .argParser(parseLimit),
      )
      .addOption(
        new Option('--signed-off-by <name>', 'name of the person who signs the report').argParser(
          parseSigner,
        ),
      )
      .option('--html <file>', 'write the report as a self-contained HTML page, for example verified.html')
      .option('--force', 'replace the file')
      // Exit code 8 does not need the flag, but users of compare may pass it.
      .addOption(new Option('--detailed-exitcode', 'exit with code 8 if the organizations differ').hideHelp())
      .addOption(new Option('--exit-code', 'the same as --detailed-exitcode').hideHelp())
      .option(
        '--check <report>',
        'check whether a saved report (--html, or -o json) was edited; with A and B also what differs today',
      )
      .action(
        act(async (context, a, b, { html, force, check, ...flags }) => {
          refuseWithCheck({ check, html, signedOffBy: flags.signedOffBy });
          refuseShapedDocument(context);
          if (check !== undefined) return checkReport(context, check, [a, b], flags);
          if (a === undefined || b === undefined)
            throw new Failure('usage', 'both organizations are needed', {
              hint: 'to check a saved report: --check FILE; to compare: orgctl migrate verify old new',
            });
          const { joined, verification } = await withOptionalFile(context, { file: html, force }, (page) =>
            verify(context, [a, b], flags, page),
          );
          await noteComparison(context, joined, describeCounts(verification.counts));
          return endingIf(verification.counts.all > 0, 'pendingChanges');
        }),
      )
  );
};

/** @throws Failure `usage` for a flag of a new report, together with --check */
function refuseWithCheck({
  check,
  html,
  signedOffBy,
}: Readonly<Record<'check' | 'html' | 'signedOffBy', string | undefined>>): void {
  if (check === undefined) return;
  if (html !== undefined) throw new Failure('usage', '--check and --html contradict each other; give one');
  if (signedOffBy !== undefined)
    throw new Failure('usage', '--check and --signed-off-by contradict each other; give one', {
      hint: 'a report is signed when it is created',
    });
}

function parseSigner(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must be the name of a person.');
  return text;
}

/** Compares the organizations, prints the report, and writes the page if there is one. */
async function verify(
  context: Context,
  words: readonly [string, string],
  flags: Flags,
  page: Output | undefined,
): Promise<VerifyFacts> {
  const facts = await verifiedNow(context, words, flags);
  const report = verifyReport(facts);
  await page?.write(verifyPage(report));
  const printer = await context.printer();
  const isData = FORMAT_TRAITS[printer.format].holds === 'objects';
  if (documentFormat(context) === 'md') await printer.text(verifyDocument(report));
  else if (isData || context.common.query !== undefined) await printer.one(report, REPORT_VIEW);
  else {
    const { attributes } = facts.verification;
    await printLimited(context, toAsync(attributes), VERIFIED_VIEW, () => attributes.length);
  }
  return facts;
}

async function verifiedNow(
  context: Context,
  words: readonly [string, string],
  { only, ignore, samples, signedOffBy, ...flags }: Flags,
): Promise<VerifyFacts> {
  const scope = readScope(only, ignore);
  const joined = await joinSources(context, words, flags, 'warn');
  refuseEmptySelection(joined, flags);
  const verification = verifyOrganizations(joined, scope, samples);
  const leftOut = [
    ...(only === undefined ? [] : [`everything but ${only.join(', ')}`]),
    ...(ignore ?? []),
    ...(flags.except === undefined ? [] : [`people who match: ${flags.except}`]),
    ...(flags.where === undefined ? [] : [`people who do not match: ${flags.where}`]),
  ];
  const taken = new Date(context.host.now()).toISOString();
  const { remember = deriveAlways } = context.host.tape ?? {};
  const attributes = verification.attributes.map((one) => ({
    ...one,
    digestInA: remember(`digest ${one.attribute} in A`, [], () => one.digestInA),
    digestInB: remember(`digest ${one.attribute} in B`, [], () => one.digestInB),
  }));
  return { joined, verification: { ...verification, attributes }, taken, leftOut, signedOffBy };
}

/** Checks the integrity of a report, and compares it with two organizations if they are named. */
async function checkReport(
  context: Context,
  file: string,
  [a, b]: readonly [string | undefined, string | undefined],
  flags: Flags,
) {
  if (a !== undefined && b === undefined)
    throw new Failure('usage', '--check needs both organizations, or neither', {
      hint: `orgctl migrate verify --check ${quoted(file)}`,
    });
  const { report, unchecked } = readReport(
    await readText(file, context.host.streams.stdin, MAX_REPORT_SIZE),
    inputName(file),
  );
  const { taken, signedOffBy, digest } = report;
  const signed = signedOffBy === undefined ? '' : `, signed off by ${signedOffBy}`;
  await context.messages.note(`${inputName(file)} is unmodified: taken ${taken}${signed}, digest ${digest}`);
  if (unchecked !== undefined) await context.messages.warn(`not checked: ${unchecked}`);
  if (a === undefined || b === undefined) return undefined;
  return compareWithToday(context, report, verifyReport(await verifiedNow(context, [a, b], flags)));
}

async function compareWithToday(context: Context, report: VerifyReport, today: VerifyReport) {
  const changed = changedSince(report, today);
  await printLimited(context, toAsync(changed), CHANGED_VIEW, () => changed.length);
  const all = pluralize(factCount(report), 'value');
  await context.messages.note(
    changed.length === 0
      ? `${all} compared with ${today.a.name} and ${today.b.name} as they are now: no changes`
      : `${changed.length} of ${all} of the report have changed`,
  );
  return endingIf(changed.length > 0, 'pendingChanges');
}
