import type { Issue } from '../../failure/issue.ts';
import { unguarded } from '../../output/csv.ts';
import { headingsOfSource, textOfVariant } from './apply-map-rule.ts';
import type { ColumnMap, MapVariant } from './column-map.ts';
import { GROUP_COLUMNS, type GroupColumn } from './group-columns.ts';
import { type Headings, type InputRow, placeOfInput } from './input-row.ts';
import { lookupKey } from './lookup.ts';
import { headingsMissing, holds } from './map-condition.ts';
import { wordOf } from './row-selection.ts';

/** Makes the cells of a group file by a map. */
export class MappedMemberships {
  private readonly map: ColumnMap;

  constructor(map: ColumnMap) {
    this.map = map;
  }

  /** Reports headings that the map needs and a file does not have. */
  reportMissing(headings: Headings, file: string, report: (issue: Issue) => void): void {
    if (headings.format !== 'csv') return;
    const known = new Set(headings.names.map(lookupKey));
    for (const column of GROUP_COLUMNS) {
      for (const { source, when } of this.map.memberships?.[column] ?? []) {
        const taken = headingsOfSource(source);
        const lacking = taken.filter((name) => !known.has(lookupKey(name)));
        const isEnough = 'from' in source && lacking.length < taken.length;
        const words = when === undefined ? [] : headingsMissing(when, headings.names);
        const missing = [...(isEnough ? [] : lacking), ...words][0];
        if (missing === undefined) continue;
        const message = `${file} has no column "${missing}"`;
        report({
          code: 'unknown_column',
          path: `columns.${column}`,
          message,
          at: { file, line: headings.line },
        });
      }
    }
  }

  /** Returns the text of a column; what cannot be made is reported at the cell that it is made of. */
  text(row: InputRow, column: GroupColumn, file: string, report: (issue: Issue) => void): string {
    const variant = this.variantFor(row, column);
    if (variant === undefined) return '';
    const at = this.map.memberships?.[column]?.indexOf(variant) ?? 0;
    const made = textOfVariant(`${column} ${at}`, variant, (heading) => cellOf(row, heading), this.map);
    if ('text' in made) return made.text.trim();
    report({ ...made.problem, path: column, at: { file, ...this.place(row, column) } });
    return '';
  }

  /** Where the text of a column comes from. */
  place(row: InputRow, column: GroupColumn): { readonly line: number; readonly column: number } {
    const variant = this.variantFor(row, column);
    const names = variant === undefined ? [] : headingsOfSource(variant.source);
    const indexes = names.map((name) => indexOf(row, name)).filter((index) => index >= 0);
    return placeOfInput(row, indexes[0] ?? 0);
  }

  private variantFor(row: InputRow, column: GroupColumn): MapVariant | undefined {
    const ofWord = (word: string) =>
      row.cells[row.headings.names.findIndex((name) => wordOf(name) === word)] ?? '';
    return this.map.memberships?.[column]?.find(
      ({ when }) => when === undefined || holds(when, ofWord, this.map.remember),
    );
  }
}

function cellOf(row: InputRow, heading: string): string {
  return unguarded(row.cells[indexOf(row, heading)] ?? '');
}

function indexOf(row: InputRow, heading: string): number {
  return row.headings.names.findIndex((name) => lookupKey(name) === lookupKey(heading));
}
