import { CHANGE_WORDS } from '../../bulk/plan/change.ts';
import { linesCell } from '../../bulk/plan/change-lines.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { describeChanges, describeConsequences, describeForecast } from '../../bulk/report/summary.ts';
import { escapeMarkdown, markdownTable } from '../../output/markup.ts';
import { LINES_IN_A_COMMENT } from '../printing/print-document.ts';
import { managerNames } from '../views/change-view.ts';
import { describeChange } from '../views/describe-change.ts';
import { describePopulation } from './note-plan.ts';
import { connectionName } from './rerun-command.ts';

/** Marker by which a workflow finds its own comment again. */
const MARK = '<!-- orgctl-plan -->';
/** Rows shown at once; further rows are folded. */
const ROWS_SEEN = 25;
/** Maximum length of a cell, in characters. */
const MAX_LENGTH = 160;

/** Returns a plan in Markdown, for a comment on a pull request. */
export function planDocument(plan: Plan): string {
  const { source, unchanged, changes, forecast } = plan;
  const counts = `${source.rows} rows of ${escapeMarkdown(source.file)}; ${unchanged} unchanged`;
  const lines = [
    MARK,
    `### Plan for ${escapeMarkdown(connectionName(plan))}: ${describeChanges(changes)}`,
    '',
    changes.length === 0 ? counts : `${counts}; ${describeForecast(forecast)}`,
  ];
  const population = describePopulation(plan);
  if (population !== undefined) lines.push('', escapeMarkdown(population));
  const consequences = describeConsequences(changes);
  if (consequences.length > 0) lines.push('', ...consequences.map((text) => `- ${escapeMarkdown(text)}`));
  if (changes.length > 0) lines.push('', tableOf(plan, 0, ROWS_SEEN));
  if (changes.length > ROWS_SEEN) {
    const rest = changes.length - ROWS_SEEN;
    lines.push(
      '',
      `<details><summary>${rest} more</summary>`,
      '',
      tableOf(plan, ROWS_SEEN, LINES_IN_A_COMMENT),
    );
    if (changes.length > LINES_IN_A_COMMENT)
      lines.push('', `and ${changes.length - LINES_IN_A_COMMENT} more`);
    lines.push('', '</details>');
  }
  return `${lines.join('\n')}\n`;
}

function tableOf(plan: Plan, from: number, to: number): string {
  const names = managerNames(plan);
  const rows = plan.changes
    .slice(from, to)
    .map((change) => [
      linesCell(change),
      CHANGE_WORDS[change.kind].verb,
      change.name,
      shortened(describeChange(change, names)),
    ]);
  return markdownTable(['Line', 'Action', 'Name', 'What'], rows);
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 1).join('')}…` : text;
}
