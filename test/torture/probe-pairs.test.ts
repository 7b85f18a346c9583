import { describe, expect, it } from 'vitest';
import {
  expectProbeToShow,
  PROBED_PAIRS,
  probedUnder,
  QUIRK_PAIRS,
  SINGLE_QUIRKS,
} from '../support/quirk-pairs.ts';
import { expectToWork } from '../support/smoke-suite.ts';

const LONG = 900_000;

/** A campaign takes all; the suite one of so many, beside those of test/probe. */
const isCampaign = process.env['ORGCTL_TORTURE_KILLS'] !== undefined;
const SHARE = { pairs: isCampaign ? 1 : 31, singles: isCampaign ? 1 : 7 };
/** The commands of a day take ten times as long as a probe: one pair of so many has them. */
const ONE_OF = isCampaign ? 40 : 500;

const oneOf = <Item>(items: readonly Item[], share: number) =>
  items.filter((_, index) => index % share === 0);

describe('a service with two quirks', () => {
  it('is probed right under every pair', { timeout: LONG }, async () => {
    for (const quirks of oneOf(PROBED_PAIRS, SHARE.pairs)) await expectProbeToShow(quirks);
    expect(PROBED_PAIRS.length).toBeGreaterThan(1400);
  });

  it('works after a probe under every single quirk, and under pairs', { timeout: LONG }, async () => {
    const some = [...oneOf(SINGLE_QUIRKS, SHARE.singles), ...oneOf(QUIRK_PAIRS, ONE_OF)];
    for (const quirks of some) await expectToWork(await probedUnder(quirks));
  });
});
