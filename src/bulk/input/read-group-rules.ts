import type { Place } from '../../failure/issue.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import { parseFilter } from '../../rules/parse-filter.ts';
import { defined } from '../../values/defined.ts';
import type { GroupRule, GroupRules } from './group-rule.ts';
import { isManaged } from './group-rules.ts';
import { scalarText } from './lookup.ts';
import { type MapKeys, type MapReading, unknownWord } from './map-report.ts';
import { parseTemplate, type TemplatePart } from './map-template.ts';
import { listOf, readLookup, readMapText } from './map-values.ts';

const KEYS = ['rules', 'manage', 'rename'];
const RULE_KEYS = ['group', 'from', 'lookup', 'otherwise', 'when'];
const EXAMPLE = "groups: {manage: ['dept-*'], rules: ['dept-{department|slug}']}";

/**
 * Reads `groups` of a map.
 * @returns undefined if there is none or it is invalid, which was reported
 */
export function readGroupRules(given: unknown, reading: MapReading): GroupRules | undefined {
  if (given === undefined || given === null) return undefined;
  const { report } = reading;
  if (!isJsonObject(given)) {
    report('invalid_map', ['groups'], '"groups" needs "manage" and "rules"', 'value', {
      example: EXAMPLE,
    });
    return undefined;
  }
  for (const key of Object.keys(given)) reportKey(key, ['groups', key], KEYS, reading);
  const manage = listOf(given['manage']).map((name) => scalarText(name)?.trim() ?? '');
  if (manage.length === 0 || manage.includes('')) {
    const message = '"manage" needs the names of the groups to manage; * matches any text';
    report('invalid_map', ['groups', 'manage'], message, 'key', { example: EXAMPLE });
    return undefined;
  }
  const rules = listOf(given['rules']).map((rule, index) =>
    readRule(rule, ['groups', 'rules', index], reading),
  );
  if (rules.length === 0)
    report('invalid_map', ['groups', 'rules'], '"rules" must be a list of groups', 'key', {
      example: EXAMPLE,
    });
  return {
    rules: rules.filter((rule) => rule !== undefined),
    manage,
    rename: readRenames(given['rename'], manage, reading),
  };
}

function readRenames(
  given: unknown,
  manage: readonly string[],
  { report }: MapReading,
): GroupRules['rename'] {
  if (given === undefined || given === null) return [];
  if (!isJsonObject(given)) {
    report('invalid_map', ['groups', 'rename'], '"rename" maps each group to its new name', 'value', {
      example: 'rename: {dept-sales: dept-revenue}',
    });
    return [];
  }
  const renames = Object.entries(given).map(([from, to]) => [from, scalarText(to) ?? ''] as const);
  for (const [from, to] of renames) {
    const outside = [from, to].find((name) => !isManaged(manage, name));
    if (outside === undefined) continue;
    const message = `"${outside}" is not managed by the map`;
    report('outside_scope', ['groups', 'rename', from], message, 'value', {
      expected: `a managed group: ${manage.join(', ')}`,
    });
  }
  return renames;
}

/** Reports an unknown key. Owners get a message of their own because other services have them. */
function reportKey(key: string, keys: MapKeys, known: readonly string[], { report }: MapReading): void {
  if (known.includes(key)) return;
  if (/^owners?$/i.test(key))
    report('invalid_map', keys, 'groups of this service have no owners, only members (SCIM §2.2)', 'key', {});
  else unknownWord(report, keys, key, known);
}

function readRule(given: unknown, keys: MapKeys, reading: MapReading): GroupRule | undefined {
  const { report, placeOf } = reading;
  const rule: Readonly<Record<string, unknown>> = isJsonObject(given) ? given : { group: given };
  for (const key of Object.keys(rule)) reportKey(key, [...keys, key], RULE_KEYS, reading);
  const group = scalarText(rule['group']);
  const from = scalarText(rule['from']);
  if ((group === undefined) === (from === undefined)) {
    const message = 'a group rule needs either "group" or "from"';
    report('invalid_map', keys, message, 'value', {
      example: '{group: All staff, when: \'active eq "true"\'}',
    });
    return undefined;
  }
  const name = from === undefined ? nameOf(group ?? '', [...keys, 'group'], reading) : [cell(from)];
  const when = readWhen(rule['when'], [...keys, 'when'], reading);
  const lookup = readLookup(rule['lookup'], [...keys, 'lookup'], reading);
  const otherwise = readMapText(rule['otherwise'], [...keys, 'otherwise'], report);
  if (name === undefined) return undefined;
  const at: Place = placeOf(keys);
  return {
    at,
    path: keys.join('.'),
    name,
    ...defined({ lookup, otherwise, when }),
  };
}

function cell(heading: string): TemplatePart {
  return { heading, isOptional: false, steps: [] };
}

/** Parses a group name: a template, or the same name for all users. */
function nameOf(text: string, keys: MapKeys, { report }: MapReading): readonly TemplatePart[] | undefined {
  if (!/[{}]/.test(text)) return [{ text }];
  const parsed = parseTemplate(text);
  if ('parts' in parsed) return parsed.parts;
  report('invalid_map', keys, parsed.problem, 'value', { example: "'dept-{department|slug}'" });
  return undefined;
}

function readWhen(given: unknown, keys: MapKeys, { report }: MapReading): string | undefined {
  const text = readMapText(given, keys, report);
  if (text === undefined) return undefined;
  const words = text.toLowerCase().split(/[\s()"']+/);
  const parsed = parseFilter(text, words, undefined, { negation: true });
  if ('filter' in parsed) return text;
  report('invalid_map', keys, parsed.problem.message, 'value', { example: `when: 'active eq "true"'` });
  return undefined;
}
