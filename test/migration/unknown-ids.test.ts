import { describe, expect, it } from 'vitest';
import { createUnknownIds, MAX_NAMED } from '../../src/migration/unknown-ids.ts';

const LETTERS = 'U'.padEnd(7, 'A');

function considered(word: string, invalid: readonly string[] = []) {
  const unknown = createUnknownIds(new Set(invalid));
  // The bytes around the word must not count.
  const bytes = Buffer.from(`9A${word}A9`);
  unknown.consider(bytes, 2, bytes.length - 2);
  return { total: unknown.total(), names: [...unknown.named()] };
}

describe('unknown IDs', () => {
  it.each([
    ['U1234567', false],
    ['U12345678', true],
    ['U12345678901', true],
    ['U123456789012', false],
    ['W12345678', true],
    ['S12345678', false],
    ['V12345678', false],
    [`${LETTERS}BH`, false],
    [`${LETTERS}B0`, true],
    [`${LETTERS}B9`, true],
    [`${LETTERS}Ba`, false],
    [`${LETTERS}_9`, false],
    ['u12345678', false],
  ])('are words of capitals and digits with the length of an ID: %s %s', (word, isOne) => {
    expect(considered(word)).toEqual(isOne ? { total: 1, names: [[word, 1]] } : { total: 0, names: [] });
  });

  it('include IDs that the service reported as invalid, in any form', () => {
    expect(considered('x1', ['x1'])).toEqual({ total: 1, names: [['x1', 1]] });
    expect(considered('x2', ['x1'])).toEqual({ total: 0, names: [] });
    expect(considered('U12345678', ['x1'])).toEqual({ total: 1, names: [['U12345678', 1]] });
  });

  it.each([
    [MAX_NAMED - 1, false],
    [MAX_NAMED, false],
    [MAX_NAMED + 1, true],
  ])('are named up to the limit and only counted beyond it: %i', (count, isCut) => {
    const unknown = createUnknownIds();
    const seen = (number: number) => {
      const bytes = Buffer.from(`U${String(number).padStart(8, '0')}`);
      unknown.consider(bytes, 0, bytes.length);
    };
    for (let number = 0; number < count; number += 1) seen(number);
    seen(0);
    expect([unknown.total(), unknown.isCut(), unknown.named().size]).toEqual([
      count + 1,
      isCut,
      Math.min(count, MAX_NAMED),
    ]);
    expect(unknown.named().get('U00000000')).toBe(2);
  });

  it('are summed over files, and stay marked as cut if one file was cut', () => {
    const unknown = createUnknownIds();
    unknown.add({ total: 5, isCut: true, named: new Map([['U1', 2]]) });
    unknown.add({
      total: 4,
      isCut: false,
      named: new Map([
        ['U1', 3],
        ['U2', 1],
      ]),
    });
    expect([unknown.total(), unknown.isCut(), [...unknown.named()]]).toEqual([
      9,
      true,
      [
        ['U1', 5],
        ['U2', 1],
      ],
    ]);
  });
});
