import { describe, expect, it } from 'vitest';
import { checkIdMap } from '../../../src/migration/compare/check-id-map.ts';
import { crowd, organization } from './small-organizations.ts';

const A = organization(
  'A',
  crowd('U', 4, () => ({})),
  { S1: ['One'], S2: ['Two'] },
);
const B = organization(
  'B',
  crowd('W', 4, () => ({})),
  { T1: ['One'] },
);

function judged(pairs: readonly (readonly [string, string])[], a = A, b = B) {
  const places = new Map(pairs.map(([from], index) => [from, { file: 'ids.csv', line: index + 2 }]));
  const { issues, notInA, pairs: count, misfit } = checkIdMap(a, b, { ids: new Map(pairs), places });
  const found = issues.map(
    ({ code, message, expected, at }) => `${at?.line} ${code}: ${message}; ${expected}`,
  );
  return { found, notInA, count, misfit };
}

describe('check of an ID map against two organizations', () => {
  it('accepts pairs of existing users and groups', () => {
    expect(
      judged([
        ['U1', 'W1'],
        ['S1', 'T1'],
      ]),
    ).toEqual({ found: [], notInA: [], count: 2, misfit: undefined });
  });

  it('reports pairs whose target does not exist in B or is used twice', () => {
    expect(
      judged([
        ['U1', 'W1'],
        ['U2', 'W1'],
        ['U3', 'W9'],
        ['U9', 'W1'],
        ['U4', 'T1'],
        ['S2', 'W2'],
      ]),
    ).toEqual({
      found: [
        '3 two_to_one: U1 and U2 both become W1; one pair for each user of B',
        '4 not_in_b: W9 is not a user of B; the ID of U3 in B',
        '6 not_in_b: T1 is not a user of B; the ID of U4 in B',
        '7 not_in_b: W2 is not a group of B; the ID of S2 in B',
      ],
      notInA: ['U9'],
      count: 6,
      misfit: undefined,
    });
  });

  it.each<[string, number, number, string | undefined]>([
    ['half of the pairs fit', 2, 2, undefined],
    ['fewer than half of the pairs fit', 2, 3, 'most'],
    ['no pair fits', 0, 1, 'most'],
    // A map with more pairs than A has users and groups may be a map of a larger organization.
    ['as many pairs as A has users and groups', 2, 4, 'most'],
    ['more pairs than A has users and groups', 2, 5, undefined],
    ['more pairs than A has users and groups, none of which fits', 0, 7, 'most'],
  ])('reports whether most pairs do not fit: %s', (_, there, gone, misfit) => {
    const pairs = [
      ...Array.from({ length: there }, (_one, at) => [`U${at + 1}`, `W${at + 1}`] as const),
      ...Array.from({ length: gone }, (_one, at) => [`UX${at}`, `WX${at}`] as const),
    ];
    expect(judged(pairs).misfit).toBe(misfit);
  });

  it.each<[readonly (readonly [string, string])[], string | undefined]>([
    [[['W1', 'U1']], 'reversed'],
    [
      [
        ['W1', 'U1'],
        ['U1', 'W1'],
      ],
      undefined,
    ],
    [
      [
        ['W1', 'U1'],
        ['W2', 'U2'],
        ['U1', 'W1'],
      ],
      'reversed',
    ],
    [
      [
        ['T1', 'U1'],
        ['U1', 'W1'],
      ],
      undefined,
    ],
  ])('reports a reversed map: %j', (pairs, misfit) => {
    expect(judged(pairs).misfit).toBe(misfit);
  });

  it.each([
    ['A has no groups', organization('A', { U1: {} }), B],
    ['the groups of B have no IDs', A, organization('B', { W1: {} }, { '': ['One'] })],
  ])('ignores pairs of groups if %s', (_, a, b) => {
    const nothing = { ...a, hasGroups: a.groups.length > 0 };
    expect(
      judged(
        [
          ['U1', 'W1'],
          ['S1', 'T1'],
          ['S9', 'T9'],
        ],
        nothing,
        b,
      ),
    ).toEqual({
      found: [],
      notInA: [],
      count: 1,
      misfit: undefined,
    });
  });
});
