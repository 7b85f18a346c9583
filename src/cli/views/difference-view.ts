import { DIFFERENCE_TYPES } from '../../migration/compare/compare-scope.ts';
import type { Difference } from '../../migration/compare/difference.ts';
import type { Palette } from '../../output/palette.ts';
import type { ListView } from '../../output/view.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import { defined } from '../../values/defined.ts';

/** Prints the differences between two organizations. */
export const DIFFERENCE_VIEW: ListView<Difference> = {
  isSummarized: true,
  json: differenceJson,
  columns: [
    {
      name: 'found',
      heading: 'Found',
      importance: 1,
      value: ({ found }) => DIFFERENCE_TYPES[found],
      paint: paintFound,
    },
    { name: 'subject', heading: 'What', importance: 2, value: ({ subject }) => subject },
    { name: 'name', heading: 'Name', importance: 1, value: ({ name }) => name },
    { name: 'attribute', heading: 'Attribute', importance: 1, value: attributeOf },
    { name: 'valueInA', heading: 'A', importance: 1, value: ({ valueInA = '' }) => valueInA },
    { name: 'valueInB', heading: 'B', importance: 1, value: ({ valueInB = '' }) => valueInB },
    { name: 'a', heading: 'ID in A', value: ({ a }) => a.join(' ') },
    { name: 'b', heading: 'ID in B', value: ({ b }) => b.join(' ') },
    { name: 'key', heading: 'Key', value: ({ key = '' }) => key },
    { name: 'why', heading: 'Why', value: ({ why = '' }) => why },
  ],
};

/** Returns a difference as JSON. */
export function differenceJson({
  found,
  subject,
  name,
  a,
  b,
  attribute,
  valueInA,
  valueInB,
  key,
  why,
}: Difference): JsonObject {
  return {
    found: DIFFERENCE_TYPES[found],
    subject,
    name,
    a: [...a],
    b: [...b],
    ...defined({ attribute }),
    valueInA: valueInA ?? '',
    valueInB: valueInB ?? '',
    ...defined({ key, why }),
  };
}

/** The attribute with the reason, if any; for an ambiguous match only the reason. */
export function attributeWithReason(attribute = '', why = ''): string {
  return attribute !== '' && why !== '' ? `${attribute}: ${why}` : attribute + why;
}

/** The attribute; for an ambiguous match, the reason why it is ambiguous. */
export function attributeOf({ attribute, why }: Difference): string {
  return attribute ?? why ?? '';
}

function paintFound(text: string, { found }: Difference, palette: Palette): string {
  if (found === 'onlyInA') return palette.bad(text);
  return found === 'onlyInB' ? palette.good(text) : palette.caution(text);
}
