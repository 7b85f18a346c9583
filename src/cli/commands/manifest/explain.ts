import { Failure } from '../../../failure/failure.ts';
import { explainField, type FieldExplanation } from '../../../manifest/explain-field.ts';
import { findField, type NamedField } from '../../../manifest/field-at.ts';
import { homesOf, nearestKey } from '../../../manifest/known-keys.ts';
import { yamlEntry } from '../../../manifest/render-value.ts';
import { isRuleId, RULE_IDS, RULES, type RuleId } from '../../../manifest/rules/rule-book.ts';
import { type Palette, paletteFor } from '../../../output/palette.ts';
import type { View } from '../../../output/view.ts';
import { isJsonObject } from '../../../rules/json-value.ts';
import { hasColor } from '../../../terminal/streams.ts';
import { defined } from '../../../values/defined.ts';
import type { CommandModule } from '../../command-module.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { vendorOf } from '../../options/manifest-options.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl manifest explain settings.event_subscriptions.bot_events',
      'orgctl manifest explain functions.greet.input_parameters',
      'orgctl manifest explain event-scope',
      'orgctl manifest explain --all -o json',
    ],
    needs: 'nothing: no token, no network',
  });
  return command
    .argument('[path-or-rule]', 'a field, such as features.slash_commands.url, or the ID of a rule')
    .option('--all', 'explain every rule')
    .action(
      act(async (context, word, { all }) => {
        if (word === undefined && all !== true) {
          throw new Failure('usage', 'name a field or a rule, or add --all', {
            hint: 'orgctl manifest rules',
          });
        }
        const printer = await context.printer();
        if (word !== undefined && !isRuleId(word)) {
          const field = explainField(namedField(word), await vendorOf(context));
          if (printer.format === 'table') await printer.text(explainedField(field, paletteOf(context)));
          else await printer.one(field, FIELD_VIEW);
          return;
        }
        const rules = word === undefined ? RULE_IDS : [word];
        if (printer.format === 'table')
          await printer.text(rules.map((rule) => explained(rule, context)).join('\n'));
        else if (word === undefined) await printer.list(rules, EXPLAINED);
        else for (const rule of rules) await printer.one(rule, EXPLAINED);
      }),
    );
};

/** @throws Failure `usage` with what comes nearest. */
function namedField(word: string): NamedField {
  const result = findField(word);
  if ('found' in result) return result.found;
  const { unknown, known, suggestion } = result;
  const rule = nearestKey(word, RULE_IDS);
  const isOneWord = !/[./[]/.test(word);
  if (isOneWord && suggestion === undefined && known.length > 0 && homesOf(word).length > 1)
    throw new Failure('usage', `"${word}" is a key of several fields: ${known.join(', ')}`, {
      hint: `orgctl manifest explain ${known[0]}`,
    });
  const nearest =
    suggestion === undefined ? (isOneWord ? rule : undefined) : word.replace(unknown, suggestion);
  throw new Failure(
    'usage',
    isOneWord
      ? `there is no field and no rule "${word}"${nearest === undefined ? '' : ` (did you mean ${nearest}?)`}`
      : `there is no "${unknown}" in ${holderOf(word, unknown)}${known.length === 0 ? '' : `; known there: ${known.join(', ')}`}`,
    { hint: nearest === undefined ? 'orgctl manifest rules' : `orgctl manifest explain ${nearest}` },
  );
}

/** The part of a path before a step. */
function holderOf(word: string, unknown: string): string {
  const holder = word.slice(0, Math.max(0, word.lastIndexOf(unknown))).replace(/[./[]+$/, '');
  return holder === '' ? 'a manifest' : holder;
}

function paletteOf({ common, world }: Context): Palette {
  return paletteFor(hasColor(common.color, world.env, world.streams.stdout.isTTY === true));
}

/** A field as people read it: what it is, one line for each thing to know, and an example. */
function explainedField(field: FieldExplanation, palette: Palette): string {
  const lines = [
    ['Type', field.type],
    ['Required', field.required],
    ['Limits', field.limits.length === 0 ? 'none' : field.limits.join('; ')],
    ...(field.default === undefined ? [] : [['Default', JSON.stringify(field.default)]]),
    ['Versions', field.versions],
    ['Scopes', field.scopes],
    ['Update', field.update],
  ] as const;
  const name = field.path === '' ? 'manifest' : field.path;
  return [
    `${palette.heading(name)}${field.isDeprecated ? ` ${palette.caution('(deprecated)')}` : ''}`,
    '',
    `  ${field.description}`,
    '',
    ...lines.map(([label, text]) => `  ${palette.faint(`${label}:`.padEnd(10))}${text}`),
    '',
    `  ${palette.good('example')}`,
    ...yamlLines(field.example).map((line) => `    ${line}`),
    '',
  ].join('\n');
}

function yamlLines(example: FieldExplanation['example']): readonly string[] {
  if (!isJsonObject(example)) return [JSON.stringify(example)];
  return Object.entries(example).flatMap(([key, value]) => yamlEntry(key, value, '', '\n').split('\n'));
}

const FIELD_VIEW: View<FieldExplanation> = {
  json: ({ default: usual, limits, ...field }) => ({
    ...field,
    limits,
    ...defined({ default: usual }),
  }),
  columns: [
    { name: 'path', heading: 'Path', importance: 1, value: ({ path }) => path },
    { name: 'description', heading: 'Description', importance: 1, value: ({ description }) => description },
    { name: 'type', heading: 'Type', importance: 1, value: ({ type }) => type },
    { name: 'required', heading: 'Required', importance: 1, value: ({ required }) => required },
    { name: 'limits', heading: 'Limits', importance: 1, value: ({ limits }) => limits.join('; ') },
    { name: 'versions', heading: 'Versions', importance: 2, value: ({ versions }) => versions },
    { name: 'scopes', heading: 'Scopes', importance: 2, value: ({ scopes }) => scopes },
    { name: 'update', heading: 'Update', importance: 2, value: ({ update }) => update },
  ],
};

const FIXES = {
  safe: 'orgctl manifest lint --fix',
  suggest: 'orgctl manifest lint --fix-suggested',
  none: 'by hand',
} as const;

function explained(rule: RuleId, context: Context): string {
  const { summary, why, wrong, right, severity, fix, section } = RULES[rule];
  const palette = paletteOf(context);
  const indented = (yaml: string) => yaml.trimEnd().replace(/^/gm, '    ');
  return [
    `${palette.heading(rule)} (${severity}${section === '' ? '' : `, ${section}`})`,
    '',
    `  ${summary}`,
    `  ${why}`,
    `  Fixed: ${FIXES[fix]}`,
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
