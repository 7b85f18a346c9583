import type { Issue, Place } from '../../failure/issue.ts';
import { asQuestion, suggest } from '../../values/suggest.ts';
import { columnOf, type UserColumn } from './columns.ts';
import type { Headings } from './input-row.ts';
import { expressionWordOf } from './row-selection.ts';

/** A heading that an expression or a template of a map refers to; the file must have it. */
export interface NamedHeading {
  /** The heading as the map spells it. */
  readonly name: string;
  /** Path in the map. */
  readonly path: string;
  readonly at: Place;
}

/** Maximum number of headings listed in a finding. */
const MAX_LISTED = 12;

/**
 * Compares the names in a map's expressions with the headings of a file: an unknown name would be blank in
 * every row.
 */
export class ExpressionHeadings {
  private readonly made: ReadonlySet<UserColumn>;
  private readonly seen = new Map<string, string>();

  /** @param made columns that the map creates */
  constructor(made: ReadonlySet<UserColumn>) {
    this.made = made;
  }

  see({ names }: Headings): void {
    for (const name of names) if (name.trim() !== '') this.seen.set(expressionWordOf(name), name);
  }

  /** Returns findings about names that are neither a heading nor a column of the map. */
  missing(named: readonly NamedHeading[], file: string): readonly Issue[] {
    return named.filter(({ name }) => !this.isKnown(name)).map((lacking) => this.finding(lacking, file));
  }

  private isKnown(name: string): boolean {
    const column = columnOf(name);
    return this.seen.has(expressionWordOf(name)) || (column !== undefined && this.made.has(column));
  }

  private finding({ name, path, at }: NamedHeading, file: string): Issue {
    const known = new Map([...this.made].map((column) => [expressionWordOf(column), column as string]));
    for (const [word, heading] of this.seen) known.set(word, heading);
    const likely = suggest(expressionWordOf(name), known.keys());
    const heading = likely === undefined ? undefined : known.get(likely);
    const shown = [...this.seen.values()].slice(0, MAX_LISTED);
    const more = this.seen.size > shown.length ? ', …' : '';
    const made = [...this.made].filter((column) => !this.seen.has(expressionWordOf(column)));
    const mapped = made.length === 0 ? '' : `, or a column of the map: ${made.join(', ')}`;
    return {
      code: 'unknown_column',
      path,
      message: `${file} has no column "${name}"${asQuestion(heading)}`,
      expected: `one of ${shown.join(', ')}${more}${mapped}`,
      at,
    };
  }
}
