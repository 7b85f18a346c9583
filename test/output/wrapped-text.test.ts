import fc from 'fast-check';
import { expect, it } from 'vitest';
import { breakLines, textWidth } from '../../src/output/text-width.ts';

it.each([
  ['one two three', 7, ['one two', 'three']],
  ['one two three', 8, ['one two', 'three']],
  ['one two three', 100, ['one two three']],
  ['https://x.example/a/long/path', 10, ['https://x.', 'example/a/', 'long/path']],
  ['see https://x.example', 10, ['see', 'https://x.', 'example']],
  ['ines.harbour@harbour-finch.example', 31, ['ines.harbour', '@harbour-finch.example']],
  ['ines.harbour@harbour-finch.example', 16, ['ines.harbour', '@harbour-finch.', 'example']],
  ['ines.harbour@harbour-finch.example', 8, ['ines.', 'harbour', '@harbour', '-finch.', 'example']],
  ['to ines.harbour@harbour-finch.example', 16, ['to', 'ines.harbour', '@harbour-finch.', 'example']],
  ['a.aaaaaaaaaaaa', 10, ['a.aaaaaaaa', 'aaaa']],
  ['/home/anna/people.csv', 12, ['/home/anna/', 'people.csv']],
  ['日本語 テキスト', 6, ['日本語', 'テキス', 'ト']],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2, ['👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦']],
  ['', 10, []],
])('wraps %j at %i columns', (text, width, lines) => {
  expect(breakLines(text, width)).toEqual(lines);
});

it('wrapping loses only spaces, and no line exceeds the width', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab é日👍 @.-'), maxLength: 60 });
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 20 }), (given, width) => {
      const lines = breakLines(given, width);
      expect(lines.join('').replaceAll(' ', '')).toBe(given.replaceAll(' ', ''));
      expect(lines.every((line) => textWidth(line) <= width)).toBe(true);
    }),
  );
});
