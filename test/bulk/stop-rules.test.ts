import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/bulk/run/journal-record.ts';
import { createStopConditions, type StopRule } from '../../src/bulk/run/stop-conditions.ts';

const good: Outcome = { state: 'succeeded', id: 'W1', name: 'x' };
const bad = (code = 'email_taken'): Outcome => ({ state: 'failed', code, message: '' });

describe('canary of a run', () => {
  it('never begins more changes than the canary before it ended', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.boolean(), { maxLength: 60 }),
        (canary, steps) => {
          const stopConditions = createStopConditions({ canary });
          let begun = 0;
          let ended = 0;
          for (const isBegin of steps) {
            if (isBegin && stopConditions.mayBegin()) {
              stopConditions.recordStart();
              begun += 1;
              if (ended < canary) expect(begun).toBeLessThanOrEqual(canary);
            } else if (ended < begun) {
              ended += 1;
              expect(stopConditions.ended(good)).toBeUndefined();
            }
          }
        },
      ),
    );
  });

  it('counts an unknown outcome as a failure', () => {
    const stopped = createStopConditions({ canary: 1 }).ended(undefined);
    expect(stopped).toMatchObject({
      kind: 'limit',
      message: 'stopped: a canary change failed with unknown_outcome',
    });
  });

  it.each([
    [1, 'stopped: a canary change failed with email_taken'],
    [2, 'stopped: a canary change failed with email_taken'],
    [3, undefined],
  ])('of 2 fails with change %i, or is over', (failing, message) => {
    const stopConditions = createStopConditions({ canary: 2 });
    const ends = [1, 2, 3].map((change) => stopConditions.ended(change === failing ? bad() : good)?.message);
    expect(ends[failing - 1]).toBe(message);
  });

  it('blocks the rest until all of it ended', () => {
    const stopConditions = createStopConditions({ canary: 2 });
    const mayBegin = () => {
      const may = stopConditions.mayBegin();
      if (may) stopConditions.recordStart();
      return may;
    };
    expect([mayBegin(), mayBegin(), mayBegin()]).toEqual([true, true, false]);
    stopConditions.ended(good);
    expect(mayBegin()).toBe(false);
    stopConditions.ended(good);
    expect([mayBegin(), mayBegin()]).toEqual([true, true]);
  });

  it('is off by default', () => {
    const stopConditions = createStopConditions({});
    for (let change = 0; change < 3; change += 1) {
      expect(stopConditions.mayBegin()).toBe(true);
      stopConditions.recordStart();
    }
    expect(stopConditions.ended(bad())).toBeUndefined();
  });
});

describe('stop rules', () => {
  const outcomesUntilStop = (rule: Partial<StopRule>, outcomes: readonly Outcome[]) => {
    const stopConditions = createStopConditions({ stopOn: { codes: [], ...rule } });
    return outcomes.findIndex((outcome) => stopConditions.ended(outcome) !== undefined) + 1;
  };

  it.each([
    [{ count: 2 }, [bad(), good, bad(), bad()], 3],
    [{ count: 3 }, [bad(), bad('blocked'), bad()], 0],
    [{ codes: ['permission_denied'] }, [bad(), bad('permission_denied')], 2],
    [{ percent: 10 }, [...Array(17).fill(good), bad(), bad(), good, bad()], 21],
    [{ percent: 10 }, [bad(), bad(), bad()], 0],
  ])('%j stops after the right change', (rule, outcomes, expected) => {
    expect(outcomesUntilStop(rule, outcomes)).toBe(expected);
  });

  const ofChanges = (failures: number, all: number) => [
    ...Array.from({ length: failures - 1 }, () => bad()),
    ...Array.from({ length: all - failures }, () => good),
    bad(),
  ];

  it.each([
    ['2 of 19: fewer than 20 are not enough', 2, 19, 0],
    ['2 of 20, which is not more than 10 %', 2, 20, 0],
    ['3 of 20', 3, 20, 20],
    ['3 of 29', 3, 29, 29],
    ['3 of 30, which is not more than 10 %', 3, 30, 0],
  ])('apply a limit of 10 %% to %s', (_, failures, all, expected) => {
    expect(outcomesUntilStop({ percent: 10 }, ofChanges(failures, all))).toBe(expected);
  });

  const why = (rule: Partial<StopRule>, outcomes: readonly (Outcome | undefined)[]) => {
    const stopConditions = createStopConditions({ stopOn: { codes: [], ...rule } });
    return outcomes.map((outcome) => stopConditions.ended(outcome)?.message).at(-1);
  };

  it.each<[Partial<StopRule>, readonly (Outcome | undefined)[], string | undefined]>([
    [{ count: 1 }, [bad()], 'stopped: a change failed'],
    [{ count: 2 }, [bad()], undefined],
    [{ count: 2 }, [bad(), bad()], 'stopped: 2 changes failed'],
    [{ count: 2 }, [bad(), bad(), bad()], 'stopped: 3 changes failed'],
    [{ count: 2 }, [bad(), undefined], 'stopped: 2 changes failed'],
    [{ count: 1 }, [good], undefined],
    [{ codes: ['email_taken'] }, [bad()], 'stopped: a change failed with email_taken'],
    [{ codes: ['unknown_outcome'] }, [undefined], 'stopped: a change failed with unknown_outcome'],
    [{ codes: ['blocked'] }, [bad('blocked')], undefined],
    [{ codes: ['other'] }, [bad()], undefined],
    [{ percent: 10 }, ofChanges(3, 20), 'stopped: 3 of 20 changes failed, more than 10 %'],
  ])('%j gives the reason: case %#', (rule, outcomes, message) => {
    expect(why(rule, outcomes)).toBe(message);
  });

  it('refuse every write from the failure on that ends the run', () => {
    const { checkOpen, ended } = createStopConditions({ stopOn: { count: 2, codes: [] } });
    ended(bad());
    expect(checkOpen).not.toThrow();
    ended(bad());
    expect(checkOpen).toThrow('stopped: 2 changes failed');
    ended(bad());
    expect(checkOpen).toThrow('stopped: 2 changes failed');
  });
});
