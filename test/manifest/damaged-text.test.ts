import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixText } from '../../src/manifest/fix.ts';
import { validateText } from '../../src/manifest/validate.ts';
import { runsOf } from '../support/number-of-runs.ts';
import { BASE_HOSTED, BASE_V1, BASE_V2 } from './support/base-manifests.ts';
import { jsonText, yamlText } from './support/find-finding.ts';

const TEXTS = [BASE_V1, BASE_V2, BASE_HOSTED].flatMap((data) => [
  ['m.json', jsonText(data)] as const,
  ['m.yaml', yamlText(data)] as const,
]);

/** A manifest in which a piece is replaced by other characters, possibly by none. */
const damaged = fc
  .record({
    source: fc.constantFrom(...TEXTS),
    from: fc.nat(),
    length: fc.nat({ max: 40 }),
    inserted: fc.oneof(
      fc.string({ maxLength: 4 }),
      fc.constantFrom('{', ']', ':', '\n', '\t', '"', '&a', '*a', '- ', '#', '<<: '),
    ),
  })
  .map(({ source: [file, text], from, length, inserted }) => {
    const at = from % text.length;
    return [file, text.slice(0, at) + inserted + text.slice(at + length)] as const;
  });

describe('damaged manifests', () => {
  it('give the same sorted findings within the text on each validation', async () => {
    await fc.assert(
      fc.asyncProperty(damaged, async ([file, text]) => {
        const { findings } = await validateText(file, text, { vendor: 'service' });
        const offsets = findings.map(({ start }) => start.offset);
        expect(offsets).toEqual([...offsets].sort((one, other) => one - other));
        for (const { start, end } of findings) {
          expect(start.offset).toBeLessThanOrEqual(end.offset);
          expect(end.offset).toBeLessThanOrEqual(text.length + 1);
        }
        expect((await validateText(file, text, { vendor: 'service' })).findings).toEqual(findings);
      }),
      { numRuns: runsOf(250) },
    );
  });

  it('get no more findings from a fix, and a second fix changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(damaged, async ([file, text]) => {
        const before = await validateText(file, text, { vendor: 'service' });
        const once = await fixText(file, text, { vendor: 'service' }, true);
        expect(once.validated.findings.length).toBeLessThanOrEqual(before.findings.length);
        expect((await fixText(file, once.text, { vendor: 'service' }, true)).text).toBe(once.text);
      }),
      { numRuns: runsOf(75) },
    );
  });
});
