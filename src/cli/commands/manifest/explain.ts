import { Failure } from '../../../failure/failure.ts';
import { nearestKey } from '../../../manifest/known-keys.ts';
import { isRuleId, RULE_IDS, RULES, type RuleId } from '../../../manifest/rules/rule-book.ts';
import { paletteFor } from '../../../output/palette.ts';
import type { View } from '../../../output/view.ts';
import { hasColour } from '../../../terminal/streams.ts';
import type { CommandModule } from '../../command-module.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl manifest explain event-scope', 'orgctl manifest explain --all -o json'],
    needs: 'nothing: no token, no network',
  });
  return command
    .argument('[rule]', 'the id of a rule, as findings show it')
    .option('--all', 'every rule')
    .action(
      act(async (context, word, { all }) => {
        if (word === undefined && all !== true) {
          throw new Failure('usage', 'name a rule, or add --all', { hint: 'orgctl manifest rules' });
        }
        const rules = word === undefined ? RULE_IDS : [ruleId(word)];
        const printer = await context.printer();
        if (printer.format === 'table')
          await printer.text(rules.map((rule) => explained(rule, context)).join('\n'));
        else if (word === undefined) await printer.list(rules, EXPLAINED);
        else for (const rule of rules) await printer.one(rule, EXPLAINED);
      }),
    );
};

function ruleId(word: string): RuleId {
  if (isRuleId(word)) return word;
  const suggestion = nearestKey(word, RULE_IDS);
  throw new Failure(
    'usage',
    `there is no rule "${word}"${suggestion === undefined ? '' : ` (did you mean ${suggestion}?)`}`,
    { hint: suggestion === undefined ? 'orgctl manifest rules' : `orgctl manifest explain ${suggestion}` },
  );
}

const FIXES = {
  safe: 'orgctl manifest lint --fix',
  suggest: 'orgctl manifest lint --fix-suggested',
  none: 'by hand',
} as const;

function explained(rule: RuleId, { common, world }: Context): string {
  const { summary, why, wrong, right, severity, fix, section } = RULES[rule];
  const palette = paletteFor(hasColour(common.color, world.env, world.streams.stdout.isTTY === true));
  const indented = (yaml: string) => yaml.trimEnd().replace(/^/gm, '    ');
  return [
    `${palette.heading(rule)} (${severity}${section === '' ? '' : `, ${section}`})`,
    '',
    `  ${summary}`,
    `  ${why}`,
    `  Mended: ${FIXES[fix]}`,
    '',
    `  ${palette.bad('wrong')}`,
    indented(wrong),
    `  ${palette.good('right')}`,
    indented(right),
    '',
  ].join('\n');
}

const EXPLAINED: View<RuleId> = {
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
