import { describe, it } from 'vitest';
import { expectProbeToShow, READ_QUIRKS } from '../support/quirk-pairs.ts';

describe('a probe of a service with one quirk that shows without writing', () => {
  it.each(READ_QUIRKS.map((quirks) => [JSON.stringify(quirks), quirks] as const))(
    '%s: finds it, and finds everything else as it is',
    async (_, quirks) => expectProbeToShow(quirks),
  );
});
