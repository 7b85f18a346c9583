import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../src/bulk/input/decode-text.ts';
import { parseCsvText } from '../../src/csv/parse-csv.ts';
import type { Issue } from '../../src/failure/issue.ts';

interface Parsed {
  /** Each record with its line number. */
  readonly rows: readonly string[];
  /** Each finding as line:column code. */
  readonly damage: readonly string[];
}

async function parsed(input: string | Uint8Array, pieceSize = 65_536): Promise<Parsed> {
  const issues: Issue[] = [];
  const rows: string[] = [];
  const whole = Buffer.from(input);
  async function* pieces() {
    for (let at = 0; at < whole.length; at += pieceSize) yield whole.subarray(at, at + pieceSize);
  }
  const report = (issue: Issue) => void issues.push(issue);
  for await (const batch of parseCsvText(decodeText(pieces(), 'x.csv', report), 'x.csv', report)) {
    for (const { line, cells } of batch) rows.push(`${line} ${cells.join('|')}`);
  }
  return { rows, damage: issues.map(({ at, code }) => `${at?.line}:${at?.column} ${code}`) };
}

describe('line numbers of records', () => {
  const cases: readonly (readonly [name: string, input: string, rows: readonly string[]])[] = [
    ['LF', 'a,b\n1,2\n3,4\n', ['1 a|b', '2 1|2', '3 3|4']],
    ['CRLF', 'a,b\r\n1,2\r\n3,4\r\n', ['1 a|b', '2 1|2', '3 3|4']],
    ['CR', 'a,b\r1,2\r3,4\r', ['1 a|b', '2 1|2', '3 3|4']],
    ['LF and CRLF mixed', 'a,b\n1,2\r\n3,4\n', ['1 a|b', '2 1|2', '3 3|4']],
    ['a byte order mark', '\ufeffa,b\n1,2\n', ['1 a|b', '2 1|2']],
    ['no line end after the last line', 'a,b\n1,2', ['1 a|b', '2 1|2']],
    ['empty lines', '\n\na,b\n\n\r\n1,2\n\n', ['3 a|b', '6 1|2']],
    ['line breaks in cells', 'a,b\n"1\n1","2\r\n\r2"\n3,4\n', ['1 a|b', '2 1\n1|2\r\n\r2', '6 3|4']],
    ['quotes in cells', 'a,b\n"a ""b""",""\n3,4\n', ['1 a|b', '2 a "b"|', '3 3|4']],
    ['a single empty quoted cell', 'a\n""\n3\n', ['1 a', '2 ', '3 3']],
    ['a quoted CR in a CR file', 'a,b\r"1\r1",2\r3,4\r', ['1 a|b', '2 1\r1|2', '4 3|4']],
  ];
  it.each(cases)('%s', async (_, input, rows) => {
    expect(await parsed(input)).toEqual({ rows, damage: [] });
    expect(await parsed(input, 1)).toEqual({ rows, damage: [] });
  });
});

describe('positions of damage in the input', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  const cases: readonly (readonly [name: string, input: string | Buffer, Parsed])[] = [
    [
      'an unclosed quote, and the lines after it',
      'a,b\n1,"2\n3,4\n',
      { rows: ['1 a|b', '3 3|4'], damage: ['2:3 unclosed_quote'] },
    ],
    [
      'a quote inside an unquoted cell',
      'a,b\n1,x"y\n3,4\n',
      { rows: ['1 a|b', '3 3|4'], damage: ['2:4 stray_quote'] },
    ],
    [
      'text after a closing quote',
      'a,b\n1,"x"y\n3,4\n',
      { rows: ['1 a|b', '3 3|4'], damage: ['2:5 stray_quote'] },
    ],
    [
      'text after a quote closed on a later line',
      'a,b\n"1\nÅ 2"x,2\n3,4\n',
      { rows: ['1 a|b', '4 3|4'], damage: ['3:4 stray_quote'] },
    ],
    [
      'several errors after cells with line breaks',
      'a,b\n"1\n1",2\nx"y,2\n"a","b\r\nc"\r\n1,2"\n5,6\n',
      { rows: ['1 a|b', '2 1\n1|2', '5 a|b\r\nc', '8 5|6'], damage: ['4:2 stray_quote', '7:4 stray_quote'] },
    ],
    [
      'a single CR in a file with LF',
      'a,b\n1,x\ry\n3,4\n',
      { rows: ['1 a|b', '4 3|4'], damage: ['2:4 stray_line_end'] },
    ],
    [
      'a single CR in a file with CRLF, after a quoted cell',
      'a,b\r\n"1","x"\ry\r\n3,4\r\n',
      { rows: ['1 a|b', '4 3|4'], damage: ['2:8 stray_line_end'] },
    ],
    ['a NUL', 'a,b\n1,é\0y\n3,4\n', { rows: ['1 a|b'], damage: ['2:4 not_utf8'] }],
    [
      'a byte that is not UTF-8',
      Buffer.concat([Buffer.from('a,b\n1,åä'), bytes('\xe9y\n3,4\n')]),
      { rows: ['1 a|b'], damage: ['2:5 not_utf8'] },
    ],
  ];
  it.each(cases)('%s', async (_, input, expected) => {
    expect((await parsed(input)).damage).toEqual(expected.damage);
    expect(await parsed(input, 1)).toEqual(
      expected.damage[0]?.endsWith('not_utf8')
        ? expect.objectContaining({ damage: expected.damage })
        : expected,
    );
    if (!expected.damage[0]?.endsWith('not_utf8')) expect(await parsed(input)).toEqual(expected);
  });

  it.each(['\n', '\r\n', '\r'])('reads the same records for any size of chunks: %j', async (end) => {
    const text = ['a,b', 'c,"d"', '', '"e",f', 'g,h'].map((line) => line + end).join('');
    const whole = await parsed(text);
    expect(whole).toEqual({ rows: ['1 a|b', '2 c|d', '4 e|f', '5 g|h'], damage: [] });
    for (let size = 1; size <= text.length; size += 1) expect(await parsed(text, size)).toEqual(whole);
  });

  it('does not let an unclosed quote swallow a large file', async () => {
    const rows = Array.from({ length: 30_000 }, (_, row) => `row ${row},${'x'.repeat(60)}`).join('\n');
    const { rows: read, damage } = await parsed(`a,b\n1,"2\n${rows}\n`);
    expect(damage).toEqual(['2:3 unclosed_quote']);
    expect(read).toHaveLength(30_001);
  });
});

describe('properties of the parser', () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r', '\r\n', '😀'),
    maxLength: 6,
  });
  const print = (cells: readonly string[]) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(',');

  it('reads printed records with their line numbers for any size of chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.integer({ min: 1, max: 9 }),
        async (table, lineEnd, pieceSize) => {
          let line = 1;
          const expected = table.map((cells) => {
            const row = `${line} ${cells.join('|')}`;
            line +=
              1 +
              cells
                .join('')
                .replaceAll('\r\n', '\n')
                .split(/[\n\r]/).length -
              1;
            // A CR at the end of one cell and an LF at the start of the next count as two line ends.
            if (cells[0].endsWith('\r') && cells[1].startsWith('\n')) line += 1;
            return row;
          });
          const text = table.map((cells) => print(cells) + lineEnd).join('');
          expect(await parsed(`h,h\n${text}`.replace('\n', lineEnd), pieceSize)).toEqual({
            rows: ['1 h|h', ...expected.map((row) => row.replace(/^\d+/, (one) => String(Number(one) + 1)))],
            damage: [],
          });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('gives the same result whole or in chunks, and agrees with another parser if there is no damage', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r\n', ' '), maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (input, pieceSize) => {
        const whole = await parsed(input);
        expect(await parsed(input, pieceSize)).toEqual(whole);
        if (whole.damage.length > 0) return;
        const second = parse(input, {
          relax_column_count: true,
          skip_empty_lines: true,
          record_delimiter: ['\r\n', '\n'],
        });
        expect(whole.rows.map((row) => row.replace(/^\d+ /, ''))).toEqual(
          second.map((cells) => cells.join('|')),
        );
      }),
      { numRuns: 500 },
    );
  });
});
