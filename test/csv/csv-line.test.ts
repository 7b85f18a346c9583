import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, guarded, unguarded } from '../../src/csv/csv-line.ts';

const TRIGGERS = ['=', '+', '-', '@', '\t', '\r', '\n', '\0'];
/** Text with many characters that are special in a CSV or a spreadsheet. */
const cell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom("'", '"', ',', ' ', 'a', '\ufeff', ...TRIGGERS) }),
);

describe('line of a CSV (RFC 4180)', () => {
  it.each([
    [['anna', 'Anna Lind'], 'anna,Anna Lind\n'],
    [['a,b', 'say "a"'], '"a,b","say ""a"""\n'],
    [['two\nlines', 'cr\r'], '"two\nlines","cr\r"\n'],
    [['', ''], ',\n'],
    [[' padded ', 'in side'], '" padded ",in side\n'],
    [['\ufeffanna'], '"\ufeffanna"\n'],
    [[''], '""\n'],
    [['=1+1', '+46 8', '@x', '-1'], "'=1+1,'+46 8,'@x,'-1\n"],
    [["it's", "'quoted'"], "it's,'quoted'\n"],
  ])('prints %j as %j', (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });

  it('reads back the same cells with another parser', () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1 }), (rows) => {
        const text = rows.map((row) => csvLine(row, { isRaw: true })).join('');
        expect(parse(text, { record_delimiter: '\n' })).toEqual(rows);
      }),
    );
  });

  it('reads back a single column even if empty lines are skipped', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
        const text = cells.map((text) => csvLine([text], { isRaw: true })).join('');
        const rows = parse(text, { record_delimiter: '\n', skip_empty_lines: true });
        expect(rows).toEqual(cells.map((text) => [text]));
      }),
    );
  });

  it('reads back the same cells after removal of the formula guards', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
        const [row = []] = parse(csvLine(cells), { record_delimiter: '\n' });
        expect(row.map(unguarded)).toEqual(cells);
      }),
    );
  });

  it('has no cell that a spreadsheet would treat as a formula', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
        const [row = []] = parse(csvLine(cells), { record_delimiter: '\n' });
        for (const text of row) expect(TRIGGERS).not.toContain(text.charAt(0));
      }),
    );
  });
});

describe('guard in front of a formula', () => {
  it.each([
    ['=HYPERLINK("x")', '\'=HYPERLINK("x")'],
    ['+46 8 123', "'+46 8 123"],
    ['-1', "'-1"],
    ['@anna', "'@anna"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['\nx', "'\nx"],
    ["'=1", "''=1"],
    ["''=1", "'''=1"],
    ['anna', 'anna'],
    ["'anna", "'anna"],
    ['a=1', 'a=1'],
    ['', ''],
  ])('turns %j into %j and back', (plain, guardedText) => {
    expect(guarded(plain)).toBe(guardedText);
    expect(unguarded(guardedText)).toBe(plain);
  });

  it('is removed exactly where it was added', () => {
    fc.assert(
      fc.property(cell, (text) => {
        expect(unguarded(guarded(text))).toBe(text);
      }),
    );
  });

  it.each(['anna', "'anna", '=1', '+46', ''])('leaves %j unchanged, which has no guard', (text) => {
    expect(unguarded(text)).toBe(text);
  });
});
