// cspell:ignore DMYYYY MYYYY
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combineDateReaders, dateReader } from '../../src/bulk/input/map-dates.ts';
import {
  PLAIN_STEPS,
  replacing,
  replacingPattern,
  STEPS_WITH_TEXT,
  truncating,
} from '../../src/bulk/input/map-steps.ts';
import { parseTemplate } from '../../src/bulk/input/map-template.ts';
import { STEP_NAMES } from '../../src/bulk/input/read-map-step.ts';

describe('map steps', () => {
  it.each([
    ['trim', ' Anna ', 'Anna'],
    ['squeeze', ' Anna \t  Maria ', 'Anna Maria'],
    ['lower', 'ÅSA', 'åsa'],
    ['upper', 'åsa', 'ÅSA'],
    ['capitalize', "ANNA-LENA o'NEIL", "Anna-Lena O'Neil"],
    ['ascii', 'Ødegård Łukasz Weiß Þór Zoë', 'Odegard Lukasz Weiss Thor Zoe'],
    ['ascii', 'Işık æsir Đorđe œuvre ħ ŋ İ', 'Isik aesir Dorde oeuvre h ng I'],
    ['ascii', 'Zoe\u0308 O’Neil – Ελένη Иван', "Zoe O'Neil - Eleni Ivan"],
    ['ascii', 'Anna 🎉 Lind👩🏽‍💻', 'Anna Lind'],
    ['ascii', '🇸🇪 Åsa ☺️ 1️⃣', ' Asa 1'],
    ['ascii', 'Lind © ™', 'Lind (C) TM'],
    ['slug', 'R&D 🚀 Labs', 'r-d-labs'],
    ['digits', '+46 (0)8-123', '4608123'],
    ['localPart', 'anna.lind@example.com', 'anna.lind'],
  ] as const)('%s of "%s" is "%s"', (step, text, expected) => {
    expect(PLAIN_STEPS[step](text)).toBe(expected);
  });

  it.each([
    ['before', ',', 'Lind, Anna', 'Lind'],
    ['before', ',', 'Anna', 'Anna'],
    ['after', ',', 'Lind, Anna', ' Anna'],
    ['after', ',', 'Anna', ''],
    ['prefix', '+46', '8123', '+468123'],
    ['prefix', '+46', '+468123', '+468123'],
    ['suffix', '@example.com', 'anna', 'anna@example.com'],
  ] as const)('%s "%s" of "%s" is "%s"', (step, argument, text, expected) => {
    expect(STEPS_WITH_TEXT[step](argument)(text)).toBe(expected);
  });

  it.each<[pairs: readonly (readonly [string, string])[], text: string, expected: string]>([
    [
      [
        ['ö', 'oe'],
        ['oe', 'o'],
      ],
      'Jörg Joe',
      'Joerg Jo',
    ],
    [
      [
        ['A', 'B'],
        ['B', 'A'],
      ],
      'AB',
      'BA',
    ],
    [
      [
        ['1', 'one'],
        ['10', 'ten'],
      ],
      '10 1',
      'ten one',
    ],
    [[['.*+?^$()|[]\\/-', 'x']], 'a.*+?^$()|[]\\/-', 'ax'],
    [[['{1}', 'x']], 'a{1}', 'ax'],
    [[['', 'x']], 'ab', 'ab'],
    [[], 'ab', 'ab'],
    [[['a', '$&']], 'ba', 'b$&'],
  ])('replace %j in "%s" without replacing a replacement', (pairs, text, expected) => {
    expect(replacing(pairs)(text)).toBe(expected);
    expect(replacing([...pairs].reverse())(text)).toBe(expected);
  });

  it('write every text in ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(PLAIN_STEPS.ascii(text)).toMatch(/^[\0-\x7f]*$/);
      }),
    );
  });

  it.each([
    ['ananas', 20, 'ananas'],
    ['ananas', 6, 'ananas'],
    ['ananas', 5, 'anana'],
    ['a🎉b', 2, 'a🎉'],
  ])('truncate "%s" to %i characters: "%s"', (text, length, expected) => {
    expect(truncating(length)(text)).toBe(expected);
  });

  it('truncate to a prefix that is never too long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, length) => {
        const cut = truncating(length)(text);
        expect(text.startsWith(cut)).toBe(true);
        expect([...cut].length).toBe(Math.min(length, [...text].length));
      }),
    );
  });

  const replaced = (find: string, replace: string, text: string) => {
    const read = replacingPattern(find, replace);
    return 'step' in read ? read.step(text) : read.problem;
  };

  it.each([
    ['.*\\((\\d+)\\)$', '$1', 'Mona Vance (00101)', '00101'],
    ['^(\\w+), (\\w+)$', '$2 $1', 'Lind, Anna', 'Anna Lind'],
    ['[^a-z]+', '', 'a-b_c', 'abc'],
    ['x', '$', 'axb', 'a$b'],
    ['x', '\\', 'axb', 'a\\b'],
    ['(?i)dept\\.? ', '', 'DEPT Sales', 'Sales'],
  ])('replace %s by %s in "%s": "%s"', (find, replace, text, expected) => {
    expect(replaced(find, replace, text)).toBe(expected);
  });

  it.each([
    ['(', '', 'invalid pattern'],
    ['(?=a)b', '', 'invalid pattern'],
    ['(a)\\1', '', 'invalid pattern'],
    ['(a)', '$2', 'the pattern has no group for $2'],
    ['a'.repeat(1001), '', 'the pattern is longer than 1000 characters'],
  ])('refuse the pattern %s with a reason', (find, replace, reason) => {
    expect(replaced(find, replace, '')).toContain(reason);
  });

  it('process catastrophic patterns in linear time', () => {
    expect(replaced('^(a+)+$', 'x', `${'a'.repeat(50_000)}b`)).toHaveLength(50_001);
    expect(replaced(`a{0,900}${'a'.repeat(100 - 9)}`, 'x', 'a'.repeat(1000)).length).toBeLessThan(1000);
  });

  it('are all explained in the guide', () => {
    const guide = readFileSync('docs/people-files.md', 'utf8');
    for (const name of STEP_NAMES) expect(guide).toContain(`\`${name}`);
  });
});

describe('date patterns of a map', () => {
  it.each([
    ['DD.MM.YYYY', '2.11.2026', '2026-11-02'],
    ['MM/DD/YYYY', '11/02/2026 08:30', '2026-11-02'],
    ['D.M.YY', '2.11.26', '2026-11-02'],
    ['YYYYMMDD', '20261102', '2026-11-02'],
    ['YYYYMMDD', '2024112', undefined],
    ['YYYYMMDD', '202411020', undefined],
    ['DDMMYYYY', '01122024', '2024-12-01'],
    ['DDMMYYYY', '1122024', undefined],
    ['DDMMYY', '11224', undefined],
    ['DMYYYY', '01122024', '2024-12-01'],
    ['DMYYYY', '1122024', undefined],
    ['D-MYYYY', '1-22024', undefined],
    ['DMMMYYYY', '1Dez2024', '2024-12-01'],
    ['DD.MM.YY', '02.11.85', '1985-11-02'],
    ['DD.MM.YYYY', '2026-11-02', undefined],
    ['D MMM YYYY', '4 Mar 2019', '2019-03-04'],
    ['D MMM YYYY', '4 Sept. 2019', '2019-09-04'],
    ['D. MMMM YYYY', '4. März 2019', '2019-03-04'],
    ['D MMMM YYYY', '12 février 2024', '2024-02-12'],
    ['D MMMM YYYY', '16 août 2020', '2020-08-16'],
    ['D de MMMM de YYYY', '5 de enero de 2021', '2021-01-05'],
    ['MMM D, YYYY', 'Dez 31, 2026', '2026-12-31'],
    ['D MMM YYYY', '4 Foo 2019', undefined],
    ['YYYY-MM-DD', '2026-11-02T08:00:00Z', '2026-11-02'],
    ['epoch', '1798675200', '2026-12-31T00:00:00Z'],
    ['epoch', '1798675200000', '2026-12-31T00:00:00Z'],
    ['epoch', '20261231', undefined],
    ['serial', '46387', '2026-12-31'],
    ['serial', '46387.75', '2026-12-31'],
    ['serial', '19999', undefined],
    ['serial', '20000', '1954-10-03'],
    ['serial', '80000', '2119-01-11'],
    ['serial', '80001', undefined],
    ['DD.MM.YYYY', '2.11.2026x', undefined],
    ['DD.MM.YYYY', '02.11.2026 (planned)', undefined],
    ['DD.MM.YYYY', '02.11.2026, Berlin', undefined],
    ['DD.MM.YYYY', '02.11.2026 - 31.12.2026', undefined],
    ['DD.MM.YYYY', '02.11.2026 12', undefined],
    ['DD.MM.YYYY', '02.11.2026, 12.30 Uhr', '2026-11-02'],
    ['M/D/YYYY', '11/2/2026 12:00:00 AM', '2026-11-02'],
    ['M/D/YYYY', '11/2/2026, 8:30 p.m.', '2026-11-02'],
    ['YYYY-MM-DD', '2026-11-02T00:00:00.000+0000', '2026-11-02'],
    ['YYYY-MM-DD', '2026-11-02T08:00:00-05:00', '2026-11-02'],
    ['YYYY-MM-DD', '2026-11-02 08:00:00.123456 UTC', '2026-11-02'],
    ['YYYY-MM-DD', '2026-11-02 08:00 GMT+02:00', '2026-11-02'],
    ['YYYY-MM-DD', '2026-11-02 00:00:00 CEST', '2026-11-02'],
    ['YYYY-MM-DD', '2026-11-02 00:00:00 or later', undefined],
    ['YYYY-MM-DD', '2026-11-02T', undefined],
  ])('%s reads "%s" as %s', (pattern, text, expected) => {
    expect(dateReader(pattern)?.(text)).toBe(expected);
  });

  it.each(['YYYY', 'MM.YYYY', 'DD.DD.YYYY', 'YYYY-WW', 'HH:mm', ''])('"%s" is refused', (pattern) => {
    expect(dateReader(pattern)).toBeUndefined();
  });
});

describe('two date patterns of a map', () => {
  const readers = ['M/D/YY', 'MM/DD/YYYY'].flatMap((pattern) => dateReader(pattern) ?? []);

  it.each([
    ['1/2/26', '2026-01-02'],
    ['12/31/2026', '2026-12-31'],
    ['2/30/26', '2026-02-30'],
    ['some day', undefined],
  ])('read "%s" as %s', (text, expected) => {
    expect(combineDateReaders(readers)(text)).toBe(expected);
  });

  it('choose the pattern that gives a valid day', () => {
    const both = ['MM/DD/YYYY', 'DD/MM/YYYY'].flatMap((pattern) => dateReader(pattern) ?? []);
    expect(combineDateReaders(both)('31/12/2026')).toBe('2026-12-31');
  });

  it('read back any day that was written', () => {
    const day = fc.date({ min: new Date('1970-01-01'), max: new Date('2069-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, (date) => {
        const iso = date.toISOString().slice(0, 10);
        const [year = '', month = '', dayOfMonth = ''] = iso.split('-');
        const written = `${dayOfMonth}.${month}.${year}`;
        expect(dateReader('DD.MM.YYYY')?.(written)).toBe(iso);
        expect(dateReader('D.M.YY')?.(`${Number(dayOfMonth)}.${Number(month)}.${year.slice(2)}`)).toBe(iso);
        const serial = String(Math.floor(date.getTime() / 86_400_000) + 25_569);
        if (Number(serial) <= 80_000) expect(dateReader('serial')?.(serial)).toBe(iso);
      }),
    );
  });
});

describe('templates of a map', () => {
  it('consist of text, headings with steps, and braces', () => {
    expect(parseTemplate('{{{First name | lower}}}-{Nick?}')).toEqual({
      parts: [
        { text: '{' },
        { heading: 'First name', isOptional: false, steps: [PLAIN_STEPS.lower] },
        { text: '}' },
        { text: '-' },
        { heading: 'Nick', isOptional: true, steps: [] },
      ],
    });
  });

  it.each(['no heading', '{', 'a } b', '{}', '{a|b}', '{?}'])('"%s" is refused with a reason', (template) => {
    expect(parseTemplate(template)).toEqual({ problem: expect.any(String) });
  });
});
