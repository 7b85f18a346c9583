import type { Place } from '../../failure/issue.ts';
import { isDay as isDayText } from '../../rules/date-time.ts';
import { type FilterTerm, matchesFilter } from '../../rules/filter.ts';
import { defined } from '../../values/defined.ts';
import { columnOf } from './columns.ts';
import type { DesiredUser } from './desired-state.ts';
import type { NamedHeading } from './expression-headings.ts';
import { RowExpression, type SelectableRow } from './row-expression.ts';
import { DAMAGE, spreadsheetError } from './spreadsheet-damage.ts';

/** Path of the condition in a map. */
export const CONDITION = 'provision.when';

export const OTHERWISE_ACTIONS = ['deactivate', 'ignore'] as const;

/** The condition for having an account (`provision` of a map). */
export interface Provision {
  /** An expression over columns and headings. */
  readonly when: string;
  /** What happens to an account whose row does not match. */
  readonly otherwise: (typeof OTHERWISE_ACTIONS)[number];
  /** Place of the rule in the map. */
  readonly at: Place;
}

/** An unreadable cell that decides the result. */
export interface UnreadableCell {
  /** The name of the column or heading in the expression. */
  readonly name: string;
  readonly code: typeof DAMAGE | 'not_a_date';
  readonly message: string;
}

/** A cell without a value that decides the result. */
export interface DecisiveBlank {
  readonly name: string;
  /** Whether it is compared with a date. */
  readonly isDay: boolean;
  /** The placeholder in the cell; undefined if the cell is empty. */
  readonly text?: string;
}

/** Placeholders that exports write for a missing value. A bare true is not a status either. */
const PLACEHOLDERS = new Set(
  [
    '-',
    '--',
    '\u2013',
    '\u2014',
    '.',
    '?',
    '??',
    '\\n',
    'n/a',
    'n.a.',
    'na',
    'null',
    '(null)',
    'none',
    'nil',
    'nan',
    'undefined',
  ].concat(['(blank)', 'unknown', 'tbd', 'true']),
);

/** The decision that the user of a row must not have an account. */
export interface OutOfScope {
  readonly kind: 'outside';
  readonly otherwise: Provision['otherwise'];
  /** The blank cell that is the only reason: the expression compares it with a value. */
  readonly blank: DecisiveBlank | undefined;
}

/** The decision about the user of a row. */
export type Provisioned =
  | { readonly kind: 'inside' }
  | { readonly kind: 'unreadable'; readonly cell: UnreadableCell | undefined }
  | OutOfScope;

/** Decides row by row whether the user must have an account. */
export class Provisioning {
  private readonly expression: RowExpression;
  private readonly otherwise: Provision['otherwise'];
  private readonly at: Place;

  constructor({ when, otherwise, at }: Provision, today: string) {
    this.at = at;
    this.expression = new RowExpression(when, CONDITION, today, true);
    this.otherwise = otherwise;
  }

  /**
   * @param isBroken whether the row has a finding about a name in the expression
   * @throws Failure `invalidInput` if the expression is invalid
   */
  decide(row: SelectableRow, isBroken: (name: string) => boolean): Provisioned {
    const cells: UnreadableCell[] = [];
    const isIn = this.expression.matchesInDoubt(row, (term) => {
      if (isBroken(term.attribute)) return true;
      const cell = unreadableCell(term, row);
      if (cell !== undefined) cells.push(cell);
      return cell !== undefined;
    });
    if (isIn === undefined) return { kind: 'unreadable', cell: cells[0] };
    if (isIn) return { kind: 'inside' };
    return { kind: 'outside', otherwise: this.otherwise, blank: this.decisiveBlank(row, isBroken) };
  }

  /**
   * Returns the blank cell without which the row would not be certain to be outside. A filled cell that does
   * not match decides for itself, unless the blank is compared with a date.
   */
  private decisiveBlank(row: SelectableRow, isBroken: (name: string) => boolean): DecisiveBlank | undefined {
    const blanks: DecisiveBlank[] = [];
    let saysNo = false;
    const isIn = this.expression.matchesInDoubt(row, (term) => {
      if (isBroken(term.attribute) || unreadableCell(term, row) !== undefined) return true;
      if (term.kind !== 'compare') return false;
      const values = row.valuesOf(term.attribute);
      const isBlank = values.every((value) => isBlankOrPlaceholder(value, term.value));
      const isDay = isComparedInTime(term) || isDayText(term.value.slice(0, 10));
      if (isBlank)
        blanks.push({
          name: term.attribute,
          isDay,
          ...defined({ text: values.find((value) => value.trim() !== '') }),
        });
      else if (!isDay && !matchesFilter(term, row.valuesOf)) saysNo = true;
      return isBlank;
    });
    if (isIn !== undefined) return undefined;
    const day = blanks.find(({ isDay }) => isDay);
    return day ?? (saysNo ? undefined : blanks[0]);
  }

  /** Columns and headings in the expression. */
  names(): readonly string[] {
    return this.expression.names();
  }

  /** Columns and headings in the expression, with its place in the map. */
  named(): readonly NamedHeading[] {
    return this.names().map((name) => ({ name, path: CONDITION, at: this.at }));
  }
}

/** Whether a cell is blank or a placeholder that the expression itself does not name. */
function isBlankOrPlaceholder(cell: string, named: string): boolean {
  const text = cell.trim().toLowerCase();
  return (
    text === '' ||
    (PLACEHOLDERS.has(text) && text !== named.trim().toLowerCase() && !isTrueOrFalse(named, text))
  );
}

/** A true is a value if the expression compares with a boolean. */
function isTrueOrFalse(named: string, text: string): boolean {
  return text === 'true' && /^(?:true|false|yes|no|0|1)$/i.test(named.trim());
}

function isComparedInTime(term: FilterTerm): boolean {
  return term.kind === 'compare' && (term.isDay === true || term.isMoment === true);
}

/** Returns a cell that cannot be compared: spreadsheet damage, or a text where a date is required. */
function unreadableCell(term: FilterTerm, { valuesOf }: SelectableRow): UnreadableCell | undefined {
  const name = term.attribute;
  for (const value of valuesOf(name)) {
    const damage = spreadsheetError(value.trim());
    if (damage !== undefined) return { name, code: DAMAGE, message: damage };
    if (isComparedInTime(term) && value.trim() !== '' && !isDayText(value.trim().slice(0, 10)))
      return { name, code: 'not_a_date', message: `"${value}" is not a date like YYYY-MM-DD` };
  }
  return undefined;
}

/**
 * Reduces the row of a user without an account to the identifying values.
 * @param headingOf returns the heading in the file for a name in the expression
 */
export function outOfScopeUser(
  { line, id, set, isNumbered }: DesiredUser,
  { otherwise, blank }: OutOfScope,
  headingOf: (name: string) => string | undefined,
): DesiredUser {
  const { userName, email, employeeNumber } = set;
  return {
    line,
    ...defined({ id }),
    set: {
      ...defined({ userName, email, employeeNumber }),
    },
    clear: [],
    ...(isNumbered === true ? { isNumbered } : {}),
    outside: otherwise,
    ...(otherwise === 'deactivate'
      ? defined({
          outOfScopeBlank: blank && {
            ...blank,
            name: headingOf(blank.name) ?? columnOf(blank.name) ?? blank.name,
          },
        })
      : {}),
  };
}
