import { describe, expect, it } from 'vitest';
import type { Quirks } from '../../src/sandbox/quirks/quirk-table.ts';
import { expectEach } from '../support/for-each.ts';
import {
  expectProbeToShow,
  PROBED_PAIRS,
  QUIRK_PAIRS,
  SINGLE_QUIRKS,
  underProbe,
} from '../support/quirk-pairs.ts';
import { hasBoth, QUIRK_ROWS, REFUSED_PAIRS } from '../support/quirk-rows.ts';
import { expectToWork } from '../support/smoke-suite.ts';

const LONG = 5_400_000;

/** A campaign tests all pairs; otherwise a sample that contains each quirk several times. */
const isCampaign = process.env['ORGCTL_TORTURE_KILLS'] !== undefined;
const PAIRS = isCampaign ? 1 : 29;
/** Single quirks and pairs are tested only in a campaign, because the rows already combine them. */
const ALONE = isCampaign ? [...SINGLE_QUIRKS, ...QUIRK_PAIRS] : [];

const oneOf = <Item>(items: readonly Item[], share: number) =>
  items.filter((_, index) => index % share === 0);

describe('service with two quirks', () => {
  it('a probe finds both quirks of every pair', { timeout: LONG }, async () => {
    await expectEach(oneOf(PROBED_PAIRS, PAIRS), expectProbeToShow);
    expect(PROBED_PAIRS.length).toBeGreaterThan(1400);
  });

  it('everyday commands work after a probe', { timeout: LONG }, async () => {
    const rows = QUIRK_ROWS.filter((_, index) => isCampaign || index % 9 !== 0);
    const isRefused = (quirks: Quirks) => REFUSED_PAIRS.some((pair) => hasBoth(quirks, pair));
    const some = [...rows, ...ALONE.filter((quirks) => !isRefused(quirks))];
    await expectEach(some, (quirks) => underProbe(quirks, expectToWork));
  });
});
