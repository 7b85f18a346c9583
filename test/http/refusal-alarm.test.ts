import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RefusalAlarm } from '../../src/http/refusal-alarm.ts';

const AIM = 0.018;

/** Returns the result of the alarm for each response. The nth request left at time n. */
function heard(answers: string, aim = AIM) {
  const alarm = new RefusalAlarm();
  return [...answers].map((answer, at) =>
    answer === '+' ? alarm.heardAccepted(aim) : alarm.heardRefused(at, aim),
  );
}

it.each([
  ['two consecutive refusals', '--', undefined],
  ['three consecutive refusals', '---', { from: 0, accepted: 0, refused: 3 }],
  ['three refusals in ten responses', '-++++-+++-', { from: 0, accepted: 7, refused: 3 }],
  ['three refusals in eleven responses', '-++++-++++-', undefined],
  [
    'three refusals after 500 accepted requests',
    `${'+'.repeat(500)}---`,
    { from: 500, accepted: 0, refused: 3 },
  ],
  ['two refusals after a forgotten refusal', `-${'+'.repeat(50)}--`, undefined],
  [
    'three refusals after a forgotten refusal',
    `-${'+'.repeat(50)}---`,
    { from: 51, accepted: 0, refused: 3 },
  ],
])('is raised by more refusals than are meant to be: %s', (_, answers, suspicion) => {
  expect(heard(answers).at(-1)).toEqual(suspicion);
});

it('begins anew when it was raised, and when what was heard says nothing any more', () => {
  expect(heard('-----').map((one) => one !== undefined)).toEqual([false, false, true, false, false]);
  const alarm = new RefusalAlarm();
  alarm.heardRefused(0, AIM);
  alarm.heardRefused(1, AIM);
  alarm.reset();
  expect(alarm.heardRefused(2, AIM)).toBeUndefined();
});

it('needs more refusals in a row where more is meant to be refused', () => {
  expect(heard('--', 0.006).at(-1)).toEqual({ from: 0, accepted: 0, refused: 2 });
  expect(heard('--', 0.01).at(-1)).toEqual({ from: 0, accepted: 0, refused: 2 });
  expect(heard('--', 0.011).at(-1)).toBeUndefined();
});

it('is never raised by refusals that are as far apart as they are meant to be', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 25, max: 200 }), { maxLength: 40 }), (gaps) => {
      const answers = gaps.map((gap) => `${'+'.repeat(gap)}-`).join('');
      expect(heard(answers).every((one) => one === undefined)).toBe(true);
    }),
  );
});
