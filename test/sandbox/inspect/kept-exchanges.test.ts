import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ShownExchange } from '../../../src/sandbox/inspect/exchange.ts';
import { KeptExchanges } from '../../../src/sandbox/inspect/kept-exchanges.ts';
import { Ring } from '../../../src/sandbox/inspect/ring.ts';

function exchange(seq: number, body = ''): ShownExchange {
  return {
    seq,
    time: '2026-11-22T08:00:00.000Z',
    took: 1,
    method: 'POST',
    path: '/scim/v2/Users',
    agent: 'test',
    token: 'no token',
    api: 'SCIM 2.0',
    resource: 'Users',
    operation: 'createUser',
    status: 201,
    outcome: 'done',
    ...(body === '' ? {} : { sent: { text: body, size: body.length } }),
  };
}

describe('ring buffer of recent items', () => {
  it.each([
    [0, 1, []],
    [1, 1, [1]],
    [4, 1, [1, 2, 3, 4]],
    [5, 1, [1, 2, 3, 4, 5]],
    [6, 2, [2, 3, 4, 5, 6]],
    [11, 7, [7, 8, 9, 10, 11]],
  ])('keeps the last five of %i', (count, first, kept) => {
    const ring = new Ring<number>(5);
    for (let number = 1; number <= count; number += 1) ring.add(number);
    expect(ring.first).toBe(first);
    expect([...ring.after()]).toEqual(kept);
    expect(ring.at(first - 1)).toBeUndefined();
    expect(ring.at(count + 1)).toBeUndefined();
  });

  it('returns the tail of the list after any position', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.integer({ min: 1, max: 12 }), fc.nat(50), (count, capacity, after) => {
        const ring = new Ring<number>(capacity);
        const all = Array.from({ length: count }, (_, index) => index + 1);
        for (const number of all) ring.add(number);
        expect([...ring.after(after)]).toEqual(all.slice(-capacity).filter((number) => number > after));
      }),
    );
  });
});

describe('stored requests', () => {
  it.each([9, 10, 11])('drops the oldest bodies once all bodies exceed 100 characters: %i', (count) => {
    const kept = new KeptExchanges(50, 100);
    for (let seq = 1; seq <= count; seq += 1) kept.add(exchange(seq, 'x'.repeat(10)));
    expect(kept.heldCharacters).toBe(Math.min(count * 10, 100));
    expect(kept.at(1)?.sent).toEqual({ text: count > 10 ? '' : 'x'.repeat(10), size: 10 });
    expect(kept.at(2)?.sent?.text).toBe('x'.repeat(10));
    expect([...kept.after()]).toHaveLength(count);
  });

  it('does not count the bodies of dropped requests', () => {
    const kept = new KeptExchanges(3, 1000);
    for (let seq = 1; seq <= 8; seq += 1) kept.add(exchange(seq, 'x'.repeat(seq)));
    expect([...kept.after()].map(({ seq }) => seq)).toEqual([6, 7, 8]);
    expect(kept.heldCharacters).toBe(6 + 7 + 8);
  });

  it('never exceeds its limit', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { maxLength: 60 }), (sizes) => {
        const kept = new KeptExchanges(7, 100);
        for (const [index, size] of sizes.entries()) {
          kept.add(exchange(index + 1, 'x'.repeat(size)));
          const held = [...kept.after()].reduce((sum, { sent }) => sum + (sent?.text.length ?? 0), 0);
          expect(kept.heldCharacters).toBe(held);
          expect(held).toBeLessThanOrEqual(100);
        }
      }),
    );
  });
});
