import { describe, expect, it } from 'vitest';
import { growHeapSlowly, limitMemory, optimizeEarly } from '../../src/http/v8-tuning.ts';

describe('V8 tuning', () => {
  it('is skipped for fewer than 20,000 rows', () => {
    expect(growHeapSlowly(19_999)).toBeUndefined();
    const end = growHeapSlowly(20_000);
    expect(end).toBeTypeOf('function');
    end?.();
  });

  it('is skipped for fewer than 500 changes', () => {
    expect(optimizeEarly(499)).toBeUndefined();
    const end = optimizeEarly(500);
    expect(end).toBeTypeOf('function');
    end?.();
  });

  it('can be ended several times and while another list is read', () => {
    const [memory, other] = [limitMemory(), limitMemory()];
    const read = () => {
      for (let page = 1; page <= 6; page += 1) memory.pagePassed();
      memory.end();
      memory.end();
      other.pagePassed();
      other.end();
    };
    expect(read).not.toThrow();
  });
});
