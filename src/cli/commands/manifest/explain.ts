import { Failure } from '../../../failure/failure.ts';
import { explainField, type FieldExplanation } from '../../../manifest/explain-field.ts';
import { findField, type NamedField } from '../../../manifest/field-at.ts';
import { homesOf, nearestKey } from '../../../manifest/known-keys.ts';
import { yamlEntry } from '../../../manifest/render-value.ts';
import { isRuleId, RULE_IDS } from '../../../manifest/rules/rule-book.ts';
import type { Palette } from '../../../output/palette.ts';
import type { View } from '../../../output/view.ts';
import { isJsonObject } from '../../../rules/json-value.ts';
import { defined } from '../../../values/defined.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';
import { EXPLAINED_RULE_VIEW, paletteOf, printRules } from '../../manifest/print-rules.ts';
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
        if (word === undefined && printer.format !== 'table') await printer.list(rules, EXPLAINED_RULE_VIEW);
        else await printRules(context, rules);
      }),
    );
};

/** @throws Failure `usage` with the closest match */
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
      ? `there is no field or rule "${word}"${nearest === undefined ? '' : ` (did you mean ${nearest}?)`}`
      : `there is no "${unknown}" in ${holderOf(word, unknown)}${known.length === 0 ? '' : `; known there: ${known.join(', ')}`}`,
    { hint: nearest === undefined ? 'orgctl manifest rules' : `orgctl manifest explain ${nearest}` },
  );
}

/** Returns the part of a path before an unknown step. */
function holderOf(word: string, unknown: string): string {
  const holder = word.slice(0, Math.max(0, word.lastIndexOf(unknown))).replace(/[./[]+$/, '');
  return holder === '' ? 'a manifest' : holder;
}

/** Renders a field as text: its description, one line per property, and an example. */
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
