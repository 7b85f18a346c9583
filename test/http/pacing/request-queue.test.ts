import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { RequestQueue } from '../../../src/http/pacing/request-queue.ts';
import { response } from '../../support/simulated-service.ts';

const leaving = (left: number[]) => async (at: number) => {
  left.push(at);
  return response(201);
};

/** A queue whose turns are granted one by one, with the names of the requests in the order of leaving. */
function queueOfTurns() {
  const queue = new RequestQueue();
  const left: string[] = [];
  const grants: (() => void)[] = [];
  return {
    left,
    /** Lets the request that waits for its turn take it. */
    async grant() {
      grants.shift()?.();
      await setImmediate();
    },
    async join(name: string, isRetried: boolean) {
      await queue.send({
        turn: () => new Promise<number>((resolve) => grants.push(() => resolve(0))),
        leave: async () => {
          left.push(name);
          return response(201);
        },
        isRetried,
      });
    },
  };
}

describe('a queue of requests', () => {
  it('lets them leave in the order in which they came', async () => {
    const { join, grant, left } = queueOfTurns();
    for (const name of ['a', 'b', 'c']) void join(name, false);
    for (let turn = 1; turn <= 3; turn += 1) await grant();
    expect(left).toEqual(['a', 'b', 'c']);
  });

  it('gives the next turn to a retried request, even if another one already waits for it', async () => {
    const { join, grant, left } = queueOfTurns();
    for (const name of ['new 1', 'new 2']) void join(name, false);
    for (const name of ['retried 1', 'retried 2']) void join(name, true);
    await grant();
    expect(left).toEqual(['retried 1']);
    for (let turn = 2; turn <= 4; turn += 1) await grant();
    expect(left).toEqual(['retried 1', 'retried 2', 'new 1', 'new 2']);
  });

  it('keeps the order of retried requests', async () => {
    const { join, grant, left } = queueOfTurns();
    for (const name of ['retried 1', 'retried 2', 'retried 3']) void join(name, true);
    for (let turn = 1; turn <= 3; turn += 1) await grant();
    expect(left).toEqual(['retried 1', 'retried 2', 'retried 3']);
  });

  it('sends at once if nothing has to wait', () => {
    const queue = new RequestQueue();
    const left: number[] = [];
    for (const at of [1, 2]) void queue.send({ turn: () => at, leave: leaving(left), isRetried: at === 2 });
    expect(left).toEqual([1, 2]);
  });

  it('sends a request before the next one takes its turn', async () => {
    const queue = new RequestQueue();
    const steps: string[] = [];
    const request = (name: string) => ({
      turn: async () => {
        steps.push(`${name} waits`);
        return 0;
      },
      leave: async () => {
        steps.push(`${name} leaves`);
        return response(201);
      },
      isRetried: false,
    });
    await Promise.all(['a', 'b'].map((name) => queue.send(request(name))));
    expect(steps).toEqual(['a waits', 'a leaves', 'b waits', 'b leaves']);
  });

  it.each([
    [
      'fails at once',
      () => {
        throw new Error('over');
      },
    ],
    ['fails while it waits', () => Promise.reject(new Error('over'))],
  ])('goes on after a turn that %s', async (_, failing) => {
    const queue = new RequestQueue();
    const left: number[] = [];
    const leave = leaving(left);
    let end = (_at: number) => {};
    const waits = () =>
      new Promise<number>((resolve) => {
        end = resolve;
      });
    const first = queue.send({ turn: waits, leave, isRetried: false });
    const failed = expect(queue.send({ turn: failing, leave, isRetried: false })).rejects.toThrow('over');
    const third = queue.send({ turn: () => 3, leave, isRetried: false });
    end(1);
    await Promise.all([first, failed, third]);
    expect(left).toEqual([1, 3]);
  });
});
