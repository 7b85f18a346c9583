import { type CompareCounts, describeCounts } from '../../migration/compare/compare-counts.ts';
import { htmlPage } from '../../output/html-page.ts';
import { escapeMarkdown, escapeMarkup, markdownTable } from '../../output/markup.ts';
import { pluralize, withCommas } from '../../output/pluralize.ts';
import { escapeJson } from '../../output/sanitize.ts';
import { LINES_IN_A_COMMENT } from '../printing/print-document.ts';
import { attributeWithReason } from '../views/difference-view.ts';
import { differenceSection, HEADINGS } from './comparison-document.ts';
import { SHORT, type VerifyReport } from './verify-report.ts';

/** Delimiters of the report data in a page, from which `--check` reads it. */
export const DATA_BEGINS = '<template id="report">';
export const DATA_ENDS = '</template>';

function factRows(report: VerifyReport): readonly (readonly string[])[] {
  const { users, groups, memberships } = report.joined;
  const not = report.notCompared;
  const size = ({ name, users, groups }: VerifyReport['a']) =>
    `${name} (${pluralize(users, 'user')}, ${pluralize(groups, 'group')})`;
  return [
    ['Compared', `${size(report.a)} with ${size(report.b)}`],
    [
      'Joined',
      `${withCommas(users)} users, ${withCommas(groups)} groups, ${withCommas(memberships)} memberships`,
    ],
    ['Result', describeCounts(countsOf(report))],
    ...(not.length === 0 ? [] : [['Not compared', not.join(', ')]]),
    ['Taken', report.taken],
    ['Signed off by', report.signedOffBy ?? ''],
    ['Digest of the report', report.digest],
  ];
}

function countsOf({ users: people, groups, memberships, attributes, verdict }: VerifyReport): CompareCounts {
  const different = attributes.filter((one) => one.different > 0);
  return {
    people,
    groups,
    memberships,
    attributes: new Map(different.map((one) => [one.attribute, one.different])),
    all: verdict === 'equal' ? 0 : 1,
  };
}

function differenceRows({ differences }: VerifyReport): readonly (readonly string[])[] {
  return differences.map(({ found, subject, name, attribute, why, valueInA, valueInB }) =>
    [
      found,
      subject,
      name,
      attributeWithReason(String(attribute ?? ''), String(why ?? '')),
      valueInA,
      valueInB,
    ].map((cell) => String(cell ?? '')),
  );
}

/** Returns the report in Markdown. */
export function verifyDocument(report: VerifyReport): string {
  const { attributes, samples } = report;
  const all = differenceRows(report);
  const rows = all.slice(0, LINES_IN_A_COMMENT);
  const rest = all.length + report.differencesNotListed - rows.length;
  return `${[
    `### ${escapeMarkdown(titleOf(report))}`,
    '',
    markdownTable(['', ''], factRows(report)),
    '',
    markdownTable(ATTRIBUTE_HEADINGS, attributes.map(attributeCells)),
    ...(rows.length === 0 ? [] : ['', markdownTable(HEADINGS, rows)]),
    ...(rest > 0 ? ['', `and ${withCommas(rest)} more`] : []),
    ...samples.flatMap((sample) => [
      '',
      `Sample: ${escapeMarkdown(sample.name)}`,
      '',
      markdownTable(['Attribute', 'A', 'B'], valuesOf(sample)),
    ]),
  ].join('\n')}\n`;
}

/** Returns the report as one page, including the data from which everything on it is generated. */
export function verifyPage(report: VerifyReport): string {
  const { attributes, samples, differencesNotListed: more, verdict } = report;
  const title = titleOf(report);
  const body = `<header><h1>${escapeMarkup(title)}</h1><span class="state ${verdict === 'equal' ? '' : 'failures'}">${verdict}</span></header>
${section('Report', ['', ''], factRows(report))}
${section('Attributes', ATTRIBUTE_HEADINGS, attributes.map(attributeCells))}
${differenceSection(differenceRows(report))}
${more > 0 ? `<p class="note">${withCommas(more)} more differences are not listed</p>` : ''}
${samples.map((sample) => section(`Sample: ${sample.name}`, ['Attribute', 'A', 'B'], valuesOf(sample))).join('\n')}
${DATA_BEGINS}${escapeMarkup(dataOf(report))}${DATA_ENDS}`;
  return htmlPage({ title, body, tool: report.tool });
}

/** The report as JSON that markup can contain as it is: two characters that are none would be replaced. */
function dataOf(report: VerifyReport): string {
  const json = escapeJson(JSON.stringify(report));
  return json.replaceAll('\ufffe', '\\ufffe').replaceAll('\uffff', '\\uffff');
}

const ATTRIBUTE_HEADINGS = ['Attribute', 'Users', 'Different', 'Digest in A', 'Digest in B'];

function attributeCells({
  attribute,
  compared,
  different,
  digestInA,
  digestInB,
}: VerifyReport['attributes'][number]) {
  return [
    attribute,
    withCommas(compared),
    withCommas(different),
    digestInA.slice(0, SHORT),
    digestInB.slice(0, SHORT),
  ];
}

function valuesOf({ values }: VerifyReport['samples'][number]): readonly (readonly string[])[] {
  return values.map(({ attribute, inA, inB }) => [attribute, inA, inB]);
}

function titleOf({ a, b }: VerifyReport): string {
  return `Verification of ${a.name} and ${b.name}`;
}

function section(title: string, headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeMarkup(cell)}</${tag}>`).join('')}</tr>`;
  return `<section>
<h2>${escapeMarkup(title)}</h2>
<div class="scroll"><table>
<thead>${line(headings, 'th')}</thead>
<tbody>${rows.map((row) => line(row, 'td')).join('\n')}</tbody>
</table></div>
</section>`;
}
