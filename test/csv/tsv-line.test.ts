import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tsvLine, unguarded } from '../../src/csv/csv-line.ts';
import { parseTsvText } from '../../src/csv/tsv-rows.ts';
import type { Issue } from '../../src/failure/issue.ts';

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '\\': '\\' };
const read = (line: string) =>
  line
    .replace(/\n$/, '')
    .split('\t')
    .map((cell) => unguarded(cell.replace(/\\([tnr\\])/g, (_, letter: string) => ESCAPES[letter] ?? '')));

describe('line of tab-separated values', () => {
  it.each([
    [['anna', 'Anna Lind'], 'anna\tAnna Lind\n'],
    [['a\tb', 'two\r\nlines'], 'a\\tb\ttwo\\r\\nlines\n'],
    [['C:\\new'], 'C:\\\\new\n'],
    [['', ''], '\t\n'],
    [['=1+1', '"x"', 'a"b'], '\'=1+1\t"""x"""\ta"b\n'],
    [['#ops', '#12'], '"#ops"\t#12\n'],
    [['# "a"\tb'], '"# ""a""\\tb"\n'],
    [['a#'], 'a#\n'],
    [['@cmd', '-1', '+49 30', "'=1"], "'@cmd\t'-1\t'+49 30\t''=1\n"],
  ])('prints %j as %j', (cells, line) => {
    expect(tsvLine(cells)).toBe(line);
  });

  it('starts with # only if scripts read it', () => {
    expect(tsvLine(['#ops', '1'], { isRaw: true })).toBe('#ops\t1\n');
  });

  it('is read back as the same cells, whatever they contain', () => {
    const unit = fc.constantFrom('\t', '\n', '\r', '\\', 't', 'n', 'å', '=', "'", '"', ',', ';', '#', ' ');
    const row = fc
      .array(fc.string({ unit }), { minLength: 1, maxLength: 4 })
      .filter((cells) => cells.join('') !== '' || cells.length > 1);
    fc.assert(
      fc.property(fc.array(row, { maxLength: 4 }), (rows) => {
        const issues: Issue[] = [];
        const found = parseTsvText(rows.map((cells) => tsvLine(cells)).join(''), 'list.tsv', (issue) =>
          issues.push(issue),
        );
        expect(found.map(({ cells }) => cells.map(unguarded))).toEqual(rows);
        expect(found.map(({ line }) => line)).toEqual(rows.map((_, index) => index + 1));
        expect(issues).toEqual([]);
      }),
    );
  });

  it.each([
    ['a\\tb\tx\n', [['a\tb', 'x']]],
    ['AC\\DC\ta\\tb\n', [['AC\\DC', 'a\\tb']]],
    ['"a\nb"\tc\r\n\r\nd', [['a\nb', 'c'], ['d']]],
    ['sep=\t\na\tb', [['a', 'b']]],
    ['a"b\t"c"\n', [['a"b', 'c']]],
  ])('is read, as spreadsheets write it too: %j as %j', (text, rows) => {
    expect(parseTsvText(text, 'list.tsv', () => {}).map(({ cells }) => cells)).toEqual(rows);
  });

  it.each([
    ['x\na\t"b', 'unclosed_quote', 2, 3],
    ['x\n"a"b\ty', 'stray_quote', 2, 3],
  ])('is not read after a wrong quote: %j', (text, code, line, column) => {
    const issues: Issue[] = [];
    expect(parseTsvText(text, 'f', (issue) => issues.push(issue))).toHaveLength(1);
    expect(issues).toMatchObject([{ code, at: { line, column } }]);
  });

  it('is one line with one tab between cells, and reads back the same', () => {
    const cell = fc.string({ unit: fc.constantFrom('\t', '\n', '\r', '\\', 't', 'n', 'å', '=', "'", '+') });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (cells) => {
        const line = tsvLine(cells);
        expect(line.match(/[\r\n]/g)).toHaveLength(1);
        expect(read(line)).toEqual(cells);
      }),
    );
  });
});
