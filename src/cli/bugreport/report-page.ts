import { pluralize } from '../../output/pluralize.ts';
import { forTerminal } from '../../output/sanitize.ts';
import type { CapabilityFacts, Facts, FactValue, RunFacts } from './collect-facts.ts';

/** A section of a report. */
export interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}

/**
 * Returns the sections of a report, as Markdown.
 * @param recording the text of a recording, if one is attached
 */
export function reportSections(facts: Facts, recording: string | undefined): readonly Section[] {
  const { program, doctor, connection, capabilities, runs } = facts;
  return [
    {
      title: 'What happened',
      lines: ['What you did, what you expected, and what happened instead. Do not name people.'],
    },
    {
      title: 'Program',
      lines: Object.entries(program).map(([name, value]) => `- ${name} ${forTerminal(value)}`),
    },
    {
      title: 'Doctor',
      lines: table(
        ['about', 'state', 'found', 'code'],
        doctor.map(({ about, state, found = '', code, exit, status }) => [
          about,
          state,
          found,
          code === undefined
            ? ''
            : `${code}, exit ${exit}${status === undefined ? '' : `, status ${status}`}`,
        ]),
      ),
    },
    ...(Object.keys(connection).length === 0
      ? []
      : [
          {
            title: 'Connection',
            lines: Object.entries(connection).map(([name, value]) => `- ${name} ${factText(value)}`),
          },
        ]),
    ...(capabilities === undefined
      ? []
      : [{ title: 'Capability profile', lines: capabilityLines(capabilities) }]),
    {
      title: 'Last runs',
      lines:
        runs.length === 0
          ? ['None.']
          : table(['state', 'version', 'seconds', 'calls', 'changes', 'codes'], runs.map(runRow)),
    },
    ...(recording === undefined
      ? []
      : [{ title: 'Recording', lines: ['```ndjson', recording.trimEnd(), '```'] }]),
  ];
}

/** Returns a report as one page. */
export function reportPage(sections: readonly Section[]): string {
  const parts = sections.map(({ title, lines }) => `## ${title}\n\n${lines.join('\n')}\n`);
  return `# orgctl: report of a problem\n\n${parts.join('\n')}`;
}

/** Returns a table with one row per question of the probe. */
function capabilityLines({ scimVersion, tool, calls, answers }: CapabilityFacts): readonly string[] {
  const rows = answers.map(({ id, state, value, differs, section, statuses }) => [
    id,
    value === undefined ? state : factText(value),
    differs ? 'yes' : '',
    section,
    factText(statuses),
  ]);
  return [
    `SCIM ${forTerminal(scimVersion)}, probed by orgctl ${forTerminal(tool)} with ${pluralize(calls, 'request')}`,
    '',
    ...table(['question', 'answer', 'differs from the documents', '§', 'statuses'], rows),
  ];
}

function factText(value: FactValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object') return forTerminal(String(value));
  return value.length === 0 ? 'none' : value.map(factText).join(', ');
}

function runRow({ state, tool, seconds, calls, changes, inDoubt, codes }: RunFacts): readonly string[] {
  const kinds = Object.entries(changes).map(
    ([kind, [succeeded, failed, left]]) => `${kind}: ${succeeded} succeeded, ${failed} failed, ${left} left`,
  );
  const doubt = inDoubt === 0 ? [] : [`${inDoubt} in doubt`];
  return [
    state,
    tool,
    String(seconds),
    String(calls),
    [...kinds, ...doubt].join('; '),
    Object.entries(codes)
      .map(([code, count]) => `${code} ${count}`)
      .join(', '),
  ];
}

function table(heading: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => forTerminal(cell)).join(' | ')} |`;
  return [line(heading), line(heading.map(() => '---')), ...rows.map(line)];
}
