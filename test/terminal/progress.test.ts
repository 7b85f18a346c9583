import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startProgress } from '../../src/terminal/progress.ts';
import { createWriter } from '../../src/terminal/streams.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start(isAnimated: boolean) {
  const stream = Object.assign(new PassThrough(), isAnimated ? { isTTY: true, columns: 80 } : {});
  let text = '';
  stream.on('data', (chunk) => {
    text += String(chunk);
  });
  const progress = startProgress(stream, createWriter(stream, 'stderr'), isAnimated);
  return { progress, text: () => text };
}

describe('progress without a terminal', () => {
  it('prints the latest line every ten seconds', async () => {
    const { progress, text } = start(false);
    progress.update('1/10 done');
    await vi.advanceTimersByTimeAsync(9999);
    expect(text()).toBe('');
    progress.update('2/10 done');
    await vi.advanceTimersByTimeAsync(1);
    expect(text()).toBe('2/10 done\n');
    progress.update('3/10 done');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(text()).toBe('2/10 done\n3/10 done\n3/10 done\n');
    progress.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(text()).toBe('2/10 done\n3/10 done\n3/10 done\n');
  });
});

describe('progress on a terminal', () => {
  it('prints nothing within the first 300 ms', async () => {
    const { progress, text } = start(true);
    progress.update('reading');
    await vi.advanceTimersByTimeAsync(299);
    progress.stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(text()).toBe('');
  });
});
