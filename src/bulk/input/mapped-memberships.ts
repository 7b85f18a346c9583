import type { Issue } from '../../failure/issue.ts';
import { asQuestion, suggest } from '../../values/suggest.ts';
import { headingsOfSource, textOfVariant } from './apply-map-rule.ts';
import { CellsByHeading } from './cells-by-heading.ts';
import type { ColumnMap, MapVariant } from './column-map.ts';
import { GROUP_COLUMNS, type GroupColumn } from './group-columns.ts';
import { type Headings, type InputRow, placeOfInput } from './input-row.ts';
import { headingsMissing } from './map-condition.ts';
import { expressionWordOf } from './row-selection.ts';

/** Builds the cells of a group file with a map. */
export class MappedMemberships {
  private readonly map: ColumnMap;
  private readonly known = new Map<Headings, CellsByHeading>();

  constructor(map: ColumnMap) {
    this.map = map;
  }

  /**
   * Reports headings that the map uses and a file has twice, or requires and a file does not have.
   * @returns whether the file has all of them: without one, every row would have a finding
   */
  reportHeadings(headings: Headings, file: string, report: (issue: Issue) => void): boolean {
    const cells = this.cellsOf(headings);
    const variants = GROUP_COLUMNS.flatMap((column) => this.variantsOf(column));
    for (const heading of variants.flatMap(({ source }) => headingsOfSource(source)))
      cells.reportDouble(heading, file, report);
    for (const word of variants.flatMap(({ when }) => when?.headings ?? []))
      cells.reportDoubleWord(word, 'the map', file, report);
    if (headings.format !== 'csv') return true;
    const missing = GROUP_COLUMNS.flatMap((column) =>
      this.variantsOf(column).flatMap((variant) => this.missingFor(variant, column, headings, file) ?? []),
    );
    for (const issue of missing) report(issue);
    return missing.length === 0;
  }

  /** The finding about the first heading that a rule needs and a file does not have. */
  private missingFor(
    { source, when }: MapVariant,
    column: GroupColumn,
    headings: Headings,
    file: string,
  ): Issue | undefined {
    const taken = headingsOfSource(source);
    const lacking = taken.filter((name) => this.cellsOf(headings).indexOf(name) < 0);
    const isEnough = 'from' in source && lacking.length < taken.length;
    const words = when === undefined ? [] : headingsMissing(when, headings.names);
    const missing = [...(isEnough ? [] : lacking), ...words][0];
    if (missing === undefined) return undefined;
    const names = words.includes(missing) ? headings.names.map(expressionWordOf) : headings.names;
    return {
      code: 'unknown_column',
      path: `columns.${column}`,
      message: `${file} has no column "${missing}"${asQuestion(suggest(missing, names))}`,
      at: { file, line: headings.line },
    };
  }

  /** Returns the headings of a file that the map does not use. */
  unused(headings: Headings): readonly string[] {
    const cells = this.cellsOf(headings);
    const used = new Set(
      GROUP_COLUMNS.flatMap((column) => this.variantsOf(column)).flatMap(({ source, when }) => [
        ...headingsOfSource(source).map((heading) => cells.indexOf(heading)),
        ...(when?.headings ?? []).map((word) => cells.indexOfWord(word)),
      ]),
    );
    return headings.names.filter((_, index) => !used.has(index));
  }

  /** Returns the text of a column. A problem is reported at the source cell. */
  text(row: InputRow, column: GroupColumn, file: string, report: (issue: Issue) => void): string {
    const variant = this.variantFor(row, column);
    if (variant === undefined) return '';
    const cells = this.cellsOf(row.headings);
    const rule = `${column} ${this.variantsOf(column).indexOf(variant)}`;
    const made = textOfVariant(rule, variant, (heading) => cells.cell(row, heading), this.map);
    if ('text' in made) return made.text.trim();
    report({ ...made.problem, path: column, at: { file, ...this.place(row, column) } });
    return '';
  }

  /** Returns the place of a column's source cell. */
  place(row: InputRow, column: GroupColumn): { readonly line: number; readonly column: number } {
    const variant = this.variantFor(row, column);
    const cells = this.cellsOf(row.headings);
    const heading =
      variant === undefined ? undefined : cells.firstFilled(row, headingsOfSource(variant.source));
    return placeOfInput(row, heading === undefined ? 0 : cells.indexOf(heading));
  }

  private variantFor(row: InputRow, column: GroupColumn): MapVariant | undefined {
    return this.cellsOf(row.headings).variantFor(row, this.variantsOf(column), this.map.remember);
  }

  private variantsOf(column: GroupColumn): readonly MapVariant[] {
    return this.map.memberships?.[column] ?? [];
  }

  private cellsOf(headings: Headings): CellsByHeading {
    const known = this.known.get(headings);
    if (known !== undefined) return known;
    const cells = new CellsByHeading(headings);
    this.known.set(headings, cells);
    return cells;
  }
}
