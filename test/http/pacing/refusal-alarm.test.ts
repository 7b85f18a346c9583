import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RefusalAlarm } from '../../../src/http/pacing/refusal-alarm.ts';

const AIM = 0.018;

/** Returns what the alarm reports for each of these answers. Each request left at its index. */
function heard(answers: string, aim = AIM) {
  const alarm = new RefusalAlarm();
  return [...answers].map((answer, at) =>
    answer === '+' ? alarm.recordAccepted(aim) : alarm.recordRefused(at, aim),
  );
}

it.each([
  ['two consecutive', '--', undefined],
  ['three consecutive', '---', { from: 0, accepted: 0, refused: 3 }],
  ['three among ten', '-++++-+++-', { from: 0, accepted: 7, refused: 3 }],
  ['three among eleven', '-++++-++++-', undefined],
  ['three after many accepted requests', `${'+'.repeat(500)}---`, { from: 500, accepted: 0, refused: 3 }],
  ['two after an old one', `-${'+'.repeat(50)}--`, undefined],
  ['three after an old one', `-${'+'.repeat(50)}---`, { from: 51, accepted: 0, refused: 3 }],
])('is raised by more refusals than intended: %s', (_, answers, suspicion) => {
  expect(heard(answers).at(-1)).toEqual(suspicion);
});

it('starts again after it was raised, and after a reset', () => {
  expect(heard('-----').map((one) => one !== undefined)).toEqual([false, false, true, false, false]);
  const alarm = new RefusalAlarm();
  alarm.recordRefused(0, AIM);
  alarm.recordRefused(1, AIM);
  alarm.reset();
  expect(alarm.recordRefused(2, AIM)).toBeUndefined();
});

it('needs more consecutive refusals if the aim is larger', () => {
  expect(heard('--', 0.006).at(-1)).toEqual({ from: 0, accepted: 0, refused: 2 });
  expect(heard('--', 0.01).at(-1)).toEqual({ from: 0, accepted: 0, refused: 2 });
  expect(heard('--', 0.011).at(-1)).toBeUndefined();
});

it('is never raised by refusals as far apart as intended', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 25, max: 200 }), { maxLength: 40 }), (gaps) => {
      const answers = gaps.map((gap) => `${'+'.repeat(gap)}-`).join('');
      expect(heard(answers).every((one) => one === undefined)).toBe(true);
    }),
  );
});
