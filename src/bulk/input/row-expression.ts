import { Failure } from '../../failure/failure.ts';
import { withBlanks } from '../../rules/blank-comparisons.ts';
import { columnProblem } from '../../rules/column-problem.ts';
import {
  attributesIn,
  type Filter,
  type FilterTerm,
  matchesFilter,
  matchesInDoubt,
  withNumbers,
} from '../../rules/filter.ts';
import { parseFilter } from '../../rules/parse-filter.ts';
import { withDateComparisons } from './row-days.ts';

/** The values of a row for an expression. */
export interface SelectableRow {
  /** All names that an expression may use. */
  readonly names: () => readonly string[];
  /** The names to suggest, in their usual spelling. */
  readonly shown: () => readonly string[];
  readonly valuesOf: (name: string) => readonly string[];
}

/**
 * An expression over the rows of a file, in the language of SCIM §4.5 with `not (…)`, `ne` and dates, which
 * are compared as in a list of users: `startDate le today+7d`. The valid names depend on the headings: it is
 * parsed with the first row.
 */
export class RowExpression {
  private readonly text: string;
  /** Source of the expression, for messages. */
  private readonly where: string;
  /** YYYY-MM-DD */
  private readonly today: string;
  private readonly isOpen: boolean;
  private filter: Filter | undefined;
  /** The filter for rows without doubtful cells: a blank cell equals no value. */
  private decisive: Filter | undefined;

  /** @param isOpen names are checked elsewhere: the objects of a list need not have the same keys */
  constructor(text: string, where: string, today: string, isOpen = false) {
    // The cells of a row are in NFC.
    this.text = text.normalize('NFC');
    this.where = where;
    this.today = today;
    this.isOpen = isOpen;
  }

  /** @throws Failure `invalidInput` if the expression is invalid, with a caret under the place */
  matches(row: SelectableRow): boolean {
    this.filter ??= this.parse(row.names(), row.shown());
    this.decisive ??= withBlanks(this.filter);
    return matchesFilter(this.decisive, row.valuesOf);
  }

  /**
   * Like `matches`, for rows with doubtful cells.
   * @returns undefined if the result depends on one of them
   * @throws Failure `invalidInput` if the expression is invalid
   */
  matchesInDoubt(row: SelectableRow, isDoubtful: (term: FilterTerm) => boolean): boolean | undefined {
    this.filter ??= this.parse(row.names(), row.shown());
    return matchesInDoubt(this.filter, row.valuesOf, isDoubtful);
  }

  /**
   * Names in the expression, in lower case; empty before the first row if they must be names of that row.
   * @throws Failure `invalidInput` if the expression is invalid
   */
  names(): readonly string[] {
    if (this.isOpen) this.filter ??= this.parse([], []);
    return this.filter === undefined ? [] : attributesIn(this.filter);
  }

  private parse(names: readonly string[], shown: readonly string[]): Filter {
    const known = this.isOpen ? this.text.toLowerCase().split(/[\s()"']+/) : names;
    const parsed = parseFilter(this.text, known, undefined, { negation: true });
    if ('problem' in parsed)
      throw this.invalidExpression(columnProblem(parsed.problem, known, shown), parsed.problem.at);
    const timed = withDateComparisons(parsed.filter, this.today, this.isOpen);
    if ('problem' in timed) throw this.invalidExpression(timed.problem.message, timed.problem.at);
    return withNumbers(timed.filter);
  }

  private invalidExpression(message: string, at: number): Failure {
    return new Failure('invalidInput', `${this.where}: ${message}`, {
      excerpt: { text: this.text, at },
      hint: 'orgctl help filters',
    });
  }
}
