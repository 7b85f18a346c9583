import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Mode } from '../../../bulk/input/desired-state.ts';
import type { TruncatedNumber } from '../../../bulk/input/leading-zeros.ts';
import { isPartOfFile } from '../../../bulk/input/reading.ts';
import type { Unresolved } from '../../../bulk/input/row-references.ts';
import { Failure } from '../../../failure/failure.ts';
import { formatPlace, type Issue } from '../../../failure/issue.ts';
import { pluralize } from '../../../output/pluralize.ts';
import type { ListView, OutputFormat } from '../../../output/view.ts';
import { wrapWords } from '../../../output/wrap-words.ts';
import { inputName } from '../../../terminal/read-input.ts';
import { collectFindings } from '../../bulk/collect-findings.ts';
import { causeWords, commonCause } from '../../bulk/common-cause.ts';
import { type InputOptions, resolveInputOptions } from '../../bulk/input-options.ts';
import { noteDialect, noteIgnoredColumns, warnOfBlankMembers } from '../../bulk/note-reading.ts';
import { isPlanFile, readPlanFile, refuseFlagsForPlan } from '../../bulk/read-apply-input.ts';
import { mapHint } from '../../bulk/rejected-input.ts';
import type { CommandModule } from '../../command-module.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { modeOption } from '../../options/bulk-options.ts';
import { withReadingOptions } from '../../options/reading-options.ts';
import { warnOfTimeZones } from '../../people/warn-of-time-zones.ts';
import { documentFormat, issuesDocument } from '../../printing/print-document.ts';
import { describeIssue } from '../../report-failure.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl bulk check people.csv', 'orgctl bulk check people.csv -o json | jq length'],
    lists: { columns: ISSUE_VIEW.columns },
    needs: 'nothing: no token, no network',
    documents: ['md', 'junit', 'github'],
  });
  return withReadingOptions(
    command
      .argument('<file>', 'a CSV or NDJSON of users, a group file, or a saved plan; - is stdin')
      .addOption(modeOption()),
  ).action(
    act(async (context, file, { mode, ...options }, self: CommandUnknownOpts) => {
      if (isPlanFile(file)) {
        refuseFlagsForPlan(self, file);
        return checkPlan(context, file);
      }
      await checkRows(context, file, mode, await resolveInputOptions(context, options));
    }),
  );
};

/** @throws Failure `invalidInput` at the end if there are findings */
async function checkRows(context: Context, file: string, mode: Mode, how: InputOptions): Promise<void> {
  const { reading } = how;
  const name = inputName(file);
  const found = await collectFindings(context, file, mode, how);
  const { rows, selected, issues, blankMembers } = found;
  await noteDialect(context, name, found.dialect);
  await printFindings(context, name, issues);
  await warnOfTimeZones(context, found.zones);
  await warnOfBlankMembers(context, blankMembers ?? []);
  if (issues.length > 0) {
    const cause = commonCause(issues);
    const kind = blankMembers === undefined ? 'people' : 'groups';
    const hint = mapHint(name, issues, reading, kind) ?? cause?.remedy;
    throw new Failure(
      'invalidInput',
      `${name}: ${pluralize(issues.length, 'finding')} in ${pluralize(rows, 'row')}${causeWords(cause)}`,
      hint === undefined ? {} : { hint },
    );
  }
  await noteIgnoredColumns(context, found.unused, found.placeholders);
  const chosen = reading !== undefined && isPartOfFile(reading) ? `, ${selected} of them selected` : '';
  await context.messages.note(`${name}: ${pluralize(rows, 'row')}${chosen}, ${noFindings(context)}`);
  await noteUnchecked(context, found.unresolved, found.unsure);
}

async function checkPlan(context: Context, file: string): Promise<void> {
  const { changes } = await readPlanFile(context, file);
  const name = inputName(file);
  await printFindings(context, name, []);
  await context.messages.note(`${name}: a saved plan of ${pluralize(changes.length, 'change')}, no findings`);
}

/** A warning does not fail the check, but should not be overlooked next to `no findings`. */
function noFindings({ messages: { warnings } }: Context): string {
  return warnings === 0 ? 'no findings' : `no findings, but ${pluralize(warnings, 'warning')}`;
}

/** Prints what only the service can resolve. */
async function noteUnchecked(
  { messages }: Context,
  unresolved: Unresolved | undefined,
  unsure: readonly TruncatedNumber[],
): Promise<void> {
  const left = [...(unresolved === undefined ? [] : unresolvedWords(unresolved)), ...unsureWords(unsure)];
  if (left.length > 0) await messages.note(`not checked offline: ${left.join(', ')}`);
}

async function printFindings(context: Context, name: string, issues: readonly Issue[]): Promise<void> {
  const printer = await context.printer();
  const document = documentFormat(context);
  if (document !== undefined) await printer.text(issuesDocument(document, name, issues));
  else if (isTextOutput(context, printer.format))
    await printer.text(wrapWords(linesOf(issues, context), context.host.streams.stdout.columns));
  else await printer.list(issues, ISSUE_VIEW);
}

/** Secrets are removed here, before a line break could be put into one. */
function linesOf(issues: readonly Issue[], { messages, secrets }: Context): string {
  return secrets.redact(issues.map((issue) => `${describeIssue(issue, messages.palette)}\n`).join(''));
}

/** Whether findings are printed as text: in a table without --query and --columns. */
function isTextOutput({ common: { query, columns } }: Context, format: OutputFormat): boolean {
  return format === 'table' && query === undefined && columns === undefined;
}

/** Describes the references that only the service can resolve; empty if there are none. */
function unresolvedWords({ managers, example, groups }: Unresolved): readonly string[] {
  const first = example === undefined ? '' : ` (line ${example.line}: ${example.manager})`;
  const who = managers === 0 ? [] : [`${pluralize(managers, 'manager')} not in this file${first}`];
  return [...who, ...(groups === 0 ? [] : [`${pluralize(groups, 'group name')}`])];
}

/**
 * Describes the numbers that may have lost leading zeros, which only the accounts can show; empty if there
 * are none.
 */
function unsureWords(numbers: readonly TruncatedNumber[]): readonly string[] {
  const [first] = numbers;
  if (first === undefined) return [];
  const { column, row } = first;
  return [
    `${pluralize(numbers.length, 'number')} shorter than the others (line ${row.line}: ${column} ${row.set[column]})`,
  ];
}

const ISSUE_VIEW: ListView<Issue> = {
  isSummarized: true,
  json: ({ at, ...issue }) => ({ ...issue, ...(at === undefined ? {} : { at: { ...at } }) }),
  columns: [
    {
      name: 'place',
      heading: 'Place',
      importance: 1,
      value: ({ at }) => (at === undefined ? '' : formatPlace(at)),
    },
    { name: 'path', heading: 'Column', importance: 2, value: ({ path }) => path },
    { name: 'message', heading: 'Message', importance: 1, value: ({ message }) => message },
    { name: 'code', heading: 'Code', importance: 3, value: ({ code }) => code },
    {
      name: 'expected',
      heading: 'Expected',
      importance: 4,
      value: ({ expected, example }) =>
        [expected ?? [], example === undefined ? [] : `for example ${example}`].flat().join('; '),
    },
  ],
};
