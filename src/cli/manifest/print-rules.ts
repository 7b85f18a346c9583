import type { Rule } from '../../manifest/rules/rule.ts';
import { RULES, type RuleId } from '../../manifest/rules/rule-book.ts';
import { type Palette, paletteFor } from '../../output/palette.ts';
import type { ListView } from '../../output/view.ts';
import { hasColor } from '../../terminal/streams.ts';
import type { Context } from '../context.ts';

/** Explains rules of the validator; as text if the output format is a table. */
export async function printRules(context: Context, rules: readonly RuleId[]): Promise<void> {
  const printer = await context.printer();
  if (printer.format === 'table')
    await printer.text(rules.map((rule) => explained(rule, context)).join('\n'));
  else for (const rule of rules) await printer.one(rule, EXPLAINED_RULE_VIEW);
}

/** Returns the colors for text that a command prints itself. */
export function paletteOf({ common, host }: Context): Palette {
  return paletteFor(hasColor(common.color, host.env, host.streams.stdout.isTTY === true));
}

/** How a finding is fixed, by kind of fix. */
export const FIXED_BY = {
  safe: 'orgctl manifest lint --fix',
  suggest: 'orgctl manifest lint --fix-suggested',
  none: 'by hand',
} as const satisfies Record<Rule['fix'], string>;

function explained(rule: RuleId, context: Context): string {
  const { summary, why, wrong, right, severity, fix, section } = RULES[rule];
  const palette = paletteOf(context);
  const indented = (yaml: string) => yaml.trimEnd().replace(/^/gm, '    ');
  return [
    `${palette.heading(rule)} (${severity}${section === '' ? '' : `, ${section}`})`,
    '',
    `  ${summary}`,
    `  ${why}`,
    `  Fixed: ${FIXED_BY[fix]}`,
    '',
    `  ${palette.bad('wrong')}`,
    indented(wrong),
    `  ${palette.good('right')}`,
    indented(right),
    '',
  ].join('\n');
}

/** A rule as data. */
export const EXPLAINED_RULE_VIEW: ListView<RuleId> = {
  noun: ['rule', 'rules'],
  json: (rule) => ({ rule, ...RULES[rule] }),
  columns: [
    { name: 'rule', heading: 'Rule', importance: 1, value: (rule) => rule },
    { name: 'severity', heading: 'Severity', importance: 1, value: (rule) => RULES[rule].severity },
    { name: 'summary', heading: 'What is wrong', importance: 1, value: (rule) => RULES[rule].summary },
    { name: 'why', heading: 'Why', importance: 2, value: (rule) => RULES[rule].why },
    { name: 'wrong', heading: 'Wrong', importance: 3, value: (rule) => RULES[rule].wrong },
    { name: 'right', heading: 'Right', importance: 3, value: (rule) => RULES[rule].right },
  ],
};
