import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commentsIn } from '../../src/manifest/comments.ts';
import type { Finding } from '../../src/manifest/finding.ts';
import { fixText } from '../../src/manifest/fix.ts';
import { valueAt } from '../../src/manifest/repairs.ts';
import { tryFix, withTriedFixes } from '../../src/manifest/try-fix.ts';
import { type Validated, validateText } from '../../src/manifest/validate.ts';
import type { Json } from '../../src/spec/protocol-types.ts';
import { runsOf } from '../support/number-of-runs.ts';
import { BASE_HOSTED, BASE_V1, BASE_V2 } from './support/base-manifests.ts';
import { brokenManifest } from './support/broken-manifests.ts';
import { randomFrom, someHabits, writtenYaml } from './support/written-forms.ts';

const OPTIONS = { vendor: 'service' };
const base = fc.constantFrom<Json>(BASE_V1, BASE_V2, BASE_HOSTED);

function written(data: Json, seed: number): { readonly file: string; readonly text: string } {
  const random = randomFrom(seed);
  const broken = brokenManifest(data, random, 1 + Math.floor(random() * 3));
  if (random() < 0.15) return { file: 'm.json', text: JSON.stringify(broken, null, random() < 0.5 ? 2 : 0) };
  return { file: 'm.yaml', text: writtenYaml(broken, random, someHabits(random)) };
}

const counts = (findings: readonly Finding[]) => {
  const found = new Map<string, number>();
  for (const { rule } of findings) found.set(rule, (found.get(rule) ?? 0) + 1);
  return found;
};

function commentsOf({ source }: Validated): readonly string[] {
  return (
    commentsIn(source)
      .map(({ text }) => text)
      // An unquoted value after # is read as a comment; quoting it turns it into a value.
      .map((text) => text.replace(/^#[^ ].*?(# note|$)/, '$1'))
      .filter((text) => text !== '')
      .sort()
  );
}

/** All keys and values, without their paths. */
function words(data: Json | undefined): readonly string[] {
  if (typeof data !== 'object' || data === null) return [JSON.stringify(data ?? null)];
  return Object.entries(data).flatMap(([key, value]) => [
    ...(Array.isArray(data) ? [] : [`key ${key}`]),
    ...words(value as Json),
  ]);
}

const without = (all: readonly string[], others: readonly string[]) => {
  const left = [...others];
  return all.filter((one) => {
    const index = left.indexOf(one);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
};

describe('fixes of invalid manifests in any style', () => {
  it('removes its finding, adds none, and keeps every comment and every other value', async () => {
    await fc.assert(
      fc.asyncProperty(base, fc.integer(), async (data, seed) => {
        const { file, text } = written(data, seed);
        const before = await validateText(file, text, OPTIONS);
        if (before.source.data === undefined) {
          // In brackets, an unquoted # also hides the closing bracket.
          expect(
            before.source.faults.map(({ rule }) => rule),
            text,
          ).toEqual(['unquoted-hash']);
          return;
        }
        const { findings } = await withTriedFixes(before, OPTIONS);
        for (const finding of findings) {
          if (finding.fix === undefined) continue;
          const trial = await tryFix(before, { ...finding, fix: finding.fix }, OPTIONS);
          const after = 'validated' in trial ? trial.validated : before;
          const [old, fresh] = [counts(before.findings), counts(after.findings)];
          const what = `${finding.rule} ${finding.fix.title}\n${text}\n---\n${after.source.text}`;
          expect(fresh.get(finding.rule) ?? 0, what).toBeLessThan(old.get(finding.rule) ?? 0);
          for (const [rule, count] of fresh) expect(count, what).toBeLessThanOrEqual(old.get(rule) ?? 0);
          expect(commentsOf(after), what).toEqual(commentsOf(before));
          const lost = without(words(before.source.data), words(after.source.data));
          const own = [
            ...words(valueAt(before.source.data ?? null, finding.path)),
            `key ${finding.path.at(-1)}`,
          ];
          expect(
            lost.filter((word) => !own.includes(word)),
            what,
          ).toEqual([]);
        }
      }),
      { numRuns: runsOf(25) },
    );
  });

  it('changes nothing if it runs again, and offers no fix that it does not apply', async () => {
    await fc.assert(
      fc.asyncProperty(base, fc.integer(), fc.boolean(), async (data, seed, isBold) => {
        const { file, text } = written(data, seed);
        const before = await validateText(file, text, OPTIONS);
        const once = await fixText(file, text, OPTIONS, isBold);
        expect(commentsOf(once.validated), `${text}\n---\n${once.text}`).toEqual(commentsOf(before));
        expect((await fixText(file, once.text, OPTIONS, isBold)).text, text).toBe(once.text);
        const left = await withTriedFixes(once.validated, OPTIONS);
        const offered = left.findings.flatMap(({ fix }) =>
          fix !== undefined && (isBold || fix.kind === 'safe') ? [fix.title] : [],
        );
        expect(offered, once.text).toEqual([]);
        if (once.applied.length > 0) expect(once.text).not.toBe(text);
      }),
      { numRuns: runsOf(25) },
    );
  });
});
