import { isEmailShaped } from '../../rules/user-name.ts';
import { comparisonKey } from '../../values/comparison-key.ts';
import { textOfVariant } from './apply-map-rule.ts';
import type { ColumnMap, MapVariant } from './column-map.ts';
import type { TemplatePart } from './map-template.ts';
import { MATCH_KEYS, type MatchKey } from './match-keys.ts';

/** Returns the key under which the organization has a manager; undefined if the text is not such a key. */
export type StoredKey = (reference: string) => string | undefined;

/** An ID is not one of them: in a file with `--id-map` it belongs to another organization. */
const STORED_KEYS: readonly MatchKey[] = MATCH_KEYS.filter((key) => key !== 'id');

/**
 * Returns how the organization stores what the heading of `match` contains, if a column is made of that
 * heading alone: a manager without a row is then looked up by that column.
 * @param keys the keys that find users
 */
export function storedKeyOf(
  match: readonly TemplatePart[],
  map: Pick<ColumnMap, 'rules' | 'today' | 'remember'>,
  keys: readonly MatchKey[] = MATCH_KEYS,
): StoredKey | undefined {
  const [part, another] = match;
  if (part === undefined || 'text' in part || part.steps.length > 0 || another !== undefined)
    return undefined;
  for (const column of STORED_KEYS.filter((key) => keys.includes(key))) {
    const variants = map.rules.find((rule) => rule.column === column)?.variants ?? [];
    const [variant] = variants;
    if (variant === undefined || variants.length > 1 || !isMadeOf(variant, part.heading)) continue;
    return (reference) => {
      const made = textOfVariant(`${column} 0`, variant, () => reference, map);
      if (!('text' in made) || made.text === '') return undefined;
      return isEmailShaped(made.text) === (column === 'email') ? made.text : undefined;
    };
  }
  return undefined;
}

/** Whether the text of a column is that of one heading. */
function isMadeOf({ source, when, isNumbered }: MapVariant, heading: string): boolean {
  const [name = '', another] = 'from' in source ? source.from : [];
  const isPlain = when === undefined && isNumbered !== true && another === undefined;
  return isPlain && comparisonKey(name) === comparisonKey(heading);
}
