import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tsvLine, unguarded } from '../../src/csv/csv-line.ts';

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
