import type { Issue } from '../../failure/issue.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import { defined } from '../../values/defined.ts';
import { MAX_COLUMNS } from './bounded-columns.ts';
import type { ColumnMap, MapRule, MapVariant, MembershipRules } from './column-map.ts';
import { columnOf, HEADINGS, type UserColumn } from './columns.ts';
import { GROUP_COLUMNS, type GroupColumn } from './group-columns.ts';
import { type Lookup, scalarText } from './lookup.ts';
import {
  type MapDocument,
  type MapKeys,
  type MapReading,
  type MapReport,
  unknownWord,
} from './map-report.ts';
import { readMapText } from './map-values.ts';
import { MATCH_KEYS, type MatchKey, matchKeysFrom } from './match-keys.ts';
import { OTHERWISE_ACTIONS, type Provision } from './provision.ts';
import { readFeedLimits } from './read-feed-limits.ts';
import { readGroupRules } from './read-group-rules.ts';
import { readVariant } from './read-map-rule.ts';

const MAP_KEYS = ['columns', 'lookups', 'match', 'provision', 'groups', 'limits'];

/** Keys that mean nothing in the map of a group file. */
const OF_PEOPLE = ['match', 'provision', 'groups'];

/**
 * Reads the rules of a map.
 * @param lookups the named lookups, already read if they are files
 * @param today the date that rules compare with, YYYY-MM-DD
 * @returns the rules, and every finding with its place in the map
 */
export function readMapRules(
  document: MapDocument,
  lookups: ReadonlyMap<string, Lookup>,
  today: string,
): Pick<ColumnMap, 'rules' | 'memberships' | 'match' | 'provision' | 'groups' | 'limits'> & {
  readonly issues: readonly Issue[];
} {
  const issues: Issue[] = [];
  const report: MapReport = (code, keys, message, which = 'value', more = {}) => {
    issues.push({ code, path: keys.join('.'), message, ...more, at: document.placeOf(keys, which) });
  };
  for (const key of Object.keys(document.value))
    if (!MAP_KEYS.includes(key)) unknownWord(report, [key], key, MAP_KEYS);
  const match = readMatchKeys(document.value['match'], report);
  const provision = readProvision(document, report);
  const limits = readFeedLimits(document.value['limits'], report);
  const { columns } = document.value;
  if (!isJsonObject(columns)) {
    report('invalid_map', [], 'a map needs "columns"', 'value', { example: 'columns: {email: Work Email}' });
    return { rules: [], issues };
  }
  const count = Object.keys(columns).length;
  if (count > MAX_COLUMNS) {
    const message = `too many columns: ${count}; the maximum is ${MAX_COLUMNS}`;
    report('invalid_map', ['columns'], message);
    return { rules: [], issues };
  }
  const reading: MapReading = {
    lookups,
    report,
    today,
    placeOf: (...place) => document.placeOf(...place),
  };
  if (isObjectOfMemberships(columns)) {
    reportKeysOfPeople(document, report);
    return { rules: [], memberships: readMemberships(columns, reading), issues, ...defined({ limits }) };
  }
  const groups = readGroupRules(document.value['groups'], reading);
  const rules: MapRule[] = [];
  for (const [name, given] of Object.entries(columns)) {
    const keys = ['columns', name];
    const column = columnOf(name);
    if (column === undefined) unknownWord(report, keys, name, HEADINGS, 'column');
    else if (rules.some((rule) => rule.column === column))
      report('duplicate_column', keys, `the map already defines the column "${name}"`, 'key');
    else {
      const variants = readVariants(given, column, keys, reading);
      if (variants !== undefined) rules.push({ column, variants, at: document.placeOf(keys, 'key') });
    }
  }
  return {
    rules,
    issues,
    ...defined({ match, provision, groups, limits }),
  };
}

function isObjectOfMemberships(columns: Readonly<Record<string, unknown>>): boolean {
  return Object.hasOwn(columns, 'group') && Object.hasOwn(columns, 'member');
}

function reportKeysOfPeople({ value }: MapDocument, report: MapReport): void {
  for (const key of OF_PEOPLE)
    if ((value[key] ?? undefined) !== undefined)
      report('invalid_map', [key], `"${key}" is for files of people; this map is for a group file`, 'key');
}

/** The columns of a group file. */
function readMemberships(columns: Readonly<Record<string, unknown>>, reading: MapReading): MembershipRules {
  const rules: Partial<Record<GroupColumn, readonly MapVariant[]>> = {};
  for (const [name, given] of Object.entries(columns)) {
    const column = GROUP_COLUMNS.find((known) => known === name);
    const keys = ['columns', name];
    if (column === undefined)
      unknownWord(reading.report, keys, name, GROUP_COLUMNS, 'column of a group file');
    const variants = column === undefined ? undefined : readVariants(given, column, keys, reading);
    if (column !== undefined && variants !== undefined) rules[column] = variants;
  }
  return rules;
}

function readMatchKeys(given: unknown, report: MapReport): readonly MatchKey[] | undefined {
  if (given === undefined || given === null) return undefined;
  const keys = matchKeysFrom((Array.isArray(given) ? given : [given]).map((key) => scalarText(key) ?? ''));
  if (keys === undefined)
    report('invalid_map', ['match'], `"match" must be a list of ${MATCH_KEYS.join(', ')}`, 'value', {
      example: 'match: [employeeNumber, email]',
    });
  return keys;
}

function readProvision(document: MapDocument, report: MapReport): Provision | undefined {
  const given = document.value['provision'];
  if (given === undefined || given === null) return undefined;
  const rule: Readonly<Record<string, unknown>> = isJsonObject(given) ? given : { when: given };
  for (const key of Object.keys(rule))
    if (key !== 'when' && key !== 'otherwise')
      unknownWord(report, ['provision', key], key, ['when', 'otherwise']);
  const when = scalarText(rule['when']);
  const keys = ['provision', 'otherwise'];
  const isMissing = (rule['otherwise'] ?? undefined) === undefined;
  const word = isMissing ? 'ignore' : readMapText(rule['otherwise'], keys, report);
  const otherwise = OTHERWISE_ACTIONS.find((known) => known === word);
  if (when === undefined)
    report('invalid_map', ['provision'], '"provision" needs an expression "when"', 'value', {
      example: `provision: { when: 'status eq "Active"', otherwise: deactivate }`,
    });
  if (word !== undefined && otherwise === undefined)
    report('invalid_map', keys, `"${word}" is neither ${OTHERWISE_ACTIONS.join(' nor ')}`);
  if (when === undefined || otherwise === undefined) return undefined;
  return {
    when,
    otherwise,
    at: document.placeOf(isJsonObject(given) ? ['provision', 'when'] : ['provision']),
  };
}

/** Whether a rule has a condition. An invalid one has a finding of its own. */
function hasCondition(rule: unknown): boolean {
  return isJsonObject(rule) && (rule['when'] ?? undefined) !== undefined;
}

/**
 * Reads the variants of a column. In a list of rules the first one whose condition is true is used; a list of
 * texts is a list of headings.
 */
function readVariants(
  given: unknown,
  column: UserColumn | GroupColumn,
  keys: MapKeys,
  reading: MapReading,
): readonly MapVariant[] | undefined {
  const isList = Array.isArray(given) && given.some(isJsonObject);
  const variants = isList
    ? given.map((one, index) => readVariant(one, column, [...keys, index], reading))
    : [readVariant(given, column, keys, reading)];
  const unreachable = variants.findIndex(
    (variant, index) =>
      variant !== undefined && variant.when === undefined && !hasCondition(isList ? given[index] : given),
  );
  if (unreachable >= 0 && unreachable < variants.length - 1) {
    const message = 'a rule without "when" always applies; later rules are never used';
    reading.report('invalid_map', [...keys, unreachable], message);
  }
  const read = variants.filter((variant) => variant !== undefined);
  return read.length === variants.length ? read : undefined;
}
