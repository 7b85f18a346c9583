import { describe, expect, it } from 'vitest';
import { createDifferenceCounter, describeCounts } from '../../../src/migration/compare/compare-counts.ts';
import { differencesOf, joinOrganizations } from '../../../src/migration/compare/compare-organizations.ts';
import { readScope } from '../../../src/migration/compare/compare-scope.ts';
import { JOIN_KEYS, type OrganizationCopy } from '../../../src/migration/compare/organization-copy.ts';
import { verifyOrganizations } from '../../../src/migration/compare/verify-organizations.ts';
import { crowd, organization } from './small-organizations.ts';

const join = (a: OrganizationCopy, b: OrganizationCopy) => joinOrganizations(a, b, { keys: JOIN_KEYS });

/** Returns the summary line of all differences. */
function told(a: OrganizationCopy, b: OrganizationCopy, only: readonly string[] = []): string {
  const counter = createDifferenceCounter();
  for (const difference of differencesOf(join(a, b), readScope(only))) counter.add(difference);
  return describeCounts(counter.counts());
}

describe('summary line of differences', () => {
  it.each<[string, OrganizationCopy, OrganizationCopy, string]>([
    ['no difference', organization('A', {}), organization('B', {}), 'no differences'],
    [
      'one difference of each kind',
      organization(
        'A',
        { U1: { userName: 'a' }, U2: { userName: 'c', title: 'x' } },
        { S1: ['One'], S2: ['team'] },
      ),
      organization(
        'B',
        { W1: { userName: 'b' }, W2: { userName: 'c', title: 'y' } },
        { T1: ['Two'], T2: ['Team', 'W2'] },
      ),
      '1 user only in A; 1 user only in B; 1 user differs in 1 value; 1 group only in A; 1 group only in B; 1 group renamed; 1 membership different',
    ],
    [
      'several values of one user once',
      organization('A', { U1: { userName: 'a', title: 'x', phone: '1' }, U2: { userName: 'b', title: 'x' } }),
      organization('B', { W1: { userName: 'a', title: 'y', phone: '2' }, W2: { userName: 'b', title: 'z' } }),
      '2 users differ in 3 values',
    ],
    [
      'ambiguous users and groups',
      organization('A', { U1: { userName: 'a' } }, { S1: ['One'] }),
      organization('B', { W1: { userName: 'a' }, W2: { userName: 'a' } }, { T1: ['One'], T2: ['One'] }),
      '1 ambiguous user; 1 ambiguous group name',
    ],
    [
      'several differences of one kind',
      organization('A', { U1: { userName: 'a' }, U2: { userName: 'b' } }, { S1: ['1'], S2: ['2'] }),
      organization('B', {}),
      '2 users only in A; 2 groups only in A',
    ],
    [
      'memberships, except those of users in one organization only',
      organization('A', { U1: { userName: 'a' }, U2: { userName: 'b' } }, { S1: ['One', 'U1', 'U2', 'X1'] }),
      organization('B', { W1: { userName: 'a' } }, { T1: ['One', 'X2'] }),
      '1 user only in A; 3 memberships different',
    ],
  ])('counts %s', (_, a, b, words) => {
    expect(told(a, b)).toBe(words);
  });

  it('counts a user again if another user is in between', () => {
    const counter = createDifferenceCounter();
    const different = (id: string) =>
      ({ found: 'different', subject: 'user', name: id, a: [id], b: [id], attribute: 'title' }) as const;
    for (const id of ['U1', 'U1', 'U2', 'U1']) counter.add(different(id));
    counter.add({ found: 'onlyInA', subject: 'user', name: 'U1', a: ['U1'], b: [] });
    counter.add(different('U1'));
    counter.add({ found: 'different', subject: 'group', name: 'U1', a: ['U1'], b: ['U1'] });
    expect(counter.counts()).toMatchObject({
      people: { onlyInA: 1, onlyInB: 0, different: 4, ambiguous: 0 },
      groups: { different: 1 },
      attributes: new Map([['title', 5]]),
      memberships: 0,
      all: 7,
    });
  });
});

describe('difference of groups', () => {
  it.each([
    [['One'], '0 members'],
    [['One', 'U1'], '1 member'],
    [['One', 'X1'], '1 member'],
    [['One', 'U1', 'X1'], '2 members'],
  ] as const)('contains the size of a group that is in one organization only: %s', (group, size) => {
    const with_ = organization('A', { U1: { userName: 'a' } }, { S1: group });
    const without = organization('B', { W1: { userName: 'a' } });
    const all = (a: OrganizationCopy, b: OrganizationCopy) => [...differencesOf(join(a, b), readScope())];
    expect(all(with_, without)).toEqual([
      { found: 'onlyInA', subject: 'group', name: 'One', a: ['S1'], b: [], valueInA: size },
    ]);
    expect(all(without, with_)).toEqual([
      { found: 'onlyInB', subject: 'group', name: 'One', a: [], b: ['S1'], valueInB: size },
    ]);
  });

  it('contains both names of a renamed group and all IDs of an ambiguous name', () => {
    const a = organization('A', {}, { S1: ['Team '], S2: ['Ops'], S3: ['Ops'] });
    const b = organization('B', {}, { T1: ['Team'], T2: ['Ops'] });
    expect([...differencesOf(join(a, b), readScope())]).toEqual([
      {
        found: 'different',
        subject: 'group',
        name: 'Team ',
        a: ['S1'],
        b: ['T1'],
        key: 'displayName',
        attribute: 'displayName',
        valueInA: 'Team ',
        valueInB: 'Team',
        why: 'leading or trailing spaces',
      },
      {
        found: 'ambiguous',
        subject: 'group',
        name: 'Ops',
        a: ['S2', 'S3'],
        b: ['T2'],
        valueInA: 'S2, S3',
        valueInB: 'T2',
        why: 'displayName Ops',
      },
    ]);
  });
});

describe('compare of selected users', () => {
  it('reports no missing or renamed groups', () => {
    const some = (name: string, groups: Parameters<typeof organization>[2]) => {
      const copy = organization(name, { U1: { userName: 'ann' }, U2: { userName: 'bob' } }, groups);
      return { ...copy, people: copy.people.map((one) => ({ ...one, isSelected: one.id === 'U2' })) };
    };
    const a = some('A', { S1: ['One', 'U1', 'U2'], S2: ['team'], S4: ['Twice'] });
    const b = some('B', { T1: ['One'], T2: ['Team'], T3: ['New'], T4: ['Twice'], T5: ['Twice'] });
    expect([...differencesOf(join(a, b), readScope())]).toMatchObject([
      { found: 'different', subject: 'membership', name: 'One', valueInA: 'bob', valueInB: '' },
    ]);
  });
});

describe('compare of managers', () => {
  it.each([
    ['', '', undefined],
    ['U2', 'W2', undefined],
    ['bob@x.example', 'bob', undefined],
    ['U2', '', ['bob', '']],
    ['', 'W2', ['', 'bob']],
    ['U2', 'W1', ['bob', 'ann']],
    ['U2', 'X9', ['bob', 'X9']],
    ['X9', 'X9', undefined],
    ['X9', 'X8', ['X9', 'X8']],
    ['U3', 'W3', ['cat', 'dan']],
  ])('resolves both to users first: "%s" and "%s"', (inA, inB, values) => {
    const bob = { userName: 'bob', email: 'bob@x.example' };
    const a = organization('A', { U1: { userName: 'ann', manager: inA }, U2: bob, U3: { userName: 'cat' } });
    const b = organization('B', { W1: { userName: 'ann', manager: inB }, W2: bob, W3: { userName: 'dan' } });
    const found = [...differencesOf(join(a, b), readScope(['manager']))];
    expect(
      found.map(({ name, attribute, valueInA, valueInB }) => [name, attribute, valueInA, valueInB]),
    ).toEqual(values === undefined ? [] : [['ann', 'manager', ...values]]);
    const report = verifyOrganizations(join(a, b), readScope(['manager']), 0);
    const [digests] = report.attributes;
    expect(digests?.digestInA === digests?.digestInB).toBe(values === undefined);
  });
});

describe('verify report of two organizations', () => {
  const two = (count: number, title = 'x') =>
    [
      organization(
        'A',
        crowd('U', count, (number) => ({ userName: `n${number}`, title: 'x' })),
      ),
      organization(
        'B',
        crowd('W', count, (number) => ({ userName: `n${number}`, title })),
      ),
    ] as const;

  it('has equal digests if a list leaves a state open', () => {
    const users = { U1: { userName: 'n1', active: true }, U2: { userName: 'n2', active: false } };
    const one = organization('A', users);
    const other = organization('B', { W1: { userName: 'n1' }, W2: { userName: 'n2', active: false } });
    for (const [a, b] of [
      [one, other],
      [other, one],
    ] as const) {
      const report = verifyOrganizations(join(a, b), readScope(), 1);
      const active = report.attributes.find(({ attribute }) => attribute === 'active');
      expect(active).toMatchObject({ compared: 2, different: 0, digestInA: active?.digestInB });
    }
  });

  it.each([
    [1999, 1999, 0],
    [2000, 2000, 0],
    [2001, 2000, 1],
  ])('lists up to 2,000 differences and counts all: %i', (count, listed, more) => {
    const report = verifyOrganizations(join(...two(count, 'y')), readScope(), 0);
    expect([report.differences.length, report.more, report.counts.all]).toEqual([listed, more, count]);
    const title = report.attributes.find(({ attribute }) => attribute === 'title');
    expect(title).toMatchObject({ compared: count, different: count });
    expect(title?.digestInA).not.toBe(title?.digestInB);
  });

  it.each([
    [0, 10, []],
    [1, 10, ['n1']],
    [2, 10, ['n1', 'n6']],
    [3, 10, ['n1', 'n5', 'n8']],
    [9, 10, ['n1', 'n3', 'n4', 'n5', 'n6', 'n7', 'n8', 'n9', 'n10']],
    [10, 10, ['n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n8', 'n9', 'n10']],
    [11, 3, ['n1', 'n2', 'n3']],
    [1, 0, []],
  ])('contains %i evenly spread samples of %i users', (samples, count, names) => {
    const report = verifyOrganizations(join(...two(count)), readScope(), samples);
    expect(report.samples.map(({ name }) => name)).toEqual(names);
  });

  it('shows in samples the values of both sides, without values that both lack', () => {
    const a = organization('A', {
      U1: { userName: 'Ann', title: 'x', manager: 'U2' },
      U2: { userName: 'bob', phone: '1' },
    });
    const b = organization('B', {
      W1: { userName: 'ann', title: 'y', manager: 'W2' },
      W2: { userName: 'bob', manager: 'nobody' },
    });
    const { samples } = verifyOrganizations(join(a, b), readScope([], ['timezone']), 2);
    expect(samples).toEqual([
      {
        name: 'Ann',
        a: 'U1',
        b: 'W1',
        values: [
          { attribute: 'userName', inA: 'ann', inB: 'ann' },
          { attribute: 'title', inA: 'x', inB: 'y' },
          { attribute: 'manager', inA: 'bob', inB: 'bob' },
        ],
      },
      {
        name: 'bob',
        a: 'U2',
        b: 'W2',
        values: [
          { attribute: 'userName', inA: 'bob', inB: 'bob' },
          { attribute: 'phone', inA: '1', inB: '' },
          { attribute: 'manager', inA: '', inB: 'nobody' },
        ],
      },
    ]);
  });

  it('counts joined users, groups and memberships', () => {
    const a = organization(
      'A',
      { U1: { userName: 'a' }, U2: { userName: 'b' } },
      { S1: ['One', 'U1', 'U2'], S2: ['Two', 'U1'] },
    );
    const b = organization('B', { W1: { userName: 'a' } }, { T1: ['One', 'W1'], T2: ['Three', 'W1'] });
    expect(verifyOrganizations(join(a, b), readScope(), 0).joined).toEqual({
      users: 1,
      groups: 1,
      memberships: 1,
    });
  });
});
