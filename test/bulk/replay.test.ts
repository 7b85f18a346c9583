import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/bulk/plan/change.ts';
import { isFinished } from '../../src/bulk/run/find-runs.ts';
import type { JournalRecord, Outcome } from '../../src/bulk/run/journal-record.ts';
import { replay } from '../../src/bulk/run/replay.ts';
import { newRunId } from '../../src/bulk/run/runs.ts';
import { changeId, RUN_ID, runId } from '../../src/values/ids.ts';

const done: Outcome = { state: 'succeeded', id: 'W1', name: 'ann' };
const failed: Outcome = { state: 'failed', code: 'title_too_long', message: 'no' };
const changes = ['a', 'b'].map(
  (id): Change => ({ kind: 'createGroup', id: changeId(id), line: 2, name: id, after: [] }),
);

const start: JournalRecord = {
  type: 'run.start',
  run: runId('r'),
  plan: 'p',
  origin: 'https://x.example',
  profile: 'acme',
  source: 's',
  mode: 'upsert',
  tool: '1',
};
const intent = (change: string, at = 5): JournalRecord => ({ type: 'intent', change: changeId(change), at });
const outcome = (change: string, became: Outcome): JournalRecord => ({
  type: 'outcome',
  change: changeId(change),
  outcome: became,
});
const pause: JournalRecord = { type: 'run.pause', why: 'signal' };
const end: JournalRecord = { type: 'run.end', succeeded: 2, failed: 0 };

describe('journal replay', () => {
  it.each<[string, readonly JournalRecord[], string, boolean]>([
    ['started', [start], 'pending pending', false],
    ['with only an intent', [start, intent('a')], 'inDoubt pending', false],
    [
      'with an intent that was not applied',
      [start, intent('a'), { type: 'absent', change: changeId('a') }],
      'pending pending',
      false,
    ],
    ['with one outcome', [start, intent('a'), outcome('a', done)], 'succeeded pending', false],
    ['paused', [start, intent('a'), outcome('a', failed), pause], 'failed pending', false],
    [
      'finished',
      [start, intent('a'), outcome('a', failed), intent('b'), outcome('b', done), end],
      'failed succeeded',
      true,
    ],
    [
      'retried after its end',
      [start, intent('a'), outcome('a', failed), end, intent('a')],
      'inDoubt pending',
      false,
    ],
    ['resumed', [start, end, start], 'pending pending', false],
    ['paused after its end', [start, end, pause], 'pending pending', false],
    [
      'finished, with throttling after its end',
      [
        start,
        end,
        { type: 'throttled', rates: 'createUser', seconds: 2 },
        { type: 'outage', why: 'x', seconds: 2 },
      ],
      'pending pending',
      true,
    ],
  ])('reads a run that is %s', (_, records, states, finished) => {
    const replayed = replay(records, changes);
    expect([...replayed.states.values()].join(' ')).toBe(states);
    expect(replayed.isFinished).toBe(finished);
  });

  it('returns the time of each intent without an outcome', () => {
    const records = [start, intent('a', 7), intent('b', 8), outcome('b', done)];
    const { intents, outcomes } = replay(records, changes);
    expect([...intents]).toEqual([['a', 7]]);
    expect([...outcomes]).toEqual([['b', done]]);
  });

  it('drops the outcome of a failed change that is retried', () => {
    const { intents, outcomes } = replay(
      [start, intent('a', 7), outcome('a', failed), intent('a', 9)],
      changes,
    );
    expect([...intents]).toEqual([['a', 9]]);
    expect([...outcomes]).toEqual([]);
  });

  it('returns the undoing run, the reason of a close, and the undone parts', () => {
    const undone: JournalRecord = { type: 'run.end', succeeded: 0, failed: 0, undoneBy: runId('u') };
    const closed: JournalRecord = { type: 'run.end', succeeded: 0, failed: 0, closed: 'gone' };
    const part = (by: string): JournalRecord => ({ type: 'part.undone', by: runId(by) });
    const replayed = replay([start, part('x'), part('y'), part('x'), undone, closed, end], changes);
    expect(replayed).toMatchObject({ undoneBy: 'u', closed: 'gone', partsUndoneBy: ['x', 'y'] });
    expect(replay([start, end], changes)).toMatchObject({
      undoneBy: undefined,
      closed: undefined,
      partsUndoneBy: [],
    });
  });

  it.each<[string, readonly JournalRecord[], boolean]>([
    ['an empty journal', [], false],
    ['only a start', [start], false],
    ['an end', [start, intent('a'), end], true],
    ['an intent after its end', [start, end, intent('a')], false],
    ['an outcome and a pause after its end', [start, end, outcome('a', done), pause], true],
  ])('recognizes a finished run: %s', (_, records, finished) => {
    expect(isFinished(records)).toBe(finished);
  });
});

describe('run ID', () => {
  it.each([
    [0, 0, '20260301-040506-00000'],
    [35, 0, '20260301-040506-0z000'],
    [36, 0, '20260301-040506-10000'],
    [999, 0, '20260301-040506-rr000'],
    [7, 0.999, '20260301-040506-07zzz'],
  ])('sorts by time and ends with a random part: %i ms, random %d', (milliseconds, chance, id) => {
    const made = newRunId(Date.UTC(2026, 2, 1, 4, 5, 6, milliseconds), () => chance);
    expect(made).toBe(id);
    expect(made).toMatch(RUN_ID);
  });
});
