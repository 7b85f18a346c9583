import { describe, it } from 'vitest';
import { expectProbeToShow, READ_QUIRKS } from '../support/quirk-pairs.ts';

describe('probe of a service with one quirk that is visible without a write', () => {
  it.each(READ_QUIRKS.map((quirks) => [JSON.stringify(quirks), quirks] as const))(
    '%s: changes only the expected answers',
    async (_, quirks) => expectProbeToShow(quirks),
  );
});
