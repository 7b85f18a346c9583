import { Socket } from 'node:net';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { boundedTunnel, type Connector } from '../../src/http/bounded-tunnel.ts';

type Callback = Parameters<Connector<object>>[1];

/** A tunnel whose proxy answers when `answer` is called. */
function tunnel(timeout = 1000) {
  let answer: Callback = () => {};
  let signal: AbortSignal | undefined;
  const ends: string[] = [];
  boundedTunnel<{ readonly host: string }>((options, callback) => {
    signal = options.signal;
    answer = callback;
  }, timeout)({ host: 'x' }, (error, socket) => {
    ends.push(error === null ? 'open' : String(Reflect.get(error, 'code') ?? error.message));
    if (socket !== null) socket.destroy();
  });
  return {
    ends,
    answer: (...result: Parameters<Callback>) => answer(...result),
    isStopped: () => signal?.aborted,
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('tunnel through a proxy', () => {
  it.each([
    [999, []],
    [1000, ['ERR_PROXY_SILENT']],
    [5000, ['ERR_PROXY_SILENT']],
  ])('fails if the proxy does not respond in time: after %i ms', (after, ends) => {
    const silent = tunnel();
    vi.advanceTimersByTime(after);
    expect(silent.ends).toEqual(ends);
    expect(silent.isStopped()).toBe(ends.length > 0);
  });

  it('stays open and is not ended by the timer', () => {
    const open = tunnel();
    open.answer(null, new Socket());
    vi.advanceTimersByTime(5000);
    expect([open.ends, open.isStopped()]).toEqual([['open'], false]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is closed if it opens too late', () => {
    const late = tunnel();
    vi.advanceTimersByTime(1000);
    const socket = new Socket();
    late.answer(null, socket);
    expect([late.ends, socket.destroyed]).toEqual([['ERR_PROXY_SILENT'], true]);
  });

  it.each([
    ['UND_ERR_SOCKET', 'ERR_PROXY_CLOSED'],
    ['ECONNREFUSED', 'ECONNREFUSED'],
  ])('fails for %s with %s, and only once', (code, said) => {
    const broken = tunnel();
    broken.answer(Object.assign(new Error('x'), { code }), null);
    broken.answer(Object.assign(new Error('x'), { code }), null);
    vi.advanceTimersByTime(5000);
    expect(broken.ends).toEqual([said]);
  });
});
