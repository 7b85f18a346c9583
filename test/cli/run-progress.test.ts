import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runProgress } from '../../src/cli/bulk/run-progress.ts';
import { type Line, lineText } from '../../src/terminal/progress.ts';

/** A progress line with a clock of its own, and its latest text. */
function watched(total: number, before = 0, trouble?: { readonly since: number; readonly says: string }) {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let now = 0;
  let said: readonly [text: string, share: number | undefined] = ['', undefined];
  const outcome = { state: 'succeeded', id: 'W1', name: 'x' } as const;
  const messages = {
    progress: () => ({
      update: (text: Line, share?: number) => {
        said = [lineText(text), share];
      },
      stop: () => {},
      around: async (write: () => Promise<void>) => write(),
    }),
  };
  const told = runProgress(
    { messages, host: { clock: () => now } },
    {
      total,
      before: new Map(Array.from({ length: before }, (_, at) => [`L${at}`, outcome])),
      throttling: { state: () => ({ left: 0, locked: 0 }) },
      outages: { state: () => undefined },
      trouble: () => trouble,
    },
  );
  onTestFinished(told.stop);
  return {
    said: () => said,
    pass: (milliseconds: number, done: number) => {
      for (let at = 0; at < done; at += 1) {
        now += milliseconds / done;
        told.countOutcome(outcome);
      }
      if (done === 0) now += milliseconds;
    },
  };
}

describe('progress of a run', () => {
  it('estimates the time for the remaining changes', () => {
    const { said, pass } = watched(100);
    expect(said()).toEqual(['0/100 done', 0]);
    pass(8000, 80);
    expect(said()).toEqual(['80/100 done · 10/s · 2 s left', 0.8]);
    pass(1000, 10);
    expect(said()).toEqual(['90/100 done · 10/s · 1 s left', 0.9]);
  });

  it.each([
    [1900, '10/100 done · 5.3/s · 18 s left'],
    [2000, '10/100 done · service answers 503 for 2 s'],
    [95_000, '10/100 done · service answers 503 for 2 min'],
  ])('reports the fault met by writes while they are checked, after %i ms', (since, words) => {
    const { said, pass } = watched(100, 0, { since: 0, says: 'service answers 503' });
    pass(since, 10);
    expect(said()[0]).toBe(words);
  });

  it('excludes changes of an earlier attempt from the rate', () => {
    const { said, pass } = watched(1000, 900);
    expect(said()[0]).toBe('900/1,000 done');
    pass(10_000, 10);
    expect(said()[0]).toBe('910/1,000 done · 1.0/s · 2 min left');
  });
});
