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

describe('body received in chunks', () => {
  it.each<[string, number, readonly Uint8Array[], number[], number[]]>([
    ['as long as announced', 4, [bytes(1, 2), bytes(3, 4)], [1, 2, 3, 4], [4]],
    ['one byte shorter', 4, [bytes(1, 2), bytes(3)], [1, 2, 3], [4]],
    ['one byte longer', 4, [bytes(1, 2), bytes(3, 4, 5)], [1, 2, 3, 4, 5], [4]],
    [
      'longer, with a last chunk that would have fitted',
      3,
      [bytes(1), bytes(2, 3, 4), bytes(5)],
      [1, 2, 3, 4, 5],
      [3],
    ],
    ['of unknown length', Number.NaN, [bytes(1), bytes(2)], [1, 2], []],
    ['announced as empty', 0, [], [], []],
    ['announced as empty, but with bytes', 0, [bytes(1)], [1], []],
    ['announced with a negative length', -1, [bytes(1)], [1], []],
    ['of one byte', 1, [bytes(9)], [9], [1]],
    ['without any chunk', 3, [], [], [3]],
  ])('is assembled: %s', (_, length, chunks, whole, given) => {
    expect(collected(length, chunks)).toEqual({ whole, given });
  });

  it('is written into the given memory without a copy', () => {
    const given = new Uint8Array(2);
    const body = collectBody(2, () => given);
    body.add(bytes(7, 8));
    expect(body.whole().buffer).toBe(given.buffer);
  });

  it('is assembled without given memory', () => {
    const body = collectBody(2, undefined);
    body.add(bytes(7, 8));
    expect([...body.whole()]).toEqual([7, 8]);
  });
});
