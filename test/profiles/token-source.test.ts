import { describe, expect, it } from 'vitest';
import { createTokenSource, type TokenSourceOptions } from '../../src/profiles/token-source.ts';

/** A source that returns t1, t2, …; the readings numbered in `broken` fail. */
function source(options: Partial<TokenSourceOptions> & { readonly broken?: readonly number[] } = {}) {
  let now = 0;
  let read = 0;
  const tokens = createTokenSource({
    read: async () => {
      read += 1;
      if (options.broken?.includes(read) === true) throw new Error(`reading ${read} failed`);
      return `t${read}`;
    },
    mayChange: true,
    now: () => now,
    ...options,
  });
  return {
    ...tokens,
    reads: () => read,
    at: (time: number) => {
      now = time;
    },
  };
}

describe('a token source', () => {
  it('reads on the first request, and once for concurrent requests', async () => {
    const { current, reads } = source();
    expect(reads()).toBe(0);
    expect(await Promise.all([current(), current()])).toEqual(['t1', 't1']);
    expect(await current()).toBe('t1');
    expect(reads()).toBe(1);
  });

  it.each([
    [899, 't1'],
    [900, 't2'],
    [901, 't2'],
  ])('after %i of a lifetime of 1000 returns %s', async (time, token) => {
    const { current, at } = source({ lifetime: 1000 });
    await current();
    at(time);
    expect(await current()).toBe(token);
  });

  it('keeps the old token if an early renewal fails', async () => {
    const { current, at } = source({ lifetime: 1000, broken: [2] });
    await current();
    at(950);
    expect(await current()).toBe('t1');
  });

  it.each<[lifetime: number, failedAt: number, at: number, token: string, reads: number]>([
    [1000, 900, 919, 't1', 2],
    [1000, 900, 920, 't3', 3],
    [1000, 950, 971, 't3', 3],
    [1000, 999, 1200, 't3', 3],
    [3_600_000, 3_240_000, 3_249_999, 't1', 2],
    [3_600_000, 3_240_000, 3_250_000, 't3', 3],
  ])(
    'with a lifetime of %i, and a failed renewal at %i, at %i returns %s',
    async (lifetime, failedAt, time, token, count) => {
      const { current, at, reads } = source({ lifetime, broken: [2] });
      await current();
      at(failedAt);
      expect([await current(), await current()]).toEqual(['t1', 't1']);
      at(time);
      expect([await current(), await current(), reads()]).toEqual([token, token, count]);
    },
  );

  it('counts the lifetime from before the token is read', async () => {
    let time = 0;
    const read = async () => {
      time += 100;
      return `t${time}`;
    };
    const { current } = createTokenSource({ read, mayChange: true, lifetime: 1000, now: () => time });
    await current();
    time = 900;
    expect(await current()).toBe('t1000');
  });

  it('renews a refused token once for all requests', async () => {
    const { current, renewed, reads } = source();
    await current();
    expect(await Promise.all([renewed('t1'), renewed('t1'), renewed('t1')])).toEqual(['t2', 't2', 't2']);
    expect(await renewed('t1')).toBe('t2');
    expect(await current()).toBe('t2');
    expect(reads()).toBe(2);
  });

  it('returns no new token if it is unchanged, or never changes', async () => {
    const same = source({ read: async () => 'same' });
    await same.current();
    expect(await same.renewed('same')).toBeUndefined();
    const fixed = source({ mayChange: false, lifetime: 10 });
    await fixed.current();
    fixed.at(100);
    expect([await fixed.renewed('t1'), await fixed.current(), fixed.reads()]).toEqual([undefined, 't1', 1]);
  });

  it('reports why a refused token cannot be renewed, and retries on the next request', async () => {
    const { current, renewed } = source({ broken: [2] });
    await current();
    await expect(renewed('t1')).rejects.toThrow('reading 2 failed');
    expect(await renewed('t1')).toBe('t3');
  });

  /** A source that fails after the first token, with pauses of this length. */
  async function silent(length: number, broken: readonly number[] = [2, 3, 4, 5, 6, 7, 8]) {
    const pauses: number[] = [];
    let now = 0;
    const tokens = source({
      broken,
      now: () => now,
      pause: async (attempt) => {
        pauses.push(attempt);
        now += length;
      },
    });
    await tokens.current();
    return {
      ...tokens,
      pauses,
      pass: (time: number) => {
        now += time;
      },
    };
  }

  it.each([
    [1, 6, [1, 2, 3, 4]],
    [14_999, 5, [1, 2, 3]],
    [15_000, 4, [1, 2]],
    [30_000, 3, [1]],
  ])('retries at most five times within 30 seconds: pauses of %i ms', async (length, reads, pauses) => {
    const tokens = await silent(length);
    const ends = await Promise.allSettled([tokens.renewed('t1'), tokens.renewed('t1')]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([tokens.reads(), tokens.pauses]).toEqual([reads, pauses]);
  });

  it('returns the token read after a few failures', async () => {
    const tokens = await silent(1, [2, 3, 4]);
    expect(await Promise.all([tokens.renewed('t1'), tokens.renewed('t1')])).toEqual(['t5', 't5']);
    expect(await tokens.current()).toBe('t5');
  });

  it('is not retried within 30 seconds after giving up', async () => {
    const tokens = await silent(1);
    await expect(tokens.renewed('t1')).rejects.toThrow('reading 6 failed');
    tokens.pass(29_999);
    await expect(tokens.renewed('t1')).rejects.toThrow('reading 6 failed');
    expect(tokens.reads()).toBe(6);
    tokens.pass(1);
    expect(await tokens.renewed('t1')).toBe('t9');
  });
});
