import { describe, expect, it } from 'vitest';
import { joinOrganizations } from '../../../src/migration/compare/compare-organizations.ts';
import {
  explainAmbiguousGroups,
  explainAmbiguousUsers,
} from '../../../src/migration/compare/describe-candidates.ts';
import { pairsOf, unpairedOf } from '../../../src/migration/compare/id-pairs.ts';
import { JOIN_KEYS, type JoinKey } from '../../../src/migration/compare/organization-copy.ts';
import type { UserValues } from '../../../src/spec/user-attributes.ts';
import { crowd, organization } from './small-organizations.ts';

type People = Readonly<Record<string, UserValues>>;
type Groups = Readonly<Record<string, readonly [string, ...string[]]>>;

function joined(
  a: People,
  b: People,
  options: {
    readonly keys?: readonly JoinKey[];
    readonly map?: readonly (readonly [string, string])[];
    readonly exchanged?: readonly (readonly [string, string])[];
    readonly remembered?: readonly (readonly [string, string])[];
    readonly groups?: readonly [Groups, Groups];
  } = {},
) {
  const { keys = JOIN_KEYS, map, exchanged, remembered, groups = [{}, {}] } = options;
  return joinOrganizations(organization('A', a, groups[0]), organization('B', b, groups[1]), {
    keys,
    ...(map === undefined ? {} : { map: new Map(map) }),
    ...(exchanged === undefined ? {} : { exchanged: new Map(exchanged) }),
    ...(remembered === undefined ? {} : { remembered: new Map(remembered) }),
  });
}

/** Returns each pair as one line, followed by the ambiguous users and groups. */
function pairs(...input: Parameters<typeof joined>): readonly string[] {
  const join = joined(...input);
  return [
    ...[...pairsOf(join)].map(({ from, to, key, confidence }) => `${from}=${to} ${key} ${confidence}`),
    ...[...unpairedOf(join)].map(({ from, key }) => `${from}? ${key}`),
  ];
}

describe('users of two organizations are joined', () => {
  it.each<[string, Parameters<typeof joined>, readonly string[]]>([
    [
      'by employeeNumber, even if all other values differ',
      [{ U1: { employeeNumber: ' 7 ', email: 'a@x.example' } }, { W1: { employeeNumber: '7' } }],
      ['U1=W1 employeeNumber certain'],
    ],
    [
      'by an address in any letter case, with confidence "likely"',
      [{ U1: { email: 'A@x.example' } }, { W1: { email: 'a@X.example' } }],
      ['U1=W1 email likely'],
    ],
    [
      'by two keys, with confidence "certain"',
      [{ U1: { email: 'a@x.example', userName: 'Ann' } }, { W1: { email: 'a@x.example', userName: 'ann' } }],
      ['U1=W1 email certain'],
    ],
    [
      'by userName if no other key matches',
      [{ U1: { email: 'a@x.example', userName: 'ann' } }, { W1: { userName: 'ann' } }],
      ['U1=W1 userName likely'],
    ],
    ['not by empty values', [{ U1: { userName: '' } }, { W1: { userName: '' } }], []],
    [
      'by the first key that matches',
      [
        { U1: { employeeNumber: '1', userName: 'x' } },
        { W1: { userName: 'x' }, W2: { employeeNumber: '1', userName: 'y' } },
      ],
      ['U1=W2 employeeNumber certain'],
    ],
    [
      'not by a key that is not requested',
      [{ U1: { employeeNumber: '1' } }, { W1: { employeeNumber: '1' } }, { keys: ['email', 'userName'] }],
      [],
    ],
    [
      'not if their employeeNumbers differ',
      [{ U1: { employeeNumber: '1', userName: 'x' } }, { W1: { employeeNumber: '2', userName: 'x' } }],
      ['U1? the same userName, but employeeNumber 1 in A and 2 in B: in B it is x (W1)'],
    ],
    [
      'by userName although employeeNumbers differ if employeeNumber is not a key',
      [
        { U1: { employeeNumber: '1', userName: 'x' } },
        { W1: { employeeNumber: '2', userName: 'x' } },
        { keys: ['userName'] },
      ],
      ['U1=W1 userName likely'],
    ],
    [
      'if one of them has no employeeNumber',
      [{ U1: { employeeNumber: '1', userName: 'x' } }, { W1: { userName: 'x' } }],
      ['U1=W1 userName likely'],
    ],
    [
      'not if several users of B have the value',
      [{ U1: { userName: 'x' } }, { W1: { userName: 'x' }, W2: { userName: 'X' } }],
      ['U1? userName x: in B it is x (W1) and X (W2)'],
    ],
    [
      'not if several users of A have the value',
      [{ U1: { userName: 'x' }, U2: { userName: 'x' } }, { W1: { userName: 'x' } }],
      ['U1? userName x: in B it is x (W1)', 'U2? userName x: in B it is x (W1)'],
    ],
    [
      'by a later key if an earlier one is ambiguous',
      [
        { U1: { email: 'a@x.example', userName: 'x' }, U2: { email: 'a@x.example', userName: 'y' } },
        { W1: { email: 'a@x.example', userName: 'x' } },
      ],
      ['U1=W1 userName certain'],
    ],
    [
      'by a map before the service, by the service before a run, and by a run before a key',
      [
        { U1: { userName: 'w2' }, U2: { userName: 'w3' }, U3: { userName: 'w4' }, U4: { userName: 'w1' } },
        { W1: { userName: 'w1' }, W2: { userName: 'w2' }, W3: { userName: 'w3' }, W4: { userName: 'w4' } },
        {
          map: [['U1', 'W1']],
          exchanged: [
            ['U1', 'W4'],
            ['U2', 'W2'],
          ],
          remembered: [
            ['U2', 'W4'],
            ['U4', 'W2'],
            ['U3', 'W3'],
          ],
        },
      ],
      ['U1=W1 map given', 'U2=W2 service certain', 'U3=W3 run certain'],
    ],
    [
      'by the first of two pairs of a map with the same target',
      [
        { U1: {}, U2: {} },
        { W1: {} },
        {
          map: [
            ['U1', 'W1'],
            ['U2', 'W1'],
          ],
        },
      ],
      ['U1=W1 map given'],
    ],
    ['not by a map to a missing user', [{ U1: {} }, { W1: {} }, { map: [['U1', 'W9']] }], []],
  ])('%s', (_, input, expected) => {
    expect(pairs(...input)).toEqual(expected);
  });
});

describe('groups of two organizations are joined', () => {
  const groups = (a: Groups, b: Groups, options: Parameters<typeof joined>[2] = {}) =>
    pairs({}, {}, { ...options, groups: [a, b] });

  it.each<[string, readonly string[], readonly string[]]>([
    [
      'by the exact name, with confidence "certain"',
      groups({ S1: ['Team'] }, { T1: ['team'], T2: ['Team'] }),
      ['S1=T2 displayName certain'],
    ],
    [
      'by a name in different letter case or Unicode form, with confidence "likely"',
      groups({ S1: ['Team É'] }, { T1: [' team e\u0301 '] }),
      ['S1=T1 displayName likely'],
    ],
    ['not by an empty name', groups({ S1: [' '] }, { T1: [''] }), []],
    [
      'not by a name of several groups of B',
      groups({ S1: ['Team'] }, { T1: ['Team'], T2: ['Team'] }),
      ['S1? displayName Team: in A 1 group, in B T1 and T2'],
    ],
    [
      'not by a name of several groups of A',
      groups({ S1: ['Team'], S2: ['Team'] }, { T1: ['Team'] }),
      ['S1? displayName Team: in A 2 groups, in B T1', 'S2? displayName Team: in A 2 groups, in B T1'],
    ],
    [
      'not by a similar name if the exact name is ambiguous',
      groups({ S1: ['Team'] }, { T1: ['Team'], T2: ['Team'], T3: ['TEAM'] }),
      ['S1? displayName Team: in A 1 group, in B T1 and T2'],
    ],
    [
      'by a map before a run, and by a run before names',
      groups(
        { S1: ['One'], S2: ['Two'], S3: ['Three'] },
        { T1: ['Two'], T2: ['One'], T3: ['three'] },
        {
          map: [
            ['S1', 'T1'],
            ['S3', 'T1'],
          ],
          remembered: [
            ['S1', 'T2'],
            ['S2', 'T2'],
            ['S3', 'T2'],
          ],
        },
      ),
      ['S1=T1 map given', 'S2=T2 run likely', 'S3=T3 displayName likely'],
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected);
  });
});

describe('ambiguous users in B', () => {
  it.each([
    [2, 'x (W1, Ann) and x (W2, Ann)'],
    [3, 'x (W1, Ann), x (W2, Ann) and x (W3, Ann)'],
    [4, 'x (W1, Ann), x (W2, Ann), x (W3, Ann) and x (W4, Ann)'],
    [5, 'x (W1, Ann), x (W2, Ann), x (W3, Ann), x (W4, Ann) and x (W5, Ann)'],
    [6, 'x (W1, Ann), x (W2, Ann), x (W3, Ann), x (W4, Ann), x (W5, Ann) and 1 more'],
    [7, 'x (W1, Ann), x (W2, Ann), x (W3, Ann), x (W4, Ann), x (W5, Ann) and 2 more'],
  ])('are listed up to five: %i', (count, words) => {
    const b = crowd('W', count, () => ({ userName: 'x', displayName: 'Ann' }));
    expect(explainAmbiguousUsers(joined({ U1: { userName: 'x' } }, b))(0)).toBe(
      `userName x: in B it is ${words}`,
    );
  });

  it('are printed without a displayName that equals the userName', () => {
    const b = crowd('W', 2, () => ({ userName: 'x', displayName: 'x' }));
    expect(explainAmbiguousUsers(joined({ U1: { userName: 'x' } }, b))(0)).toBe(
      'userName x: in B it is x (W1) and x (W2)',
    );
  });

  it('are not printed if the user is not ambiguous', () => {
    const join = joined({ U1: { userName: 'x' } }, { W1: { userName: 'x' } });
    expect([explainAmbiguousUsers(join)(0), explainAmbiguousGroups(join)(0)]).toEqual(['', '']);
  });
});
