import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Change } from '../../src/bulk/plan/change.ts';
import { applyPlan } from '../../src/bulk/run/apply-plan.ts';
import { replay } from '../../src/bulk/run/replay.ts';
import { parkedRequests } from '../../src/http/parked-requests.ts';
import { createScimClient } from '../../src/scim/scim-client.ts';
import { changeId } from '../../src/values/ids.ts';

it.each([
  [1, 7, 1],
  [2, 1, 3],
  [2, 255, 257],
  [2, 256, 258],
  [2, 257, 258],
])(
  'with --concurrency %i and %i waiting calls, begins %i calls: one extra per waiting call, up to 256',
  async (concurrency, refused, begun) => {
    const parked = parkedRequests();
    const never = new Promise<never>(() => {});
    let calls = 0;
    const transport = async () => {
      calls += 1;
      return calls <= refused ? parked.countWhile(() => never).then(() => never) : never;
    };
    const changes = Array.from({ length: 300 }, (_, n) => creation(n));
    void applyPlan({
      changes,
      replayed: replay([], changes),
      journal: { write: async () => {}, close: () => {} },
      context: {
        scim: createScimClient(transport, 'https://scim.example', { version: '2.0', vendor: 'service' }),
        serverNow: () => 0,
        sleep: async () => {},
        readSecrets: () => ({}),
      },
      concurrency,
      parked,
      stop: new AbortController().signal,
      onOutcome: () => {},
    });
    for (let turn = 0; turn < 1200; turn += 1) await setImmediate();
    expect(calls).toBe(begun);
  },
);

function creation(n: number): Change {
  return {
    id: changeId(`L${n}`),
    line: n,
    after: [],
    name: `u${n}`,
    kind: 'createUser',
    user: { userName: `u${n}` },
    withheld: [],
  };
}
