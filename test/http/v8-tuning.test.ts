import { describe, expect, it } from 'vitest';
import { growHeapSlowly, keepMemorySmall } from '../../src/http/v8-tuning.ts';

describe('tuning V8', () => {
  it('is left to V8 for a few rows', () => {
    expect(growHeapSlowly(19_999)).toBeUndefined();
    const end = growHeapSlowly(20_000);
    expect(end).toBeTypeOf('function');
    end?.();
  });

  it('ends at every given row, even in the middle of another list', () => {
    const [memory, other] = [keepMemorySmall(), keepMemorySmall()];
    for (let page = 1; page <= 6; page += 1) memory.pagePassed();
    memory.end();
    memory.end();
    other.pagePassed();
    other.end();
  });
});
