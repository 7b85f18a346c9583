import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KeyIndex } from '../../src/bulk/input/key-index.ts';

it('KeyIndex returns the first line of every key, like a Map', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ maxLength: 3 }), fc.integer({ min: 1, max: 50 })), { maxLength: 200 }),
      (rows) => {
        const index = new KeyIndex();
        const map = new Map<string, number>();
        for (const [key, line] of rows) {
          const before = map.get(key);
          expect(index.lineOf(key, line)).toBe(before === line ? undefined : before);
          if (before === undefined) map.set(key, line);
        }
      },
    ),
  );
});

it.each<[string, () => number | undefined]>([
  ['grows step by step', () => undefined],
  ['knows how much of the file was read', () => 0.2],
  ['is told too little of the file', () => 0.000_01],
  ['is told that the whole file was read', () => 1],
  ['is told that nothing was read', () => 0],
])('KeyIndex confuses no two of 300,000 addresses and loses none if it %s', (_, shareRead) => {
  const index = new KeyIndex(shareRead);
  let taken = 0;
  for (let line = 1; line <= 300_000; line += 1)
    if (index.lineOf(`email person${line}@example.com`, line) !== undefined) taken += 1;
  expect(taken).toBe(0);
  let known = 0;
  for (let line = 1; line <= 300_000; line += 1)
    if (index.lineOf(`email person${line}@example.com`, line + 1) === line) known += 1;
  expect(known).toBe(300_000);
});

it.each([
  ['eleven times if nothing is known of the file', () => undefined, 11],
  ['twice if it is known how much of the file was read', (line: number) => line / 300_000, 2],
] as const)('KeyIndex moves its keys %s', (_, share, times) => {
  let line = 0;
  let grown = 0;
  const index = new KeyIndex(() => {
    grown += 1;
    return share(line);
  });
  for (line = 1; line <= 300_000; line += 1) {
    index.lineOf(`email person${line}@example.com`, line);
    index.lineOf(`name person${line}`, line);
  }
  expect(grown).toBe(times);
});
