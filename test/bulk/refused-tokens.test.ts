// cspell:ignore xxyyxxzz xxrxxrxx xxuxxxx
import { describe, expect, it } from 'vitest';
import { applyPlan } from '../../src/bulk/run/apply-plan.ts';
import type { JournalRecord } from '../../src/bulk/run/journal-record.ts';
import { replay } from '../../src/bulk/run/replay.ts';
import { createStopConditions, type StopOptions } from '../../src/bulk/run/stop-conditions.ts';
import { Failure } from '../../src/failure/failure.ts';
import type { ScimClient } from '../../src/scim/scim-client.ts';
import { bulkWorld } from '../support/bulk-world.ts';
import { account, idOf } from '../support/organization-world.ts';

const NAMES = Array.from({ length: 30 }, (_, index) => `n${String(index).padStart(2, '0')}`);
const TITLES = `email,title\n${NAMES.map((name) => `${name}@example.com,Cook\n`).join('')}`;

/** Refusals by letter. */
const REFUSALS: Readonly<Record<string, Failure>> = {
  x: new Failure('unauthorized', 'no', { code: 'permission_denied', status: 403 }),
  y: new Failure('unauthorized', 'the service answered 403', { status: 403 }),
  z: new Failure('refused', 'no', { code: 'missing_scope', status: 403 }),
  o: new Failure('refused', 'no', { code: 'cannot_modify_owner', status: 403 }),
  r: new Failure('refused', 'no', { code: 'title_too_long', status: 400 }),
};

/**
 * Applies one title change per letter: `.` succeeds, `u` is found unchanged, the others are refused.
 * @param wait turns of the event loop that a write takes; default 0
 */
async function applied(
  pattern: string,
  { concurrency = 1, wait = () => 0, ...rules }: Partial<Settings> & StopOptions = {},
) {
  const names = NAMES.slice(0, pattern.length);
  const users = names.map((name) => account(name));
  const world = await bulkWorld({ users, version: '2.0' });
  const changes = await world.plan(
    TITLES.split('\n')
      .slice(0, pattern.length + 1)
      .join('\n'),
  );
  expect(changes).toHaveLength(pattern.length);
  const sent: string[] = [];
  const scim: ScimClient = {
    ...world.scim,
    send: async (request) => {
      const index = names.findIndex((name) => request.path.includes(idOf(name)));
      const letter = pattern[index] ?? '';
      if (request.method !== 'GET') {
        sent.push(letter);
        for (let turn = 0; turn < wait(letter, index); turn += 1) await new Promise(setImmediate);
        const refusal = REFUSALS[letter];
        if (refusal !== undefined) throw refusal;
      }
      return world.scim.send(request);
    },
  };
  const start = {
    replayed: replay([], changes),
    context: { scim: world.scim, serverNow: Date.now, sleep: async () => {}, readSecrets: () => ({}) },
    stop: new AbortController().signal,
    onOutcome: () => {},
  };
  // Another admin sets the title first.
  await applyPlan({
    ...start,
    changes: changes.filter((_, index) => pattern[index] === 'u'),
    journal: { write: async () => {}, close: () => {} },
    concurrency: 1,
  });
  const records: JournalRecord[] = [];
  const result = await applyPlan({
    ...start,
    changes,
    journal: { write: async (record) => void records.push(record), close: () => {} },
    context: { ...start.context, scim },
    concurrency,
    stopConditions: createStopConditions(rules),
  });
  const states = [...result.outcomes.values()].map(({ state }) => state);
  const again = replay([{ type: 'run.start' } as JournalRecord, ...records], changes);
  return {
    sent: sent.length,
    done: states.filter((state) => state === 'succeeded').length,
    failed: states.filter((state) => state === 'failed').length,
    stoppedBy: result.stoppedBy,
    inDoubt: result.inDoubt,
    known: again.outcomes.size,
    doubts: again.intents.size,
  };
}

interface Settings {
  readonly concurrency: number;
  readonly wait: (letter: string, index: number) => number;
}

const STOPS = expect.objectContaining({ kind: 'unauthorized', status: 403 });

describe('consecutive refusals with 403', () => {
  it.each([
    // two consecutive refusals are row failures
    ['xx', 2, 0, 2, undefined],
    ['xx.', 3, 1, 2, undefined],
    ['xx.xx.xx', 8, 2, 6, undefined],
    // three stop the run
    ['xxx', 3, 0, 0, STOPS],
    ['xxxxxxxx', 3, 0, 0, STOPS],
    ['.xxx....', 4, 1, 0, STOPS],
    ['xx.xxxx', 6, 1, 2, STOPS],
    ['yyyyyy', 3, 0, 0, STOPS],
    ['zzzzzz', 3, 0, 0, STOPS],
    // an unchanged row does not end the series, but a different refusal does
    ['xxuxxxx', 3, 1, 0, STOPS],
    ['xxyyxxzz', 8, 0, 8, undefined],
    ['xxrxxrxx', 8, 0, 8, undefined],
    // a documented code about the user is a row failure
    ['oooooo', 6, 0, 6, undefined],
    ['rrrrrr', 6, 0, 6, undefined],
  ] as const)('end the run after three: %s', async (pattern, sent, done, failed, stoppedBy) => {
    const ended = await applied(pattern);
    expect(ended).toEqual({ sent, done, failed, stoppedBy, inDoubt: 0, known: done + failed, doubts: 0 });
  });

  it('report count and reason', async () => {
    const { stoppedBy } = await applied('xxxx');
    expect(stoppedBy).toMatchObject({
      message: '3 changes in a row were refused: no',
      code: 'permission_denied',
    });
  });

  it('pause new requests until one success resumes them', async () => {
    // The first requests are refused at once; one sent with them succeeds much later.
    const pattern = 'xxxxxxx.xxx.........';
    const ended = await applied(pattern, { concurrency: 8, wait: (letter) => (letter === '.' ? 50 : 0) });
    expect(ended).toMatchObject({ done: 10, failed: 10, stoppedBy: undefined, sent: 20 });
  });

  it.each([1, 2, 8])(
    'stop the run after the requests in flight, with concurrency %i',
    async (concurrency) => {
      const ended = await applied('x'.repeat(30), { concurrency, wait: (_, index) => 30 - index });
      expect(ended).toMatchObject({ done: 0, failed: 0, stoppedBy: STOPS, known: 0, doubts: 0 });
      expect(ended.sent).toBeGreaterThanOrEqual(3);
      expect(ended.sent).toBeLessThanOrEqual(concurrency + 3);
    },
  );

  it.each([
    [{ stopOn: { count: 1, codes: [] } }, 1],
    [{ stopOn: { count: 2, codes: [] } }, 2],
    [{ stopOn: { codes: ['permission_denied'] } }, 1],
    [{ canary: 2 }, 1],
  ] as const)('do not delay another reason to stop: %o', async (rules, sent) => {
    const ended = await applied('xxxxxx', rules);
    expect(ended).toMatchObject({
      sent,
      failed: sent,
      stoppedBy: expect.objectContaining({ kind: 'limit' }),
    });
  });
});
