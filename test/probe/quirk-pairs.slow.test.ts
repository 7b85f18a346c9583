import { describe, expect, it } from 'vitest';
import type { Quirks } from '../../src/sandbox/quirks/quirk-table.ts';
import { expectProbeToShow, PROBED_PAIRS, QUIRK_PAIRS, underProbe } from '../support/quirk-pairs.ts';
import { hasBoth, QUIRK_ROWS, REFUSED_PAIRS } from '../support/quirk-rows.ts';
import { expectToWork } from '../support/smoke-suite.ts';

/** A small sample; the torture suite has every pair. */
const ONE_OF = 151;

describe('probe of a service with two quirks', () => {
  const some = PROBED_PAIRS.filter((_, index) => index % ONE_OF === 0);

  it('finds both quirks of each sampled pair', { timeout: 120_000 }, async () => {
    for (const quirks of some) await expectProbeToShow(quirks);
    expect(some.length).toBeGreaterThan(8);
  });

  it.each<Quirks>([
    { pageSize: 'ignored', largestPage: '5' },
    { pageSize: 'ignored', largerPage: 'refused' },
  ])('%j: finds the page size that the service always returns', expectProbeToShow);
});

describe('everyday commands after a probe', () => {
  it('cover every pair of quirks in one of the services', () => {
    const left = QUIRK_PAIRS.filter((pair) => !QUIRK_ROWS.some((row) => hasBoth(row, pair)));
    expect(left).toEqual(REFUSED_PAIRS);
    expect(QUIRK_PAIRS.length).toBeGreaterThan(2800);
    expect(QUIRK_ROWS.length).toBeLessThan(40);
  });

  /** The other services are in the torture suite. */
  it.each(QUIRK_ROWS.flatMap((quirks, index) => (index % 9 === 0 ? [[index, quirks] as const] : [])))(
    'work with the quirks of service %i',
    { timeout: 120_000 },
    async (_, quirks) => underProbe(quirks, expectToWork),
  );

  it.each<[string, Quirks]>([
    [
      'a user with a different ID format is deactivated without a path',
      { userIds: 'other', patchPaths: 'refused' },
    ],
    ['a v1 user is changed by a PUT', { versions: '1.1', patchV1: 'refused' }],
    [
      'a member is removed by a PUT if the service refuses a removal',
      { userIds: 'other', memberRemoval: 'bare' },
    ],
    ['probe --write finds the user without a filter', { filterV1: 'refused', opCase: 'lower' }],
    [
      'probe --write finds the user in pages of the accepted size',
      { largestPage: '5', largerPage: 'refused', opCase: 'lower', pageSize: 'ignored' },
    ],
  ])('%s', async (_, quirks) => underProbe(quirks, expectToWork));

  it.each(REFUSED_PAIRS)('%j: an export refuses a list that changes on every read', async (quirks) =>
    underProbe(quirks, async ({ orgctl, path }) => {
      const ran = await orgctl(`-p acme scim users export --out ${path('users.csv')}`);
      expect(ran.exit).toBe(7);
      expect(ran.stderr).toContain('the list of users changed while it was read');
    }),
  );
});
