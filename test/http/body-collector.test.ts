import { describe, expect, it } from 'vitest';
import { collectBody } from '../../src/http/body-collector.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

function collected(length: number, chunks: readonly Uint8Array[]) {
  const given: number[] = [];
  const body = collectBody(length, (size) => {
    given.push(size);
    return new Uint8Array(size);
  });
  for (const chunk of chunks) body.add(chunk);
  return { whole: [...body.whole()], given };
}

describe('a body that comes in pieces', () => {
  it.each<[string, number, readonly Uint8Array[], number[], number[]]>([
    ['as long as announced', 4, [bytes(1, 2), bytes(3, 4)], [1, 2, 3, 4], [4]],
    ['one byte shorter', 4, [bytes(1, 2), bytes(3)], [1, 2, 3], [4]],
    ['one byte longer', 4, [bytes(1, 2), bytes(3, 4, 5)], [1, 2, 3, 4, 5], [4]],
    [
      'longer, and then a piece that would have fitted',
      3,
      [bytes(1), bytes(2, 3, 4), bytes(5)],
      [1, 2, 3, 4, 5],
      [3],
    ],
    ['of no announced length', Number.NaN, [bytes(1), bytes(2)], [1, 2], []],
    ['announced as empty', 0, [], [], []],
    ['announced as empty, with bytes all the same', 0, [bytes(1)], [1], []],
    ['announced with a negative length', -1, [bytes(1)], [1], []],
    ['of one byte', 1, [bytes(9)], [9], [1]],
    ['that never came', 3, [], [], [3]],
  ])('is put together: %s', (_, length, chunks, whole, given) => {
    expect(collected(length, chunks)).toEqual({ whole, given });
  });

  it('is put into the memory that was given for it, without a copy', () => {
    const given = new Uint8Array(2);
    const body = collectBody(2, () => given);
    body.add(bytes(7, 8));
    expect(body.whole().buffer).toBe(given.buffer);
  });

  it('needs no memory to be given', () => {
    const body = collectBody(2, undefined);
    body.add(bytes(7, 8));
    expect([...body.whole()]).toEqual([7, 8]);
  });
});
