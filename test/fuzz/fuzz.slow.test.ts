import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Ran } from '../support/run-orgctl.ts';
import { complaintAbout, HANG } from './judge.ts';
import { mutated, numbersFrom } from './mutate.ts';
import { TARGETS } from './targets.ts';

/**
 * Set by a campaign: npm run fuzz -- TARGET --minutes 5 --seed 1. The test suite tries only the first inputs
 * of each target.
 */
const minutes = Number(process.env['ORGCTL_FUZZ_MINUTES'] ?? 0);
const inputs = Number(process.env['ORGCTL_FUZZ_INPUTS'] ?? 20);
const firstSeed = Number(process.env['ORGCTL_FUZZ_SEED'] ?? 1);
const SEEDS = 'test/fuzz/seeds';
/** In the test suite, the timeout of the test ends a hanging input, because the machine may be busy. */
const isCampaign = process.env['ORGCTL_FUZZ_SEED'] !== undefined;

/** Runs one input and detects a hang. CPU time is measured, so that a busy machine alone is not a hang. */
async function ranOrHung(run: Promise<Ran>): Promise<Ran | 'hung'> {
  if (!isCampaign) return run;
  const stop = new AbortController();
  const [before, start] = [process.cpuUsage(), performance.now()];
  const hung = async (): Promise<'hung'> => {
    for (;;) {
      await sleep(1_000, undefined, { signal: stop.signal });
      const { user } = process.cpuUsage(before);
      if (user / 1_000 > HANG.work || performance.now() - start > HANG.all) return 'hung';
    }
  };
  return Promise.race([run, hung()]).finally(() => stop.abort());
}

/** An uncaught error would end the process with a stack trace. */
const thrown = (cause: unknown): Ran => ({ exit: 1, stdout: '', stderr: String(cause) });

describe.each(TARGETS.map((target) => [target.name, target] as const))('%s', (name, target) => {
  it('ends on every mutated input with success or a reported error, never a defect', {
    timeout: minutes * 60_000 + inputs * 500 + 120_000,
  }, async () => {
    const { seeds, run } = await target.open();
    const end = Date.now() + minutes * 60_000;
    const found: string[] = [];
    let done = 0;
    for (let seed = firstSeed; minutes > 0 ? Date.now() < end : done < inputs; seed += 1) {
      const random = numbersFrom(seed);
      const input = mutated(seeds[seed % seeds.length] ?? '', random);
      const ran = await ranOrHung(run(input).catch(thrown));
      const complaint = ran === 'hung' ? 'no end' : complaintAbout(ran, target.isJson, input);
      if (complaint !== undefined) found.push(`--seed ${seed}: ${complaint}`);
      done += 1;
      if (found.length >= 5 || ran === 'hung') break;
    }
    if (isCampaign)
      process.stdout.write(`${name}: ${done} inputs from --seed ${firstSeed}, ${found.length} findings\n`);
    expect(found).toEqual([]);
  });

  it('accepts every valid seed', async () => {
    const { seeds, run } = await target.open();
    for (const seed of seeds) {
      const { exit, stderr } = await run(seed);
      expect({ seed, exit, stderr }).toEqual({ seed, exit: 0, stderr: expect.anything() });
    }
  });

  const folder = join(SEEDS, name);
  it('ends without a defect on each input that once caused one', async () => {
    const { run } = await target.open();
    for (const seed of existsSync(folder) ? readdirSync(folder) : []) {
      const input = readFileSync(join(folder, seed), 'utf8');
      const ran = await ranOrHung(run(input).catch(thrown));
      expect({
        seed,
        complaint: ran === 'hung' ? 'no end' : complaintAbout(ran, target.isJson, input),
      }).toEqual({
        seed,
        complaint: undefined,
      });
    }
  });
});

it('mutated returns the same input for the same seed', () => {
  const once = () => mutated('{"a":[1,{"b":"c"}]}', numbersFrom(7));
  expect(once()).toBe(once());
  expect(
    new Set(Array.from({ length: 50 }, (_, seed) => mutated('{"a":[1,{"b":"c"}]}', numbersFrom(seed)))).size,
  ).toBeGreaterThan(40);
});

it('complaintAbout reports a defect, a stack trace, the token, empty output and broken JSON', () => {
  const ran = (exit: number, stdout: string, stderr: string): Ran => ({ exit, stdout, stderr });
  expect(complaintAbout(ran(1, '', 'error: this is a bug in orgctl: x\n'), true)).toMatch(/^a defect/);
  expect(complaintAbout(ran(2, '', 'error: x\n    at run (a.ts:1:2)\n'), true)).toMatch(/^a stack/);
  expect(complaintAbout(ran(2, '', 'xoxp-FUZZ-CANARY-7Qw9Zr2Lk5xJtXvNbM'), true)).toBe('the token');
  expect(complaintAbout(ran(2, '', 'error: \u001b[2J'), true)).toMatch(/^a control character/);
  expect(complaintAbout(ran(99, '', 'error: x'), true)).toMatch(/^an exit code/);
  expect(complaintAbout(ran(2, '', ''), true)).toBe('silence with exit 2');
  expect(complaintAbout(ran(0, '[', ''), true)).toMatch(/^exit 0 with broken JSON/);
  expect(complaintAbout(ran(0, '[', ''), false)).toBeUndefined();
});
