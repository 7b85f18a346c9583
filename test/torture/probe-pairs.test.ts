import { describe, expect, it } from 'vitest';
import { expectProbeToShow, probedUnder, QUIRK_PAIRS, SINGLE_QUIRKS } from '../support/quirk-pairs.ts';
import { expectToWork } from '../support/smoke-suite.ts';

const LONG = 900_000;

/** The commands of a day take ten times as long as a probe: one pair of so many has them. */
const ONE_OF = 40;

describe('a service with two quirks', () => {
  it('is probed right under every pair', { timeout: LONG }, async () => {
    for (const quirks of QUIRK_PAIRS) await expectProbeToShow(quirks);
    expect(QUIRK_PAIRS.length).toBeGreaterThan(1400);
  });

  it('works after a probe under every single quirk, and under pairs', { timeout: LONG }, async () => {
    const some = QUIRK_PAIRS.filter((_, index) => index % ONE_OF === 0);
    for (const quirks of [...SINGLE_QUIRKS, ...some]) await expectToWork(await probedUnder(quirks));
  });
});
