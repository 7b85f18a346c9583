import type { Issue } from '../../failure/issue.ts';
import { comparisonKey } from '../../values/comparison-key.ts';
import type { Remember } from '../../values/remember.ts';
import type { MapVariant } from './column-map.ts';
import { type Headings, type InputRow, placeOfHeading, textOfCell } from './input-row.ts';
import { meetsCondition } from './map-condition.ts';
import { expressionWordOf } from './row-selection.ts';

/** Finds the cells of a row by the headings that a map uses. */
export class CellsByHeading {
  private readonly headings: Headings;
  /** Index of the last duplicate of a heading, by heading. */
  private readonly doubles = new Map<string, number>();
  private readonly indexes = new Map<string, number>();
  private readonly byWord = new Map<string, number>();
  /** Index of the last heading that expressions spell like an earlier one, by word. */
  private readonly doubleWords = new Map<string, number>();
  private readonly reported = new Set<number>();

  constructor(headings: Headings) {
    this.headings = headings;
    for (const [index, name] of headings.names.entries()) {
      if (this.byWord.has(expressionWordOf(name))) this.doubleWords.set(expressionWordOf(name), index);
      else this.byWord.set(expressionWordOf(name), index);
      if (this.indexes.has(comparisonKey(name))) this.doubles.set(comparisonKey(name), index);
      else this.indexes.set(comparisonKey(name), index);
    }
  }

  /** Returns the index of a heading; -1 if the file does not have it. */
  indexOf(heading: string): number {
    return this.indexes.get(comparisonKey(heading)) ?? -1;
  }

  /** Like `indexOf`, for a heading as expressions spell it. */
  indexOfWord(word: string): number {
    return this.byWord.get(word) ?? -1;
  }

  cell(row: InputRow, heading: string): string {
    return textOfCell(row, this.indexOf(heading));
  }

  /**
   * Returns the first of these headings with a filled cell in the row; if all cells are blank, the first that
   * the file has.
   */
  firstFilled(row: InputRow, names: readonly string[]): string | undefined {
    const there = names.filter((name) => this.indexOf(name) >= 0);
    return there.find((name) => this.cell(row, name).trim() !== '') ?? there[0];
  }

  /** Returns the variant that applies to a row; undefined if none does. */
  variantFor(
    row: InputRow,
    variants: readonly MapVariant[],
    remember: Remember | undefined,
  ): MapVariant | undefined {
    const cellOf = (word: string) => textOfCell(row, this.indexOfWord(word));
    return variants.find(({ when }) => when === undefined || meetsCondition(when, cellOf, remember));
  }

  /** Reports a heading that the map uses and that several columns have. */
  reportDouble(heading: string, file: string, report: (issue: Issue) => void): void {
    const double = this.doubles.get(comparisonKey(heading));
    if (double !== undefined)
      this.reportAt(
        double,
        heading,
        `the map uses "${heading}", but two columns have this heading`,
        file,
        report,
      );
  }

  /**
   * Like `reportDouble`, for a heading as expressions spell it.
   * @param user what has the expression: the map or a flag
   */
  reportDoubleWord(word: string, user: string, file: string, report: (issue: Issue) => void): void {
    const double = this.doubleWords.get(word);
    if (double === undefined) return;
    const first = this.headings.names[this.indexOfWord(word)]?.trim() ?? word;
    const second = this.headings.names[double]?.trim() ?? word;
    const why =
      comparisonKey(first) === comparisonKey(second)
        ? 'but two columns have this heading'
        : `which an expression cannot distinguish from "${second}"`;
    this.reportAt(double, first, `${user} uses "${first}", ${why}`, file, report);
  }

  /** Reports a column once, however often it is used. */
  private reportAt(
    index: number,
    heading: string,
    message: string,
    file: string,
    report: (issue: Issue) => void,
  ): void {
    if (this.reported.has(index)) return;
    this.reported.add(index);
    const at = { file, ...placeOfHeading(this.headings, index) };
    report({ code: 'duplicate_column', path: heading, message, at });
  }
}
