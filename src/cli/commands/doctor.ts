import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { pluralize } from '../../output/pluralize.ts';
import type { Column, ListView } from '../../output/view.ts';
import { defined } from '../../values/defined.ts';
import type { CommandModule } from '../command-module.ts';
import { diagnose } from '../connection/diagnose.ts';
import type { Diagnosis } from '../connection/diagnosis.ts';
import { describe } from '../help-format.ts';
import { hintToType } from '../hint-at-connection.ts';
import { withVariablesNamed } from '../options/name-variables.ts';
import { exitOf } from '../report-failure.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl -p sandbox doctor', 'orgctl -p sandbox doctor -o json'],
    lists: { columns: FINDING_VIEW.columns },
    needs: 'nothing; with a profile two reads, one of them with its token',
  });
  return command.action(
    act(async (context, _, parsed) => {
      const findings: Diagnosis[] = [];
      for await (const finding of diagnose(context))
        findings.push(withTypedConnection(finding, parsed, context.host.argv));
      const printer = await context.printer();
      await printer.list(findings, viewOf(findings));
      const problems = findings.filter(({ state }) => state === 'problem');
      const warnings = findings.filter(({ state }) => state === 'warning');
      // The table breaks a command to copy, or has no room for what to do.
      if (printer.format === 'table')
        for (const { about, found, remedy } of [...problems, ...warnings])
          await context.messages.note(`${about}: ${found}${remedy === undefined ? '' : `; ${remedy}`}`);
      await context.messages.note(
        problems.length + warnings.length === 0
          ? 'no problems found'
          : `${pluralize(problems.length, 'problem')}, ${pluralize(warnings.length, 'warning')}`,
      );
      const [first] = problems;
      return { exitCode: first?.failure === undefined ? 0 : exitOf(first.failure) };
    }),
  );
};

/**
 * Returns the finding with the words that errors use: the variable in place of a flag that nobody typed, and
 * the typed connection in the command of the remedy.
 */
function withTypedConnection(
  finding: Diagnosis,
  command: CommandUnknownOpts,
  argv: readonly string[],
): Diagnosis {
  if (finding.failure === undefined) return finding;
  const failure = withVariablesNamed(finding.failure, command);
  const { message, hint } = failure;
  const remedy = hint === undefined ? undefined : hintToType(hint, argv);
  return { ...finding, found: message, remedy, failure };
}

/** Returns the view; without the remedy column if there are no remedies. */
function viewOf(findings: readonly Diagnosis[]): ListView<Diagnosis> {
  if (findings.some(({ remedy }) => remedy !== undefined)) return FINDING_VIEW;
  // A column without importance is shown only on request.
  const columns = FINDING_VIEW.columns.map(({ importance, ...column }) =>
    column.name === 'remedy' ? column : { ...column, ...defined({ importance }) },
  );
  return { ...FINDING_VIEW, columns };
}

const MARKS = { ok: '✓ ok', warning: '! warning', problem: '✗ problem', 'not tried': '– not tried' } as const;

const paintState: NonNullable<Column<Diagnosis>['paint']> = (text, { state }, palette) => {
  if (state === 'ok') return palette.good(text);
  if (state === 'problem') return palette.bad(text);
  return state === 'warning' ? palette.caution(text) : palette.faint(text);
};

const FINDING_VIEW: ListView<Diagnosis> = {
  isSummarized: true,
  json: ({ about, state, found, remedy, failure }) => ({
    about,
    state,
    found,
    ...defined({ remedy }),
    ...(failure?.code === undefined ? {} : { code: failure.code }),
  }),
  columns: [
    { name: 'about', heading: 'About', importance: 1, value: ({ about }) => about },
    { name: 'state', heading: 'State', importance: 1, value: ({ state }) => MARKS[state], paint: paintState },
    { name: 'found', heading: 'Found', importance: 1, wraps: true, value: ({ found }) => found },
    { name: 'remedy', heading: 'What to do', importance: 2, value: ({ remedy }) => remedy },
  ],
};
