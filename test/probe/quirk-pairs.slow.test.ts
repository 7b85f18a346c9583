import { describe, expect, it } from 'vitest';
import type { Quirks } from '../../src/sandbox/quirks/quirk-table.ts';
import { expectProbeToShow, PROBED_PAIRS, QUIRK_PAIRS, underProbe } from '../support/quirk-pairs.ts';
import { hasBoth, QUIRK_ROWS, REFUSED_PAIRS } from '../support/quirk-rows.ts';
import { expectToWork } from '../support/smoke-suite.ts';

/** The torture suite has every pair; this is a small sample. */
const ONE_OF = 151;

describe('a service with two quirks', () => {
  const some = PROBED_PAIRS.filter((_, index) => index % ONE_OF === 0);

  it('is probed right, pair by pair', { timeout: 120_000 }, async () => {
    for (const quirks of some) await expectProbeToShow(quirks);
    expect(some.length).toBeGreaterThan(8);
  });

  it.each<Quirks>([
    { pageSize: 'ignored', largestPage: '5' },
    { pageSize: 'ignored', largerPage: 'refused' },
  ])('%j: the largest page is the one that comes, whatever is asked for', expectProbeToShow);
});

describe('the commands of a working day after a probe', () => {
  it('have every pair of quirks in one of the services', () => {
    const left = QUIRK_PAIRS.filter((pair) => !QUIRK_ROWS.some((row) => hasBoth(row, pair)));
    expect(left).toEqual(REFUSED_PAIRS);
    expect(QUIRK_PAIRS.length).toBeGreaterThan(2800);
    expect(QUIRK_ROWS.length).toBeLessThan(40);
  });

  /** The others are in the torture suite. */
  it.each(QUIRK_ROWS.flatMap((quirks, index) => (index % 9 === 0 ? [[index, quirks] as const] : [])))(
    'work with the quirks of service %i',
    { timeout: 120_000 },
    async (_, quirks) => underProbe(quirks, expectToWork),
  );

  it.each<[string, Quirks]>([
    ['a user of another service is deactivated without a path', { userIds: 'other', patchPaths: 'refused' }],
    ['a user of v1 is changed by a PUT', { versions: '1.1', patchV1: 'refused' }],
    ['a member leaves by a PUT where no removal is taken', { userIds: 'other', memberRemoval: 'bare' }],
    [
      'the user of a first probe that writes is found without a filter',
      { filterV1: 'refused', opCase: 'lower' },
    ],
    [
      'the same in pages that the service takes',
      { largestPage: '5', largerPage: 'refused', opCase: 'lower', pageSize: 'ignored' },
    ],
  ])('%s', async (_, quirks) => underProbe(quirks, expectToWork));

  it.each(REFUSED_PAIRS)('%j: a list that changes on every read is refused', async (quirks) =>
    underProbe(quirks, async ({ orgctl, path }) => {
      const ran = await orgctl(`-p acme scim users export --out ${path('users.csv')}`);
      expect(ran.exit).toBe(7);
      expect(ran.stderr).toContain('the list of users changed while it was read');
    }),
  );
});
