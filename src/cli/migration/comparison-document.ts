import type { CompareCounts } from '../../migration/compare/compare-counts.ts';
import { describeCounts } from '../../migration/compare/compare-counts.ts';
import { DIFFERENCE_TYPES } from '../../migration/compare/compare-scope.ts';
import type { Difference, Joined } from '../../migration/compare/difference.ts';
import { htmlPage } from '../../output/html-page.ts';
import { escapeMarkdown, escapeMarkup, markdownTable } from '../../output/markup.ts';
import { withCommas } from '../../output/pluralize.ts';
import { version } from '../host.ts';
import { LINES_IN_A_COMMENT } from '../printing/print-document.ts';
import { attributeWithReason } from '../views/difference-view.ts';
import { comparedWords } from './note-comparison.ts';

/** The result of a comparison. */
export interface Comparison {
  readonly joined: Joined;
  readonly differences: readonly Difference[];
  readonly counts: CompareCounts;
}

/** Column headings of differences. */
export const HEADINGS = ['Found', 'What', 'Name', 'Attribute', 'A', 'B'];
/** Number of differences that a page lists; -o csv contains all. */
const ROWS_ON_A_PAGE = 2000;

/** Returns a comparison in Markdown, for a comment. */
export function comparisonDocument({ joined, differences, counts }: Comparison): string {
  const { a, b } = joined;
  const lines = [
    `### ${escapeMarkdown(a.name)} and ${escapeMarkdown(b.name)}: ${describeCounts(counts)}`,
    '',
    escapeMarkdown(`compared ${comparedWords(joined)}`),
  ];
  if (joined.missing.length > 0) lines.push('', `not compared: ${joined.missing.join(', ')}`);
  if (differences.length > 0)
    lines.push('', markdownTable(HEADINGS, differences.slice(0, LINES_IN_A_COMMENT).map(cellsOf)));
  const rest = differences.length - LINES_IN_A_COMMENT;
  if (rest > 0) lines.push('', `and ${withCommas(rest)} more`);
  return `${lines.join('\n')}\n`;
}

/** Returns a comparison as one self-contained page. */
export function comparisonPage(comparison: Comparison): string {
  const { joined, counts } = comparison;
  const title = `${joined.a.name} and ${joined.b.name}`;
  const state = counts.all === 0 ? 'equal' : 'different';
  const body = `<header><h1>${escapeMarkup(title)}</h1><span class="state ${counts.all === 0 ? '' : 'failures'}">${state}</span></header>
<p class="facts"><span>compared ${escapeMarkup(comparedWords(joined))}</span></p>
${cards(counts)}
${attributeSection(counts)}
${differenceSection(comparison.differences.map(cellsOf))}`;
  return htmlPage({ title, body, tool: `orgctl ${version}` });
}

function cards({ people, groups, memberships }: CompareCounts): string {
  const card = (name: string, count: number) =>
    `<div class="card ${count > 0 ? 'bad' : ''}"><dt>${name}</dt><dd>${withCommas(count)}</dd></div>`;
  return `<dl class="cards">
${card('Users only in A', people.onlyInA)}
${card('Users only in B', people.onlyInB)}
${card('Users different', people.different)}
${card('Ambiguous', people.ambiguous + groups.ambiguous)}
${card('Groups', groups.onlyInA + groups.onlyInB + groups.different)}
${card('Memberships', memberships)}
</dl>`;
}

function attributeSection({ attributes }: CompareCounts): string {
  if (attributes.size === 0) return '';
  const rows = [...attributes]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `<tr><td>${name}</td><td class="number">${withCommas(count)}</td></tr>`);
  return `<section>
<h2>Different values by attribute</h2>
<div class="scroll"><table>
<thead><tr><th>Attribute</th><th class="number">Users</th></tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table></div>
</section>`;
}

/** Returns the table of the individual differences. */
export function differenceSection(differences: readonly (readonly string[])[]): string {
  if (differences.length === 0) return '';
  const rows = differences
    .slice(0, ROWS_ON_A_PAGE)
    .map((cells) => `<tr>${cells.map((cell) => `<td>${escapeMarkup(cell)}</td>`).join('')}</tr>`);
  const rest = differences.length - rows.length;
  return `<section>
<h2>Differences</h2>
<div class="scroll"><table>
<thead><tr>${HEADINGS.map((heading) => `<th>${heading}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table></div>
${rest > 0 ? `<p class="note">and ${withCommas(rest)} more</p>` : ''}
</section>`;
}

function cellsOf(difference: Difference): readonly string[] {
  const { found, subject, name, valueInA = '', valueInB = '' } = difference;
  return [
    DIFFERENCE_TYPES[found],
    subject,
    name,
    attributeWithReason(difference.attribute, difference.why),
    valueInA,
    valueInB,
  ];
}
