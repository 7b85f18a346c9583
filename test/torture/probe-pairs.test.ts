import { describe, expect, it } from 'vitest';
import { expectEach } from '../support/each-of.ts';
import {
  expectProbeToShow,
  PROBED_PAIRS,
  QUIRK_PAIRS,
  SINGLE_QUIRKS,
  underProbe,
} from '../support/quirk-pairs.ts';
import { expectToWork } from '../support/smoke-suite.ts';

const LONG = 5_400_000;

/** A campaign takes all; the suite one of so many, beside those of test/probe. */
const isCampaign = process.env['ORGCTL_TORTURE_KILLS'] !== undefined;
const SHARE = { pairs: isCampaign ? 1 : 31, singles: isCampaign ? 1 : 7, smoke: isCampaign ? 1 : 500 };

const oneOf = <Item>(items: readonly Item[], share: number) =>
  items.filter((_, index) => index % share === 0);

describe('a service with two quirks', () => {
  it('is probed right under every pair', { timeout: LONG }, async () => {
    await expectEach(oneOf(PROBED_PAIRS, SHARE.pairs), expectProbeToShow);
    expect(PROBED_PAIRS.length).toBeGreaterThan(1400);
  });

  it('works after a probe under every single quirk, and under pairs', { timeout: LONG }, async () => {
    const some = [...oneOf(SINGLE_QUIRKS, SHARE.singles), ...oneOf(QUIRK_PAIRS, SHARE.smoke)];
    await expectEach(some, (quirks) => underProbe(quirks, expectToWork));
  });
});
