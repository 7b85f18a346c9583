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
import { inTime } from './row-days.ts';

/** What an expression can say about a row. */
export interface SelectableRow {
  /** Everything that an expression can name. */
  readonly names: () => readonly string[];
  /** What a person may want to name, as it is spelled. */
  readonly shown: () => readonly string[];
  readonly valuesOf: (name: string) => readonly string[];
}

/**
 * An expression over the rows of a file, in the language of SCIM §4.5 with `not (…)`, `ne` and days, which
 * are compared as in a list of users: `startDate le today+7d`. What can be named depends on the headings, so
 * that it is read with the first row.
 */
export class RowExpression {
  private readonly text: string;
  /** Where it stands, in words. */
  private readonly where: string;
  /** YYYY-MM-DD */
  private readonly today: string;
  private readonly isOpen: boolean;
  private filter: Filter | undefined;
  /** The same where no cell is in doubt: a blank one is the same as none. */
  private decisive: Filter | undefined;

  /**
   * @param isOpen names are compared with the headings elsewhere: objects of a list need not all have the
   * same
   */
  constructor(text: string, where: string, today: string, isOpen = false) {
    this.text = text;
    this.where = where;
    this.today = today;
    this.isOpen = isOpen;
  }

  /** @throws Failure `invalidInput` for an expression that cannot be read, with a caret under the place. */
  matches(row: SelectableRow): boolean {
    this.filter ??= this.parse(row.names(), row.shown());
    this.decisive ??= withBlanks(this.filter);
    return matchesFilter(this.decisive, row.valuesOf);
  }

  /**
   * As `matches`, where some cells are in doubt. @returns undefined when it depends on one of them @throws
   * Failure `invalidInput`
   */
  matchesInDoubt(row: SelectableRow, isDoubtful: (term: FilterTerm) => boolean): boolean | undefined {
    this.filter ??= this.parse(row.names(), row.shown());
    return matchesInDoubt(this.filter, row.valuesOf, isDoubtful);
  }

  /**
   * What it names, in lower case; nothing before the first row where the names have to be those of the row.
   * @throws Failure `invalidInput`
   */
  names(): readonly string[] {
    if (this.isOpen) this.filter ??= this.parse([], []);
    return this.filter === undefined ? [] : attributesIn(this.filter);
  }

  private parse(names: readonly string[], shown: readonly string[]): Filter {
    const known = this.isOpen ? this.text.toLowerCase().split(/[\s()"']+/) : names;
    const parsed = parseFilter(this.text, known, undefined, { negation: true });
    if ('problem' in parsed) throw this.wrong(columnProblem(parsed.problem, known, shown), parsed.problem.at);
    const timed = inTime(parsed.filter, this.today, this.isOpen);
    if ('problem' in timed) throw this.wrong(timed.problem.message, timed.problem.at);
    return withNumbers(timed.filter);
  }

  private wrong(message: string, at: number): Failure {
    return new Failure('invalidInput', `${this.where}: ${message}`, {
      excerpt: { text: this.text, at },
      hint: 'orgctl help filters',
    });
  }
}
