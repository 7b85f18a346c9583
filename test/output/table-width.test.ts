import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { paletteFor } from '../../src/output/palette.ts';
import { drawTable } from '../../src/output/table.ts';
import { textWidth, truncateToWidth } from '../../src/output/text-width.ts';
import type { Column } from '../../src/output/view.ts';
import { collected } from './collected.ts';

/** The second column is a bar: if the bars are not below each other, the table is not aligned. */
const COLUMNS: readonly Column<string>[] = [
  { name: 'text', heading: 'Text', importance: 1, value: (text) => text },
  { name: 'bar', heading: '|', importance: 2, value: () => '|' },
];

const draw = async (texts: readonly string[], width: number | undefined, isColored = false) => {
  const columns = isColored
    ? COLUMNS.map((column) => ({ ...column, paint: (text: string) => paletteFor(true).good(text) }))
    : COLUMNS;
  const options = { palette: paletteFor(isColored), width, hasHeader: true };
  return (await collected(drawTable(texts, columns, options))).trimEnd().split('\n');
};

/** Position of the bar, in terminal columns. */
const barOf = (line: string) => stringWidth(line.slice(0, line.lastIndexOf('|')));

const WIDE = [
  'Anna',
  '日本語',
  '𠮷野家',
  '각',
  'ｱﾞ',
  'Zoe\u0308',
  'สมชาย',
  'नमस्ते',
  'نگار\u200cها',
  '😀',
  '👩‍💻 dev',
  '👨‍👩‍👧‍👦',
  '👍🏽',
  '🇸🇪',
  '1️⃣',
  '❤️',
  '🫠',
  '🫱🏻‍🫲🏿',
  '·…“”',
  '\ue000\ue000',
];

describe('columns that do not fit the width', () => {
  const column = (name: string, importance: number, value: string): Column<string> => ({
    name,
    heading: name,
    importance,
    value: () => value,
  });
  const headings = async (width: number) => {
    const columns = [column('Run', 1, '20261122-1'), column('Shard', 2, ''), column('Profile', 3, 'sandbox')];
    const table = await collected(
      drawTable(['a'], columns, { palette: paletteFor(false), width, hasHeader: true }),
    );
    return (table.split('\n')[0] ?? '').trim().split(/ +/);
  };

  it.each([
    [26, ['Run', 'Shard', 'Profile']],
    [25, ['Run', 'Profile']],
    [19, ['Run', 'Profile']],
    [18, ['Run']],
  ])('are dropped from the empty one on: %i columns show %j', async (width, shown) => {
    expect(await headings(width)).toEqual(shown);
  });
});

describe('table cells with wide, zero-width and combined characters', () => {
  it.each([undefined, 9])('are aligned at a width of %s', async (width) => {
    const lines = await draw(WIDE, width);
    expect(lines).toHaveLength(WIDE.length + 1);
    expect(new Set(lines.map(barOf)).size).toBe(1);
  });

  it('are aligned with colors', async () => {
    expect(new Set((await draw(WIDE, undefined, true)).map(barOf)).size).toBe(1);
  });

  it('are unchanged if they fit', async () => {
    const lines = await draw(WIDE, undefined);
    expect(lines.slice(1).map((line) => line.slice(0, -1).trim())).toEqual(WIDE);
  });

  it('stay aligned and within the width for any text', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', ...WIDE), maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 20, max: 40 }),
        async (texts, width) => {
          const lines = await draw(texts, width);
          expect(new Set(lines.map(barOf)).size).toBe(1);
          for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});

describe('fitted', () => {
  it.each([
    ['Anna Lind', 9, 'Anna Lind'],
    ['Anna Lind', 8, 'Anna Li…'],
    ['Anna Lind', 1, '…'],
    ['Anna Lind', 0, ''],
    ['日本語', 6, '日本語'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['日本語', 2, '…'],
    ['👩‍💻👩‍💻', 3, '👩‍💻…'],
    ['Zoe\u0308y', 3, 'Zo…'],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
    ['', 0, ''],
  ])('cuts %j to %i columns as %j without splitting a character', (text, width, expected) => {
    expect(truncateToWidth(text, width)).toBe(expected);
  });

  it('returns at most the given width and does not change text that fits', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ...WIDE) });
    fc.assert(
      fc.property(text, fc.nat(30), (any, width) => {
        const result = truncateToWidth(any, width);
        expect(textWidth(result)).toBeLessThanOrEqual(width);
        if (textWidth(any) <= width) expect(result).toBe(any);
      }),
    );
  });
});

describe('textWidth', () => {
  it.each([
    ['Anna', 4],
    ['日本語', 6],
    ['Zoe\u0308', 3],
    ['👩‍💻', 2],
    ['', 0],
  ])('%j has a width of %i', (text, width) => {
    expect(textWidth(text)).toBe(width);
  });
});
