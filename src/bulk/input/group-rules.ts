import type { Issue } from '../../failure/issue.ts';
import { comparisonKey } from '../../values/comparison-key.ts';
import { deriveAlways, type Remember } from '../../values/remember.ts';
import { applyLookup, headingsOfTemplate, textOfTemplate } from './apply-map-rule.ts';
import type { ColumnMap } from './column-map.ts';
import type { DesiredUser } from './desired-state.ts';
import type { NamedHeading } from './expression-headings.ts';
import type { GroupRule, GroupRules } from './group-rule.ts';
import { RowExpression, type SelectableRow } from './row-expression.ts';
import { expressionWordOf } from './row-selection.ts';

/** Whether the map manages a group, by its name. Letter case and Unicode composition are ignored. */
export function isManaged(manage: readonly string[], name: string): boolean {
  const word = comparisonKey(name);
  return manage.some((pattern) => matchesWildcard(comparisonKey(pattern).split('*'), word));
}

/** Whether a text consists of these parts in this order, with any text between them. */
function matchesWildcard(parts: readonly string[], text: string): boolean {
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return text === first;
  if (!text.startsWith(first)) return false;
  const last = rest.at(-1) ?? '';
  let at = first.length;
  for (const part of rest.slice(0, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** Determines row by row which groups a user must be in. */
export class GroupsOfRows {
  private readonly rules: readonly (GroupRule & { readonly expression: RowExpression | undefined })[];
  private readonly manage: readonly string[];
  private readonly remember: Remember;

  constructor(
    { rules, manage }: GroupRules,
    { today, remember = deriveAlways }: Pick<ColumnMap, 'today' | 'remember'>,
  ) {
    this.manage = manage;
    this.remember = remember;
    this.rules = rules.map((rule) => ({
      ...rule,
      expression: rule.when === undefined ? undefined : new RowExpression(rule.when, rule.path, today, true),
    }));
  }

  /** Columns and headings that rules use, as expressions spell them. */
  names(): readonly string[] {
    return this.named().map(({ name }) => expressionWordOf(name));
  }

  /** Columns and headings that rules use, as the map spells them, with their places. */
  named(): readonly NamedHeading[] {
    return this.rules.flatMap(({ name, expression, path, at }) => [
      ...name.flatMap((part) => ('heading' in part ? [{ name: part.heading, path, at }] : [])),
      ...(expression?.names() ?? []).map((word) => ({ name: word, path, at })),
    ]);
  }

  /**
   * Returns the groups of a user, none if the user is inactive. Group names that cannot be determined are
   * reported.
   */
  of(row: SelectableRow, { set }: DesiredUser, report: (issue: Issue) => void): readonly string[] {
    if (set.active === false) return [];
    const names = new Map<string, string>();
    for (const rule of this.rules) {
      if (rule.expression?.matches(row) === false) continue;
      const name = this.nameBy(rule, row, report);
      if (name !== '' && !names.has(comparisonKey(name))) names.set(comparisonKey(name), name);
    }
    return [...names.values()];
  }

  /**
   * Returns the first managed group that a cell names and no rule assigns; undefined for an inactive user,
   * who is in no managed group.
   */
  unassignedManagedGroup({ groups = [], set }: DesiredUser, given: readonly string[]): string | undefined {
    if (set.active === false) return undefined;
    const known = new Set(given.map(comparisonKey));
    return groups.find((name) => isManaged(this.manage, name) && !known.has(comparisonKey(name)));
  }

  private nameBy(rule: GroupRule, row: SelectableRow, report: (issue: Issue) => void): string {
    const cellOf = (heading: string) => row.valuesOf(expressionWordOf(heading))[0] ?? '';
    const cells = headingsOfTemplate(rule.name).map(cellOf);
    const text = this.remember(rule.path, cells, () => textOfTemplate(rule.name, cellOf));
    if (text === '') return '';
    const made = rule.lookup === undefined ? { text } : applyLookup(text, rule.lookup, rule.otherwise);
    if ('problem' in made) {
      report({ ...made.problem, path: rule.path });
      return '';
    }
    const name = made.text.trim().normalize('NFC');
    if (name === '' || isManaged(this.manage, name)) return name;
    const expected = `a managed group: ${this.manage.join(', ')}`;
    report({
      code: 'outside_scope',
      path: rule.path,
      message: `"${name}" is not managed by the map`,
      expected,
    });
    return '';
  }
}
