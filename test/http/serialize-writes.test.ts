import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serializeWrites } from '../../src/http/serialize-writes.ts';
import type { HttpRequest } from '../../src/http/transport.ts';
import { response } from '../support/simulated-service.ts';
import { simulatedTime } from '../support/simulated-time.ts';

const request = (target: string | undefined, effect: 'read' | 'write', number: number): HttpRequest => ({
  method: effect === 'read' ? 'GET' : 'PATCH',
  url: `https://x.example/${number}`,
  headers: {},
  effect,
  ...(target === undefined ? {} : { target }),
});

describe('serializing writes of each user or group (SCIM §8, Concurrency)', () => {
  it('sends one write at a time per target and in order, and lets all other calls pass', async () => {
    const call = fc.record({
      target: fc.constantFrom('Users/U1', 'Users/U2', 'Groups/S1', undefined),
      effect: fc.constantFrom('read' as const, 'write' as const),
      takes: fc.integer({ min: 1, max: 50 }),
      comesAt: fc.integer({ min: 0, max: 60 }),
      fails: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 30 }), async (calls) => {
        const time = simulatedTime();
        const inFlight = new Map<string, number>();
        const order = new Map<string, number[]>();
        const begun: number[] = [];
        const transport = serializeWrites()(async ({ url, target, effect }) => {
          const number = Number(url.split('/').at(-1));
          begun[number] = time.now();
          const lane = effect === 'write' ? target : undefined;
          if (lane !== undefined) {
            order.set(lane, [...(order.get(lane) ?? []), number]);
            inFlight.set(lane, (inFlight.get(lane) ?? 0) + 1);
            expect(inFlight.get(lane)).toBe(1);
          }
          await time.sleep(calls[number]?.takes ?? 0);
          if (lane !== undefined) inFlight.set(lane, 0);
          if (calls[number]?.fails === true) throw new Error(`call ${number}`);
          return response(200);
        });
        const came: number[] = [];
        const sent = calls.map(async ({ target, effect, comesAt }, number) => {
          await time.sleep(comesAt);
          came.push(number);
          return transport(request(target, effect, number));
        });
        const results = await time.run(Promise.allSettled(sent));
        results.forEach(({ status }, number) => {
          expect(status).toBe(calls[number]?.fails === true ? 'rejected' : 'fulfilled');
        });
        for (const numbers of order.values()) {
          expect(numbers).toEqual([...numbers].sort((a, b) => came.indexOf(a) - came.indexOf(b)));
        }
        calls.forEach(({ effect, target, comesAt }, number) => {
          if (effect === 'read' || target === undefined) expect(begun[number]).toBe(comesAt);
        });
      }),
    );
  });
});
