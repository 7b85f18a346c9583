import { describeCounts } from '../../migration/compare/compare-counts.ts';
import { FOUND_WORDS } from '../../migration/compare/compare-scope.ts';
import type { Joined } from '../../migration/compare/difference.ts';
import {
  reportDigest,
  type Sample,
  type Verification,
} from '../../migration/compare/verify-organizations.ts';
import { escapeMarkdown, escapeMarkup, markdownTable } from '../../output/markup.ts';
import type { View } from '../../output/view.ts';
import type { JsonObject } from '../../spec/wire.ts';
import { defined } from '../../values/defined.ts';
import { LINES_IN_A_COMMENT } from '../printing/print-document.ts';
import { attributeOf, DIFFERENCE_VIEW } from '../views/difference-view.ts';
import { version } from '../world.ts';
import { differenceSection, page } from './comparison-document.ts';
import { comparedWords } from './tell-comparison.ts';

/** What is reported, and who answers for it. */
export interface VerifyFacts {
  readonly joined: Joined;
  readonly verification: Verification;
  /** RFC 3339. */
  readonly taken: string;
  /** What was left out, as it was typed. */
  readonly leftOut: readonly string[];
  readonly signedOffBy: string | undefined;
}

/** A report with the digest over all of it. */
export type VerifyReport = JsonObject & { readonly digest: string };

/** Returns the report as data. */
export function verifyReport({
  joined,
  verification,
  taken,
  leftOut,
  signedOffBy,
}: VerifyFacts): VerifyReport {
  const { counts, attributes, differences, more, samples } = verification;
  const side = ({ name, people, groups }: Joined['a']) => ({
    name,
    users: people.length,
    groups: groups.length,
  });
  const report: JsonObject = {
    verdict: counts.all === 0 ? 'equal' : 'different',
    taken,
    tool: `orgctl ${version}`,
    a: side(joined.a),
    b: side(joined.b),
    joined: { ...verification.joined },
    notCompared: [...joined.missing, ...leftOut],
    users: { ...counts.people },
    groups: { ...counts.groups },
    memberships: counts.memberships,
    attributes: attributes.map((one) => ({ ...one })),
    differences: differences.map((one) => DIFFERENCE_VIEW.json(one)),
    differencesNotListed: more,
    samples: samples.map(({ values, ...sample }) => ({
      ...sample,
      values: values.map((one) => ({ ...one })),
    })),
    ...defined({ signedOffBy }),
  };
  return { ...report, digest: reportDigest(report) };
}

/** How the attributes of a report are shown. */
export const VERIFIED_VIEW: View<Verification['attributes'][number]> = {
  json: (row) => ({ ...row }),
  columns: [
    { name: 'attribute', heading: 'Attribute', importance: 1, value: ({ attribute }) => attribute },
    { name: 'compared', heading: 'Users', importance: 1, align: 'right', value: ({ compared }) => compared },
    {
      name: 'different',
      heading: 'Different',
      importance: 1,
      align: 'right',
      value: ({ different }) => different,
    },
    {
      name: 'digestInA',
      heading: 'Digest in A',
      importance: 2,
      value: ({ digestInA }) => digestInA.slice(0, SHORT),
    },
    {
      name: 'digestInB',
      heading: 'Digest in B',
      importance: 2,
      value: ({ digestInB }) => digestInB.slice(0, SHORT),
    },
  ],
};

/** Digits of a digest that tell two apart. */
const SHORT = 16;

function factRows({
  joined,
  verification,
  taken,
  leftOut,
  signedOffBy,
}: VerifyFacts): readonly (readonly string[])[] {
  const { users, groups, memberships } = verification.joined;
  const not = [...joined.missing, ...leftOut];
  return [
    ['Compared', comparedWords(joined)],
    ['Joined', `${number(users)} users, ${number(groups)} groups, ${number(memberships)} memberships`],
    ['Result', describeCounts(verification.counts)],
    ...(not.length === 0 ? [] : [['Not compared', not.join(', ')]]),
    ['Taken', taken],
    ['Signed off by', signedOffBy ?? ''],
    ['Digest of the report', verifyReport({ joined, verification, taken, leftOut, signedOffBy }).digest],
  ];
}

/** Returns the report in Markdown. */
export function verifyDocument(facts: VerifyFacts): string {
  const { verification } = facts;
  const { differences, attributes, samples } = verification;
  const rows = differences.slice(0, LINES_IN_A_COMMENT).map((difference) => {
    const { found, subject, name, valueInA = '', valueInB = '' } = difference;
    return [FOUND_WORDS[found], subject, name, attributeOf(difference), valueInA, valueInB];
  });
  const rest = differences.length + verification.more - rows.length;
  return `${[
    `### ${escapeMarkdown(titleOf(facts))}`,
    '',
    markdownTable(['', ''], factRows(facts)),
    '',
    markdownTable(ATTRIBUTE_HEADINGS, attributes.map(attributeCells)),
    ...(rows.length === 0 ? [] : ['', markdownTable(['Found', 'What', 'Name', 'Attribute', 'A', 'B'], rows)]),
    ...(rest > 0 ? ['', `and ${number(rest)} more`] : []),
    ...samples.flatMap((sample) => [
      '',
      `Sample: ${escapeMarkdown(sample.name)}`,
      '',
      markdownTable(['Attribute', 'A', 'B'], valuesOf(sample)),
    ]),
  ].join('\n')}\n`;
}

/** Returns the report as one page, with a place to sign. */
export function verifyPage(facts: VerifyFacts): string {
  const { verification } = facts;
  const isEqual = verification.counts.all === 0;
  const title = titleOf(facts);
  const { more, samples } = verification;
  return page(
    title,
    `<header><h1>${escapeMarkup(title)}</h1><span class="state ${isEqual ? '' : 'failures'}">${isEqual ? 'equal' : 'different'}</span></header>
${section('Report', ['', ''], factRows(facts))}
${section('Attributes', ATTRIBUTE_HEADINGS, verification.attributes.map(attributeCells))}
${differenceSection(verification)}
${more > 0 ? `<p class="note">${number(more)} more differences are not listed</p>` : ''}
${samples.map((sample) => section(`Sample: ${sample.name}`, ['Attribute', 'A', 'B'], valuesOf(sample))).join('\n')}`,
  );
}

const ATTRIBUTE_HEADINGS = ['Attribute', 'Users', 'Different', 'Digest in A', 'Digest in B'];

function attributeCells({
  attribute,
  compared,
  different,
  digestInA,
  digestInB,
}: Verification['attributes'][number]) {
  return [
    attribute,
    number(compared),
    number(different),
    digestInA.slice(0, SHORT),
    digestInB.slice(0, SHORT),
  ];
}

function valuesOf({ values }: Sample): readonly (readonly string[])[] {
  return values.map(({ attribute, inA, inB }) => [attribute, inA, inB]);
}

function titleOf({ joined }: VerifyFacts): string {
  return `Verification of ${joined.a.name} and ${joined.b.name}`;
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

function number(count: number): string {
  return count.toLocaleString('en-US');
}
