import { comparisonKey } from '../../values/comparison-key.ts';
import { headingsOfSource, headingsOfTemplate } from './apply-map-rule.ts';
import type { ColumnMap } from './column-map.ts';
import { columnOf } from './columns.ts';
import { GROUP_COLUMNS } from './group-columns.ts';
import { headingMeaning } from './heading-terms.ts';
import { HEADING_WORDS, headingWord } from './heading-words.ts';
import { isMemberTemplate } from './member-template.ts';
import { INVERSE_HEADINGS, LAST_DAY_HEADINGS, STATUS_HEADINGS } from './status-headings.ts';

const WORDS: ReadonlySet<string> = new Set([
  ...[...HEADING_WORDS.values()].flat(),
  ...STATUS_HEADINGS,
  ...INVERSE_HEADINGS,
  ...LAST_DAY_HEADINGS,
  ...GROUP_COLUMNS,
]);

/**
 * Returns a predicate for headings: names of columns, names in HR systems and directories, and headings that
 * the map uses.
 */
export function knownHeadings(map: ColumnMap | undefined): (name: string) => boolean {
  const named = new Set(
    [...(map?.rules ?? []).map(({ variants }) => variants), ...Object.values(map?.memberships ?? {})].flatMap(
      (variants) =>
        variants.flatMap(({ source, match = [] }) =>
          [...headingsOfSource(source), ...headingsOfTemplate(match)].map(comparisonKey),
        ),
    ),
  );
  return (name) =>
    columnOf(name) !== undefined ||
    WORDS.has(headingWord(name)) ||
    named.has(comparisonKey(name)) ||
    isMemberTemplate(name) ||
    headingMeaning(name) !== undefined;
}
