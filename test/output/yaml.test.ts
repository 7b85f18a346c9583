import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { toYaml } from '../../src/output/yaml.ts';
import type { Json } from '../../src/spec/protocol-types.ts';

describe('toYaml', () => {
  it.each<[Json, string]>([
    [
      [{ userName: 'anna', active: true, emails: [{ value: 'a@example.com' }] }],
      '- userName: anna\n  active: true\n  emails:\n    - value: a@example.com\n',
    ],
    [{ a: null, b: 1, c: [], d: {}, e: '' }, 'a: null\nb: 1\nc: []\nd: {}\ne: ""\n'],
    [['1', 'null', '~', 'true', '1e3'], '- "1"\n- "null"\n- "~"\n- "true"\n- "1e3"\n'],
    [{ country: 'NO', startDate: '2026-01-15' }, 'country: "NO"\nstartDate: "2026-01-15"\n'],
    ['two\nlines', '"two\\nlines"\n'],
  ])('prints %j', (value, text) => {
    expect(toYaml(value)).toBe(text);
  });

  it('neither folds long lines nor uses aliases for repeated values', () => {
    const group = { value: 'S1' };
    expect(toYaml([group, group])).toBe('- value: S1\n- value: S1\n');
    expect(toYaml(`${'word '.repeat(60)}end`)).toBe(`${'word '.repeat(60)}end\n`);
  });

  it('is parsed back to the same value and contains no control characters', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom('a', ' ', '\n', '"', "'", '\\', ':', '#', '-', '\t', '\r', '😀', 'å'),
        fc.constantFrom(
          '\u001b',
          '\u0085',
          '\u009b',
          '\u007f',
          '\u200b',
          '\u202e',
          '\u2028',
          '\u2066',
          '\ufeff',
        ),
      ),
    });
    const { value: any } = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        text,
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(text, tie('value'), { maxKeys: 3, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(any, (value) => {
        const yaml = toYaml(value);
        expect(yaml).not.toMatch(
          /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/,
        );
        expect(parse(yaml)).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });
});
