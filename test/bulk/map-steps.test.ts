import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { STEP_NAMES } from '../../src/bulk/input/column-map.ts';
import { dateReader, PLAIN_STEPS, replacing, STEPS_WITH_TEXT } from '../../src/bulk/input/map-steps.ts';
import { parseTemplate } from '../../src/bulk/input/map-template.ts';

describe('engine: Input, the steps of a map', () => {
  it.each([
    ['trim', ' Anna ', 'Anna'],
    ['squeeze', ' Anna \t  Maria ', 'Anna Maria'],
    ['lower', 'ÅSA', 'åsa'],
    ['upper', 'åsa', 'ÅSA'],
    ['capitalize', "ANNA-LENA o'NEIL", "Anna-Lena O'Neil"],
    ['ascii', 'Ødegård Łukasz Weiß Þór Zoë', 'Odegard Lukasz Weiss Thor Zoe'],
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

  it('replaces one text after the other', () => {
    expect(
      replacing([
        ['ö', 'oe'],
        ['oe', 'o'],
      ])('Höhn'),
    ).toBe('Hohn');
  });

  it('are all explained in the guide', () => {
    const guide = readFileSync('docs/people-files.md', 'utf8');
    for (const name of STEP_NAMES) expect(guide).toContain(`\`${name}`);
  });
});

describe('engine: Input, dates of a map', () => {
  it.each([
    ['DD.MM.YYYY', '2.11.2026', '2026-11-02'],
    ['MM/DD/YYYY', '11/02/2026 08:30', '2026-11-02'],
    ['D.M.YY', '2.11.26', '2026-11-02'],
    ['YYYYMMDD', '20261102', '2026-11-02'],
    ['DD.MM.YY', '02.11.85', '1985-11-02'],
    ['DD.MM.YYYY', '2026-11-02', undefined],
    ['DD.MM.YYYY', '2.11.2026x', undefined],
  ])('%s reads "%s" as %s', (pattern, text, expected) => {
    expect(dateReader(pattern)?.(text)).toBe(expected);
  });

  it.each(['YYYY', 'MM.YYYY', 'DD.DD.YYYY', 'YYYY-WW', 'HH:mm', ''])(
    '"%s" is no pattern of a day',
    (pattern) => {
      expect(dateReader(pattern)).toBeUndefined();
    },
  );
});

describe('engine: Input, templates of a map', () => {
  it('are text, headings with steps, and braces', () => {
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
