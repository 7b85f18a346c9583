import { describe, it } from 'vitest';
import { expectProbeToShow, SINGLE_QUIRKS } from '../support/quirk-pairs.ts';

describe('a probe of a service with one quirk', () => {
  it.each(SINGLE_QUIRKS.map((quirks) => [JSON.stringify(quirks), quirks] as const))(
    '%s: finds it, and finds everything else as it is',
    async (_, quirks) => expectProbeToShow(quirks),
  );
});
