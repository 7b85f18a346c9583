import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Change, ChangeOf } from '../../src/bulk/plan/change.ts';
import type { ApplyOptions } from '../../src/bulk/run/apply-options.ts';
import { applyPlan } from '../../src/bulk/run/apply-plan.ts';
import type { JournalRecord, Outcome } from '../../src/bulk/run/journal-record.ts';
import { replay } from '../../src/bulk/run/replay.ts';
import type { OutlastOutage } from '../../src/bulk/run/wait-out-outage.ts';
import { Failure } from '../../src/failure/failure.ts';
import { Interrupted } from '../../src/failure/interrupted.ts';
import type { ScimClient, ScimRequest } from '../../src/scim/scim-client.ts';
import { changeId, userId } from '../../src/values/ids.ts';
import { bulkWorld } from '../support/bulk-world.ts';
import { account, idOf } from '../support/organization-world.ts';
import { NOW } from '../support/test-sandbox.ts';

const LOST = new Failure('unknownOutcome', 'the connection was reset');
const AWAY = new Failure('unreachable', 'no connection');

/** A change of a user's title. */
const title = (name: string, more: Partial<ChangeOf<'patchUser'>> = {}): Change => ({
  id: changeId(name),
  line: 2,
  name,
  after: [],
  kind: 'patchUser',
  target: { id: userId(idOf(name)) },
  before: {},
  set: { title: 'Chef' },
  clear: [],
  ...more,
});
const creation = (name: string, more: Partial<ChangeOf<'createUser'>> = {}): Change => ({
  id: changeId(name),
  line: 2,
  name,
  after: [],
  kind: 'createUser',
  user: { userName: name, email: `${name}@example.com` },
  withheld: [],
  ...more,
});
const intent = (change: string, at = NOW): JournalRecord => ({
  type: 'intent',
  change: changeId(change),
  at,
});
const done = (change: string, id = 'W1'): JournalRecord => ({
  type: 'outcome',
  change: changeId(change),
  outcome: { state: 'succeeded', id, name: change },
});

interface Given extends Partial<Omit<ApplyOptions, 'changes' | 'context' | 'replayed'>> {
  /** Records of an earlier run. */
  readonly earlier?: readonly JournalRecord[];
  readonly onSend?: (request: ScimRequest, writes: number) => Promise<void> | void;
  readonly onRecord?: (record: JournalRecord) => Promise<void> | void;
}

/**
 * Applies changes to an organization with these users. @returns what was sent and recorded, and how it ended
 */
async function applied(people: readonly string[], changes: readonly Change[], given: Given = {}) {
  const { earlier = [], onSend, onRecord, ...options } = given;
  const world = await bulkWorld({ users: people.map((name) => account(name)), version: '2.0' });
  const sent: string[] = [];
  const scim: ScimClient = {
    ...world.scim,
    read: async (request, ...more) => {
      await onSend?.(request, sent.length);
      return world.scim.read(request, ...more);
    },
    send: async (request, signal) => {
      if (request.method !== 'GET') sent.push(`${request.method} ${request.path}`);
      await onSend?.(request, sent.length);
      return world.scim.send(request, signal);
    },
  };
  const records: JournalRecord[] = [];
  const ended: string[] = [];
  const result = await applyPlan({
    changes,
    replayed: replay(earlier, changes),
    journal: {
      write: async (record) => {
        await onRecord?.(record);
        records.push(record);
      },
      close: () => {},
    },
    context: { scim, serverNow: () => NOW, sleep: async () => {}, readSecrets: () => ({}) },
    concurrency: 1,
    stop: new AbortController().signal,
    onOutcome: ({ id }, { state }) => ended.push(`${id} ${state}`),
    ...options,
  });
  const words = records.map((record) =>
    'change' in record ? `${record.type} ${record.change}` : record.type,
  );
  return { ...result, sent, ended, records: words };
}

describe('resumed run', () => {
  it('applies only the remaining changes', async () => {
    const changes = [title('ann'), title('bea')];
    const { sent, ended, outcomes } = await applied(['ann', 'bea'], changes, {
      earlier: [intent('ann'), done('ann')],
    });
    expect([sent, ended]).toEqual([[`PATCH /Users/${idOf('bea')}`], ['bea succeeded']]);
    expect([...outcomes.keys()]).toEqual(['ann', 'bea']);
  });

  it('adopts a user whose creation an earlier run sent', async () => {
    const run = await applied(['new'], [creation('new')], {
      earlier: [intent('new', Date.parse('2024-01-01'))],
    });
    expect(run).toMatchObject({ sent: [], ended: ['new succeeded'], records: ['outcome new'], inDoubt: 0 });
    expect(run.outcomes.get(changeId('new'))).toMatchObject({ id: idOf('new'), how: 'adopted' });
  });

  it('creates a user that does not exist, and first records that it was not applied', async () => {
    const run = await applied([], [creation('new')], { earlier: [intent('new')] });
    expect(run).toMatchObject({
      sent: ['POST /Users'],
      records: ['absent new', 'intent new', 'outcome new'],
    });
  });

  it('stays in doubt about a creation that it cannot check', async () => {
    const run = await applied([], [creation('new')], {
      earlier: [intent('new')],
      onSend: () => {
        throw AWAY;
      },
    });
    expect(run).toMatchObject({ sent: [], records: [], inDoubt: 1, stoppedBy: { kind: 'unreachable' } });
  });

  it('checks a user before it is changed again, and stays in doubt if the service is unavailable', async () => {
    const earlier = [intent('ann')];
    const again = await applied(['ann'], [title('ann')], { earlier });
    expect(again).toMatchObject({ records: ['intent ann', 'outcome ann'], inDoubt: 0 });
    const away = await applied(['ann'], [title('ann')], {
      earlier,
      onSend: () => {
        throw AWAY;
      },
    });
    // The request of the earlier run may have been applied, whatever happened to this attempt.
    expect(away).toMatchObject({ records: ['intent ann'], inDoubt: 1 });
  });

  it('reports earlier doubts from the start', async () => {
    const seen: number[] = [];
    await applied(['ann'], [title('ann')], {
      earlier: [intent('ann')],
      onReady: (standsNow) => {
        seen.push(standsNow().inDoubt, standsNow().outcomes.size);
      },
    });
    expect(seen).toEqual([1, 0]);
  });
});

describe('change with dependencies', () => {
  it('begins after its dependency is written, checked and reported', async () => {
    const happened: string[] = [];
    const changes = [creation('new'), title('ann', { after: [changeId('new')] })];
    await applied(['ann'], changes, {
      concurrency: 4,
      onRecord: (record) => void ('change' in record && happened.push(`${record.type} ${record.change}`)),
      onWritten: async ({ id }) => {
        await setImmediate();
        happened.push(`looked at ${id}`);
      },
      onOutcome: ({ id }) => void happened.push(`told ${id}`),
    });
    expect(happened).toEqual([
      'intent new',
      'outcome new',
      'looked at new',
      'told new',
      'intent ann',
      'outcome ann',
      'looked at ann',
      'told ann',
    ]);
  });

  it('uses the ID of the user that its dependency created', async () => {
    const target = { createdBy: changeId('new') };
    const { sent, outcomes } = await applied(
      [],
      [creation('new'), title('later', { after: [changeId('new')], target })],
    );
    const made = outcomes.get(changeId('new'));
    expect(sent[1]).toBe(`PATCH /Users/${made?.state === 'succeeded' ? made.id : ''}`);
  });

  it('names line "?" if the plan lacks the failed dependency', async () => {
    const failed: Outcome = { state: 'failed', code: 'x', message: 'no' };
    const earlier = [intent('gone'), { type: 'outcome', change: changeId('gone'), outcome: failed } as const];
    const { outcomes } = await applied(['ann'], [title('ann', { after: [changeId('gone')] })], { earlier });
    expect(outcomes.get(changeId('ann'))).toMatchObject({
      code: 'blocked',
      message: 'depends on line ?, which failed',
    });
  });
});

describe('stopped run', () => {
  it('begins nothing if it is stopped before', async () => {
    const stop = AbortSignal.abort();
    expect(await applied(['ann'], [title('ann')], { stop })).toMatchObject({
      sent: [],
      records: [],
      stoppedBy: 'signal',
    });
  });

  it('leaves no waiting change in doubt', async () => {
    const stop = new AbortController();
    const names = ['ann', 'bea', 'cai', 'dan'];
    const run = await applied(
      names,
      names.map((name) => title(name)),
      {
        concurrency: 2,
        stop: stop.signal,
        onSend: (request) => {
          if (request.method !== 'GET') stop.abort();
        },
      },
    );
    expect(run).toMatchObject({ stoppedBy: 'signal', inDoubt: 0 });
    expect(run.sent.length).toBeLessThanOrEqual(2);
    expect(run.ended).toHaveLength(run.sent.length);
    const open = run.records.filter((record) => record.startsWith('intent')).length;
    expect(run.records.filter((record) => /^(absent|outcome)/.test(record))).toHaveLength(open);
  });

  it('ends by the signal if a wait is interrupted', async () => {
    const onSend = () => {
      throw new Interrupted('SIGINT');
    };
    expect(await applied(['ann', 'bea'], [title('ann'), title('bea')], { onSend })).toMatchObject({
      stoppedBy: 'signal',
      records: ['intent ann', 'absent ann'],
      inDoubt: 0,
    });
  });

  it('reports the failure instead of a simultaneous signal', async () => {
    const stop = new AbortController();
    const run = await applied(['ann'], [title('ann')], {
      stop: stop.signal,
      onSend: () => {
        stop.abort();
        throw AWAY;
      },
    });
    expect(run.stoppedBy).toMatchObject({ kind: 'unreachable' });
  });

  it('reports the first of two failures', async () => {
    let failures = 0;
    const run = await applied(['ann', 'bea'], [title('ann'), title('bea')], {
      concurrency: 2,
      onSend: async () => {
        failures += 1;
        throw new Failure('unreachable', `failure ${failures}`);
      },
    });
    expect(run.stoppedBy).toMatchObject({ message: 'failure 1' });
  });

  it('sends no change whose intent could not be written', async () => {
    const run = await applied(['ann'], [title('ann')], {
      onRecord: () => {
        throw new Failure('storage', 'the disk is full');
      },
    });
    expect(run).toMatchObject({ sent: [], ended: [], stoppedBy: { kind: 'storage' } });
  });

  it('reports no outcome that could not be written', async () => {
    const run = await applied(['ann', 'bea'], [title('ann'), title('bea')], {
      onRecord: ({ type }) => {
        if (type === 'outcome') throw new Failure('storage', 'the disk is full');
      },
    });
    expect(run).toMatchObject({ ended: [], inDoubt: 1, stoppedBy: { kind: 'storage' } });
    expect(run.sent).toHaveLength(1);
  });
});

describe('service outage during a run', () => {
  const outlasting = (times: number, tried: object[] = []): { outlast: OutlastOutage; tried: object[] } => ({
    tried,
    outlast: async (_, how) => {
      tried.push(how);
      return tried.length <= times;
    },
  });
  const lostTimes =
    (times: number): NonNullable<Given['onSend']> =>
    (request, writes) => {
      if (request.method !== 'GET' && writes <= times) throw LOST;
    };

  it('is waited for, and changes in doubt are checked again', async () => {
    const { outlast, tried } = outlasting(1);
    const run = await applied(['ann'], [title('ann')], { outlast, clock: () => 7, onSend: lostTimes(3) });
    expect(tried).toEqual([{ attempts: 1, since: 7 }]);
    expect(run).toMatchObject({
      ended: ['ann succeeded'],
      stoppedBy: undefined,
      inDoubt: 0,
      doubt: undefined,
    });
    expect(run.sent).toHaveLength(4);
  });

  it('has a retry count for each change', async () => {
    const { outlast, tried } = outlasting(2);
    const run = await applied(['ann'], [title('ann')], { outlast, onSend: lostTimes(6) });
    expect(tried).toEqual([
      { attempts: 1, since: 0 },
      { attempts: 2, since: 0 },
    ]);
    expect(run.ended).toEqual(['ann succeeded']);
  });

  it('leaves the change in doubt if the wait is not allowed', async () => {
    const { outlast } = outlasting(0);
    const run = await applied(['ann', 'bea'], [title('ann'), title('bea')], {
      outlast,
      onSend: lostTimes(3),
    });
    expect(run).toMatchObject({ ended: ['bea succeeded'], inDoubt: 1, stoppedBy: undefined });
    expect(run.doubt).toBe(LOST);
  });

  it('is not waited for by a stopping run', async () => {
    const { outlast, tried } = outlasting(9);
    const stop = new AbortController();
    const run = await applied(['ann', 'bea'], [title('ann'), title('bea')], {
      outlast,
      stop: stop.signal,
      onSend: (request) => {
        if (request.method === 'GET') return;
        stop.abort();
        throw LOST;
      },
    });
    expect(tried).toEqual([]);
    expect(run).toMatchObject({ stoppedBy: 'signal', inDoubt: 1 });
  });
});
