import { describe, expect, it } from 'vitest';
import { expectProbeToShow, PROBED_PAIRS, SINGLE_QUIRKS, underProbe } from '../support/quirk-pairs.ts';
import { expectToWork } from '../support/smoke-suite.ts';

/** Every pair is in the torture suite; here is one of so many, each quirk in several. */
const ONE_OF = 29;

describe('a service with two quirks', () => {
  const some = PROBED_PAIRS.filter((_, index) => index % ONE_OF === 0);

  it('is probed right, pair by pair', { timeout: 120_000 }, async () => {
    for (const quirks of some) await expectProbeToShow(quirks);
    expect(some.length).toBeGreaterThan(50);
  });
});

describe('the commands of a working day after a probe', () => {
  it.each(
    SINGLE_QUIRKS.filter((_, index) => index % 4 === 0).map(
      (quirks) => [JSON.stringify(quirks), quirks] as const,
    ),
  )('work with %s', async (_, quirks) => underProbe(quirks, expectToWork));
});
