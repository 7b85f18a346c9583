import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/bulk/plan/change.ts';
import { applyPlan } from '../../src/bulk/run/apply-plan.ts';
import type { JournalRecord } from '../../src/bulk/run/journal-record.ts';
import { replay } from '../../src/bulk/run/replay.ts';
import { Failure, type FailureKind } from '../../src/failure/failure.ts';
import { parkedRequests } from '../../src/http/parked-requests.ts';
import type { HttpRequest } from '../../src/http/transport.ts';
import type { ScimClient } from '../../src/scim/scim-client.ts';
import { type BulkWorld, bulkWorld } from '../support/bulk-world.ts';
import { account, idOf, team } from '../support/organization-world.ts';
import { VERSIONS } from '../support/test-sandbox.ts';

const NAMES = ['ann', 'bea', 'cai', 'dan', 'eve', 'fay', 'gus', 'hal', 'ida', 'jon'];
const titles = (names: readonly string[]) =>
  `email,title\n${names.map((name) => `${name}@example.com,Cook\n`).join('')}`;

/** Applies changes one at a time; requests go through `send`. */
async function applied(
  world: BulkWorld,
  changes: readonly Change[],
  send: (request: Parameters<ScimClient['send']>[0]) => Promise<void>,
) {
  const records: JournalRecord[] = [];
  const scim: ScimClient = {
    ...world.scim,
    send: async (request) => {
      await send(request);
      return world.scim.send(request);
    },
  };
  const result = await applyPlan({
    changes,
    replayed: replay([], changes),
    journal: { write: async (record) => void records.push(record), close: () => {} },
    context: { scim, serverNow: Date.now, sleep: async () => {}, readSecrets: () => ({}) },
    concurrency: 1,
    stop: new AbortController().signal,
    onOutcome: () => {},
  });
  return { ...result, records: records.map(({ type }) => type) };
}

/** Returns the number of intents that two parallel calls write while responses or outcomes never complete. */
async function intentsWhile(hangs: 'answers' | 'outcomes'): Promise<number> {
  const world = await bulkWorld({ users: NAMES.map((name) => account(name)), version: '2.0' });
  const changes = await world.plan(titles(NAMES));
  const forEver = new Promise<never>(() => {});
  const intents: string[] = [];
  const scim: ScimClient = {
    ...world.scim,
    send: (request) => (hangs === 'answers' ? forEver : world.scim.send(request)),
  };
  void applyPlan({
    changes,
    replayed: replay([], changes),
    journal: {
      write: async (record) => {
        if (record.type === 'intent') intents.push(record.change);
        if (record.type === 'outcome') await forEver;
      },
      close: () => {},
    },
    context: { scim, serverNow: Date.now, sleep: async () => {}, readSecrets: () => ({}) },
    concurrency: 2,
    stop: new AbortController().signal,
    onOutcome: () => {},
  });
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return intents.length;
}

/** Returns the maximum number of requests in flight if each takes one turn of the event loop. */
async function mostInFlight(concurrency: number): Promise<number> {
  const world = await bulkWorld({ users: NAMES.map((name) => account(name)), version: '2.0' });
  const changes = await world.plan(titles(NAMES));
  let inFlight = 0;
  let most = 0;
  const scim: ScimClient = {
    ...world.scim,
    send: async (request) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setImmediate(resolve));
      const answer = await world.scim.send(request);
      inFlight -= 1;
      return answer;
    },
  };
  await applyPlan({
    changes,
    replayed: replay([], changes),
    journal: { write: async () => {}, close: () => {} },
    context: { scim, serverNow: Date.now, sleep: async () => {}, readSecrets: () => ({}) },
    concurrency,
    stop: new AbortController().signal,
    onOutcome: () => {},
  });
  return most;
}

it('no longer listens to the stop signal and to throttled requests when the run ends', async () => {
  const world = await bulkWorld({ users: NAMES.map((name) => account(name)), version: '2.0' });
  const { signal: stop } = new AbortController();
  const parked = parkedRequests();
  const changes = await world.plan(titles(NAMES));
  await applyPlan({
    changes,
    replayed: replay([], changes),
    journal: { write: async () => {}, close: () => {} },
    context: { scim: world.scim, serverNow: Date.now, sleep: async () => {}, readSecrets: () => ({}) },
    concurrency: 2,
    parked,
    stop,
    onOutcome: () => {},
  });
  expect(getEventListeners(stop, 'abort')).toEqual([]);
  expect(parked.onPark).toBeUndefined();
});

it.each([
  [1, [false, false, false]],
  [3, [true, true, false]],
])(
  'batches an outcome with other records only while other calls are in flight: %i at once',
  async (concurrency, expected) => {
    const names = NAMES.slice(0, 3);
    const world = await bulkWorld({ users: names.map((name) => account(name)), version: '2.0' });
    const changes = await world.plan(titles(names));
    const waits: unknown[] = [];
    let sent = 0;
    let allSent = () => {};
    const together = new Promise<void>((resolve) => {
      allSent = resolve;
    });
    const scim: ScimClient = {
      ...world.scim,
      send: async (request) => {
        sent += 1;
        if (sent >= concurrency) allSent();
        await together;
        return world.scim.send(request);
      },
    };
    await applyPlan({
      changes,
      replayed: replay([], changes),
      journal: {
        write: async ({ type }, options) => void (type === 'outcome' && waits.push(options?.mayWait)),
        close: () => {},
      },
      context: { scim, serverNow: Date.now, sleep: async () => {}, readSecrets: () => ({}) },
      concurrency,
      stop: new AbortController().signal,
      onOutcome: () => {},
    });
    expect(waits).toEqual(expected);
  },
);

describe('requests in flight', () => {
  it.each([1, 2, 3, 8])('are limited by --concurrency: %i', async (concurrency) => {
    expect(await mostInFlight(concurrency)).toBe(concurrency);
  });

  it('have intents on disk for two more rows per call', async () => {
    expect(await intentsWhile('answers')).toBe(6);
  });

  it('are not held back by unwritten outcomes, up to four rows per call', async () => {
    expect(await intentsWhile('outcomes')).toBe(8);
  });
});

describe('change whose dependency failed', () => {
  it('is not sent and names the line of the failed change', async () => {
    const world = await bulkWorld({ users: [account('ann')], version: '2.0' });
    const changes = await world.plan(
      'email,userName,manager\nnew@example.com,new,\nann@example.com,ann,new@example.com\n',
    );
    const sent: string[] = [];
    const { outcomes } = await applied(world, changes, async ({ method, path }) => {
      if (method === 'GET') return;
      sent.push(`${method} ${path}`);
      throw new Failure('refused', 'no', { code: 'username_taken', status: 409 });
    });
    expect(sent).toEqual(['POST /Users']);
    expect([...outcomes.values()]).toEqual([
      { state: 'failed', code: 'username_taken', message: 'no' },
      { state: 'failed', code: 'blocked', message: 'depends on line 2, which failed' },
    ]);
  });
});

it('writes an outcome without a call at once while another call is in flight', async () => {
  const world = await bulkWorld({ users: [account('ann'), account('bea')], version: '2.0' });
  const changes = await world.plan(
    'email,userName,manager,title\nnew@example.com,new,,\nann@example.com,ann,new@example.com,\nbea@example.com,bea,,Cook\n',
  );
  const ended: [string, boolean | undefined][] = [];
  void applyPlan({
    changes,
    replayed: replay([], changes),
    journal: {
      write: async (record, options) => {
        if (record.type !== 'outcome') return;
        const { outcome } = record;
        ended.push([outcome.state === 'failed' ? outcome.code : outcome.state, options?.mayWait]);
      },
      close: () => {},
    },
    context: {
      scim: {
        ...world.scim,
        send: async (request) => {
          if (request.method === 'GET') return world.scim.send(request);
          if (request.method !== 'POST') return new Promise<never>(() => {});
          // By then the call for the third row is in flight.
          for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          throw new Failure('refused', 'no', { code: 'username_taken', status: 409 });
        },
      },
      serverNow: Date.now,
      sleep: async () => {},
      readSecrets: () => ({}),
    },
    concurrency: 2,
    stop: new AbortController().signal,
    onOutcome: () => {},
  });
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toEqual([
    ['username_taken', true],
    ['blocked', false],
  ]);
});

describe('stop signal', () => {
  it.each([
    ['stops nothing if it comes during the last change', 2, undefined, 2],
    ['stops a run that has changes left', 1, 'signal', 1],
  ])('%s', async (_, nth, stoppedBy, done) => {
    const world = await bulkWorld({ users: [account('ann'), account('bea')], version: '2.0' });
    const changes = await world.plan(titles(['ann', 'bea']));
    const stop = new AbortController();
    let writes = 0;
    const scim: ScimClient = {
      ...world.scim,
      send: async (request) => {
        if (isWrite(request)) writes += 1;
        if (isWrite(request) && writes === nth) stop.abort();
        return world.scim.send(request);
      },
    };
    const result = await applyPlan({
      changes,
      replayed: replay([], changes),
      journal: { write: async () => {}, close: () => {} },
      context: { scim, serverNow: Date.now, sleep: async () => {}, readSecrets: () => ({}) },
      concurrency: 1,
      stop: stop.signal,
      onOutcome: () => {},
    });
    expect([result.stoppedBy, result.outcomes.size, result.inDoubt]).toEqual([stoppedBy, done, 0]);
  });
});

const isWrite = ({ method }: Pick<HttpRequest, 'method'>) => method !== 'GET';

describe('failed request', () => {
  it.each([
    ['throttled', 'absent'],
    ['unavailable', 'absent'],
    ['unauthorized', 'absent'],
    ['unreachable', 'absent'],
    ['usage', 'absent'],
    ['limit', 'absent'],
  ] as const)('leaves nothing in doubt and stops the run after %s', async (kind, last) => {
    const world = await bulkWorld({ users: [account('ann'), account('bea')], version: '2.0' });
    const changes = await world.plan(titles(['ann', 'bea']));
    const { records, inDoubt, stoppedBy } = await applied(world, changes, async (request) => {
      if (isWrite(request)) throw new Failure(kind, 'no');
    });
    expect({ records, inDoubt, stoppedBy }).toEqual({
      records: ['intent', last],
      inDoubt: 0,
      stoppedBy: expect.objectContaining({ kind }),
    });
  });

  it.each(['unknownOutcome', 'storage', 'internal'] satisfies FailureKind[])(
    'leaves the change in doubt after %s',
    async (kind) => {
      const world = await bulkWorld({ users: [account('ann')], version: '2.0' });
      const changes = await world.plan(titles(['ann']));
      let writes = 0;
      const { records, inDoubt } = await applied(world, changes, async (request) => {
        if (isWrite(request)) writes += 1;
        if (writes > 0) throw new Failure(kind, 'no');
      });
      expect({ records, inDoubt }).toEqual({ records: ['intent'], inDoubt: 1 });
    },
  );
});

describe('unknown outcomes', () => {
  /** Applies ten changes; those marked `x` lose their response and cannot be checked. */
  async function doubting(pattern: string) {
    const world = await bulkWorld({ users: NAMES.map((name) => account(name)), version: '2.0' });
    const changes = await world.plan(titles(NAMES.slice(0, pattern.length)));
    const lost = new Set<string>();
    const bad = NAMES.filter((_, index) => pattern[index] === 'x').map((name) => idOf(name));
    return applied(world, changes, async (request) => {
      const id = bad.find((one) => request.path.includes(one));
      if (id === undefined) return;
      if (lost.has(id)) throw new Failure('unreachable', 'no connection');
      if (!isWrite(request)) return;
      lost.add(id);
      throw new Failure('unknownOutcome', 'the connection was reset');
    });
  }

  it.each([
    ['xxxx', 4, 0, undefined],
    ['xxxx.', 4, 1, undefined],
    ['xxxx.xxxx.', 8, 2, undefined],
    ['x.x.x.x.x.', 5, 5, undefined],
    ['xxxxx.....', 5, 0, 'unknownOutcome'],
    ['.xxxxx....', 5, 1, 'unknownOutcome'],
    ['xxxx.xxxxx', 9, 1, 'unknownOutcome'],
    ['xxxxxx', 5, 0, 'unknownOutcome'],
  ])(
    'stop the run after five consecutive ones, not after fewer: %s',
    async (pattern, inDoubt, done, kind) => {
      const result = await doubting(pattern);
      expect({ inDoubt: result.inDoubt, done: result.outcomes.size }).toEqual({ inDoubt, done });
      expect(result.stoppedBy).toEqual(kind === undefined ? undefined : expect.objectContaining({ kind }));
    },
  );
});

describe.each(VERSIONS)('change whose responses are lost, over SCIM %s', (version) => {
  const CHANGES: readonly (readonly [name: string, csv: string])[] = [
    ['a new user', 'email,userName\nnew@example.com,new\n'],
    ['a title', titles(['ann'])],
    ['a deactivation', 'email,active\nann@example.com,false\n'],
    ['a new member', 'group,member\nTeam,bea\n'],
    ['a removed member', 'group,member,action\nTeam,ann,remove\n'],
    ['a new group', 'group,member\nFresh,\n'],
  ];
  const world = () => bulkWorld({ users: [account('ann'), account('bea')], groups: [team('ann')], version });

  it.each(CHANGES)('is sent at most three times if it is never applied: %s', async (_, csv) => {
    const { plan, ...rest } = await world();
    let writes = 0;
    const result = await applied({ plan, ...rest }, await plan(csv), async (request) => {
      if (!isWrite(request)) return;
      writes += 1;
      throw new Failure('unknownOutcome', 'the connection was reset');
    });
    expect({ writes, inDoubt: result.inDoubt, done: result.outcomes.size }).toEqual({
      writes: 3,
      inDoubt: 1,
      done: 0,
    });
  });

  it.each(CHANGES)(
    'fails after three refusals with a service error code if it is not applied: %s',
    async (_, csv) => {
      const { plan, ...rest } = await world();
      let writes = 0;
      const result = await applied({ plan, ...rest }, await plan(csv), async (request) => {
        if (!isWrite(request)) return;
        writes += 1;
        throw new Failure('unknownOutcome', 'it failed', {
          code: 'group_members_create_failed',
          status: 500,
        });
      });
      expect({ writes, inDoubt: result.inDoubt, outcomes: [...result.outcomes.values()] }).toEqual({
        writes: 3,
        inDoubt: 0,
        outcomes: [expect.objectContaining({ state: 'failed', code: 'group_members_create_failed' })],
      });
    },
  );

  it.each(CHANGES)('succeeds at the third attempt: %s', async (_, csv) => {
    const { plan, ...rest } = await world();
    let writes = 0;
    const result = await applied({ plan, ...rest }, await plan(csv), async (request) => {
      if (!isWrite(request)) return;
      writes += 1;
      if (writes < 3) throw new Failure('unknownOutcome', 'the connection was reset');
    });
    expect({
      writes,
      inDoubt: result.inDoubt,
      states: [...result.outcomes.values()].map(({ state }) => state),
    }).toEqual({ writes: 3, inDoubt: 0, states: ['succeeded'] });
  });

  it.each(CHANGES)('fails without doubt if the retry is refused: %s', async (_, csv) => {
    const { plan, ...rest } = await world();
    let writes = 0;
    const result = await applied({ plan, ...rest }, await plan(csv), async (request) => {
      if (!isWrite(request)) return;
      writes += 1;
      if (writes === 1) throw new Failure('unknownOutcome', 'the connection was reset');
      throw new Failure('refused', 'the token may not do this', { code: 'permission_denied', status: 403 });
    });
    expect({ writes, inDoubt: result.inDoubt, outcomes: [...result.outcomes.values()] }).toEqual({
      writes: 2,
      inDoubt: 0,
      outcomes: [{ state: 'failed', code: 'permission_denied', message: 'the token may not do this' }],
    });
  });
});
