import { comparisonKey } from '../../values/comparison-key.ts';
import { headingWord } from './heading-words.ts';
import type { Samples } from './proposed-map.ts';
import {
  AMBIGUOUS_HEADINGS,
  CONTROL,
  INVERSE_HEADINGS,
  isNamedState,
  STATUS_HEADINGS,
  stateWord,
} from './status-headings.ts';
import { isEmployed, yesOrNo } from './status-words.ts';

/** The bit of userAccountControl that disables an account, and the common values of the attribute. */
const DISABLED = 0x2;
const CONTROLS = ['512', '514', '544', '546', '66048', '66050', '66080', '66082'];

/** Roles of active users in the member list of a workspace. */
const ROLES = new Set([
  'member',
  'admin',
  'owner',
  'primary owner',
  'org owner',
  'org admin',
  'multi-channel guest',
  'single-channel guest',
]);

/** Maximum number of distinct values of a status column. */
const MAX_VALUES = 50;

/** A column that may tell whether a user is active. */
export interface StatusColumn {
  readonly heading: string;
  /** The distinct values of the column, and whether they mean active; undefined if uncertain. */
  readonly values: readonly { readonly word: string; readonly isActive: boolean | undefined }[];
  /** Fraction of the values with a certain meaning. */
  readonly certain: number;
}

/** Returns the columns that may tell whether a user is active, those with the most specific heading first. */
export function statusColumns(headings: readonly string[], samples: Samples): readonly StatusColumn[] {
  const isMemberList = headings.some((heading) => headingWord(heading) === 'billingactive');
  const found = [...STATUS_HEADINGS, ...INVERSE_HEADINGS, CONTROL].flatMap((word) =>
    headings.filter((heading) => stateWord(heading) === word),
  );
  return found.flatMap((heading): StatusColumn[] => {
    const word = stateWord(heading) ?? '';
    const read = readerOf(word, isMemberList);
    const values = distinct(samples(heading)).map((value) => ({ word: value, isActive: read(value) }));
    const certain =
      values.length === 0
        ? 0
        : values.filter(({ isActive }) => isActive !== undefined).length / values.length;
    // A state without any status word is more likely a region, and a column with many distinct values is
    // something else.
    const isStatus = certain > 0.5 || values.some((value) => isEmployed(value.word) !== undefined);
    const isSure = isNamedState(heading) && !AMBIGUOUS_HEADINGS.has(word);
    if (values.length > MAX_VALUES || !(isSure || isStatus)) return [];
    return [{ heading, values, certain }];
  });
}

/** The distinct values, ignoring letter case and surrounding spaces. */
function distinct(cells: readonly string[]): readonly string[] {
  const seen = new Map<string, string>();
  for (const cell of cells) if (!seen.has(comparisonKey(cell))) seen.set(comparisonKey(cell), cell.trim());
  return [...seen.values()];
}

function readerOf(word: string, isMemberList: boolean): (value: string) => boolean | undefined {
  if (word === CONTROL)
    return (value) => (/^\d{1,10}$/.test(value) ? (Number(value) & DISABLED) === 0 : undefined);
  if (INVERSE_HEADINGS.includes(word)) {
    return (value) => {
      const yes = yesOrNo(value);
      return yes === undefined ? isEmployed(value) : !yes;
    };
  }
  return (value) => {
    if (isMemberList && ROLES.has(value.toLowerCase())) return true;
    return yesOrNo(value) ?? isEmployed(value);
  };
}

/** Values that a column will have sooner or later, even if no row has them today. */
export function expectedValues(word: string): readonly (readonly [string, boolean])[] {
  if (word === CONTROL) return CONTROLS.map((value) => [value, (Number(value) & DISABLED) === 0]);
  if (!INVERSE_HEADINGS.includes(word)) return [];
  return [
    ['true', false],
    ['false', true],
  ];
}
