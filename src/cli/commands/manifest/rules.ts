import { RULE_IDS, RULES, type RuleId } from '../../../manifest/rules/rule-book.ts';
import type { ListView } from '../../../output/view.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';
import { printAll } from '../../printing/print-resources.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl manifest rules', `orgctl manifest rules --query "[?fix=='safe'].rule"`],
    lists: { columns: RULE_VIEW.columns },
    needs: 'nothing: no token, no network',
  });
  return command.action(
    act(async (context) => {
      await printAll(context, RULE_IDS, RULE_VIEW);
    }),
  );
};

const FIXES = { safe: '--fix', suggest: '--fix-suggested', none: 'by hand' } as const;

const RULE_VIEW: ListView<RuleId> = {
  noun: ['rule', 'rules'],
  json: (rule) => {
    const { severity, fix, section, summary, why } = RULES[rule];
    return { rule, severity, fix, section, summary, why };
  },
  columns: [
    { name: 'rule', heading: 'Rule', importance: 1, isWhole: true, value: (rule) => rule },
    { name: 'severity', heading: 'Severity', importance: 1, value: (rule) => RULES[rule].severity },
    { name: 'fix', heading: 'Fixed', importance: 3, value: (rule) => FIXES[RULES[rule].fix] },
    { name: 'summary', heading: 'What is wrong', importance: 2, value: (rule) => RULES[rule].summary },
    { name: 'section', heading: 'Document', importance: 4, value: (rule) => RULES[rule].section },
  ],
};
