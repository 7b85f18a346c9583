import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paletteFor } from '../../src/output/palette.ts';
import { drawByLibrary, drawTable, joinCells, type TableOptions } from '../../src/output/table.ts';
import { textWidth, truncateToWidth } from '../../src/output/text-width.ts';
import type { Column } from '../../src/output/view.ts';
import { collected } from './collected.ts';

interface Person {
  readonly name: string;
  readonly email?: string;
  readonly title?: string;
  readonly age?: number;
}

const COLUMNS: readonly Column<Person>[] = [
  { name: 'name', heading: 'Name', importance: 1, value: ({ name }) => name },
  { name: 'email', heading: 'E-mail', importance: 2, value: ({ email }) => email },
  { name: 'title', heading: 'Title', importance: 4, value: ({ title }) => title },
  { name: 'age', heading: 'Age', importance: 3, align: 'right', value: ({ age }) => age },
];

const PEOPLE: readonly Person[] = [
  { name: 'Anna Lind', email: 'anna.lind@example.com', title: 'Engineer', age: 41 },
  { name: 'Bo', email: 'bo@example.com', age: 7 },
  { name: 'Maximiliana von Hohenfels', email: 'm@example.com', title: 'Head of Research and Products' },
];

const draw = (rows: readonly Person[], options: Partial<TableOptions> = {}) =>
  collected(
    drawTable(rows, COLUMNS, { palette: paletteFor(false), width: undefined, hasHeader: true, ...options }),
  );

const drawing = (lines: readonly string[]) => `${lines.join('\n')}\n`;

describe('table', () => {
  it('is as wide as its widest cells without a width limit', async () => {
    expect(await draw(PEOPLE)).toBe(
      drawing([
        'Name                       E-mail                 Title                          Age',
        'Anna Lind                  anna.lind@example.com  Engineer                        41',
        'Bo                         bo@example.com                                          7',
        'Maximiliana von Hohenfels  m@example.com          Head of Research and Products',
      ]),
    );
  });

  it('truncates the widest columns first with … at 80 columns', async () => {
    expect(await draw(PEOPLE, { width: 80 })).toBe(
      drawing([
        'Name                       E-mail                 Title                      Age',
        'Anna Lind                  anna.lind@example.com  Engineer                    41',
        'Bo                         bo@example.com                                      7',
        'Maximiliana von Hohenfels  m@example.com          Head of Research and Pro…',
      ]),
    );
  });

  it('truncates columns to the same width at 60 columns', async () => {
    expect(await draw(PEOPLE, { width: 60 })).toBe(
      drawing([
        'Name               E-mail             Title              Age',
        'Anna Lind          anna.lind@exampl…  Engineer            41',
        'Bo                 bo@example.com                          7',
        'Maximiliana von …  m@example.com      Head of Research…',
      ]),
    );
  });

  it('hides the least important columns if columns would get fewer than 16 characters, and reports them', async () => {
    const hidden: (readonly string[])[] = [];
    const onHidden = (names: readonly string[]) => hidden.push(names);
    expect(await draw(PEOPLE, { width: 40, onHidden })).toBe(
      drawing([
        'Name              E-mail             Age',
        'Anna Lind         anna.lind@exampl…   41',
        'Bo                bo@example.com       7',
        'Maximiliana von…  m@example.com',
      ]),
    );
    expect(hidden).toEqual([['Title']]);
  });

  it('keeps the most important column at any width', async () => {
    const hidden: (readonly string[])[] = [];
    const onHidden = (names: readonly string[]) => hidden.push(names);
    expect(await draw(PEOPLE, { width: 3, onHidden })).toBe(drawing(['Na…', 'An…', 'Bo', 'Ma…']));
    expect(hidden).toEqual([['E-mail', 'Title', 'Age']]);
  });

  it.each([20, 40, 50, 60, 79, 80, 100, 120])('is no wider than a terminal of %i columns', async (width) => {
    const lines = (await draw(PEOPLE, { width })).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
  });

  it('has no header row without hasHeader, and an empty column takes one character', async () => {
    expect(await draw([{ name: 'a', email: 'b', age: 3 }], { hasHeader: false })).toBe('a  b     3\n');
  });

  it('truncates cells of 100,000 characters', async () => {
    const long = 'x'.repeat(100_000);
    const row = { name: long, email: long, title: long, age: 7 };
    expect(await draw([row, row], { width: 40, hasHeader: false })).toBe(
      drawing(Array.from({ length: 2 }, () => 'xxxxxxxxxxxxxxxx…  xxxxxxxxxxxxxxxxx…  7')),
    );
  });

  it('is empty without rows', async () => {
    expect(await draw([])).toBe('');
  });

  it('prints one line per row and escapes control characters in cells', async () => {
    const text = await draw([{ name: 'one\ntwo\r\n\u001b[31mred\u009b', email: 'x' }]);
    expect(text.split('\n')).toHaveLength(3);
    expect(text).toContain('one↵two↵^[[31mred\\u{9b}  x\n');
  });

  it('escapes control characters in headings', async () => {
    const column: Column<string> = {
      name: 'x',
      heading: '\u001b[31mx\n',
      importance: 1,
      value: (text) => text,
    };
    const options = { palette: paletteFor(false), width: undefined, hasHeader: true };
    expect(await collected(drawTable(['a'], [column], options))).toBe('^[[31mx↵\na\n');
  });
});

describe('colors of table cells', () => {
  it('do not count as width and enclose the truncated text', async () => {
    const column: Column<string> = {
      name: 'state',
      heading: 'State',
      importance: 1,
      value: (text) => text,
      paint: (text, _, palette) => palette.good(text),
    };
    const next: Column<string> = { name: 'next', heading: 'Next', importance: 1, value: () => 'x' };
    const options = { palette: paletteFor(true), width: 15, hasHeader: true };
    expect(await collected(drawTable(['active', 'deactivated'], [column, next], options))).toBe(
      drawing([
        '\u001b[1mState\u001b[22m      \u001b[1mNext\u001b[22m',
        '\u001b[32mactive\u001b[39m     x',
        '\u001b[32mdeactiva…\u001b[39m  x',
      ]),
    );
  });
});

describe('table of more than a hundred rows', () => {
  const many = (count: number): readonly Person[] =>
    Array.from({ length: count }, (_, index) => ({ name: `name ${index}`, age: index }));

  it('is printed a hundred rows at a time, before more rows are read', async () => {
    const asked: number[] = [];
    async function* rows() {
      for (const person of many(250)) {
        asked.push(person.age ?? 0);
        yield person;
      }
    }
    const options = { palette: paletteFor(false), width: undefined, hasHeader: true };
    const counts: number[] = [];
    const drawnAt: number[] = [];
    for await (const piece of drawTable(rows(), COLUMNS, options)) {
      counts.push(piece.split('\n').length - 1);
      drawnAt.push(asked.length);
    }
    expect(counts).toEqual([101, 100, 50]);
    expect(drawnAt).toEqual([100, 200, 250]);
  });

  it('has one header row, and on a terminal keeps the column widths of the first page', async () => {
    const long: Person = { name: 'a much longer name', age: 1_000_000 };
    const lines = (await draw([...many(100), long], { width: 60 })).trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('Name'))).toHaveLength(1);
    expect(lines.at(0)).toBe('Name     E-mail  Title  Age');
    expect(lines.at(100)).toBe('name 99                  99');
    expect(lines.at(101)).toBe('a much…                 10…');
  });

  it('truncates nothing without a terminal', async () => {
    const long: Person = { name: 'a much longer name', age: 1_000_000 };
    const lines = (await draw([...many(100), long])).trimEnd().split('\n');
    expect(lines.at(101)).toMatch(/^a much longer name +1000000$/);
  });
});

describe('table of more than a thousand rows', () => {
  it('is drawn like a table of fewer rows', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('', '日本', '👨‍👩‍👧', 'é', '…', '  a  ', '\ue000', 'ก็'),
    );
    const paint = fc.constantFrom(
      (shown: string) => shown,
      (shown: string) => `\u001b[32m${shown}\u001b[39m`,
    );
    const column = fc.record({
      width: fc.integer({ min: 1, max: 12 }),
      align: fc.constantFrom('left' as const, 'right' as const),
    });
    const tables = fc.array(column, { minLength: 1, maxLength: 4 }).chain((columns) => {
      const row = fc.array(fc.tuple(text, paint), { minLength: columns.length, maxLength: columns.length });
      return fc.record({
        columns: fc.constant(columns),
        rows: fc.array(row, { minLength: 1, maxLength: 5 }),
      });
    });
    fc.assert(
      fc.property(tables, ({ columns, rows }) => {
        const lines = rows.map((row) =>
          row.map(([whole, painted], index) => {
            const plain = whole.replace(/[\p{C}\s]/gu, '_');
            return { text: truncateToWidth(plain, columns[index]?.width ?? 1), painted };
          }),
        );
        const widths = columns.map(({ width }) => width);
        const aligns = columns.map(({ align }) => align);
        expect(joinCells(lines, widths, aligns)).toBe(drawByLibrary(lines, widths, aligns));
      }),
    );
  });

  it('has one header row and aligned columns', async () => {
    for (const count of [999, 1000, 1001, 1100, 2001]) {
      const rows = Array.from({ length: count }, (_, index) => ({ name: `name ${index}`, age: index }));
      const lines = (await draw(rows, { width: 60 })).trimEnd().split('\n');
      expect(lines).toHaveLength(count + 1);
      expect(lines.filter((line) => line.startsWith('Name'))).toHaveLength(1);
      const places = new Set(lines.slice(1).map((line) => textWidth(line)));
      expect(places.size).toBe(1);
    }
  });

  it('truncates a cell of more than ten thousand characters', async () => {
    for (const [length, shown] of [
      [9_999, 9_999],
      [10_000, 10_000],
      [10_001, 10_001],
      [30_000, 10_001],
    ] as const) {
      const text = await draw([{ name: 'x'.repeat(length) }], { hasHeader: false });
      expect(text.trimEnd().length).toBe(shown);
      expect(text.trimEnd().endsWith('…')).toBe(length > 10_000);
    }
  });
});
