import { describe, expect, it } from 'vitest';
import { paletteFor } from '../../src/output/palette.ts';
import { cellText, isOutputFormat, OUTPUT_FORMATS } from '../../src/output/view.ts';

describe('the output formats', () => {
  it('are table, json, ndjson, csv, tsv, yaml and text', () => {
    expect(OUTPUT_FORMATS).toEqual(['table', 'json', 'ndjson', 'csv', 'tsv', 'yaml', 'text']);
  });

  it.each([
    ['json', true],
    ['JSON', false],
    ['xml', false],
    ['', false],
  ])('%j is one: %s', (word, expected) => {
    expect(isOutputFormat(word)).toBe(expected);
  });
});

describe('cellText', () => {
  it.each([
    ['Anna', 'Anna'],
    [0, '0'],
    [false, 'false'],
    ['', ''],
    [undefined, ''],
  ])('of %j is %j', (cell, text) => {
    expect(cellText(cell)).toBe(text);
  });
});

describe('a palette', () => {
  const names = ['heading', 'faint', 'good', 'bad', 'caution', 'strong'] as const;

  it.each(names)('leaves %s alone without color', (name) => {
    expect(paletteFor(false)[name]('text')).toBe('text');
  });

  it.each(names)('puts a code before %s and ends it behind it, and changes nothing between', (name) => {
    expect(paletteFor(true)[name]('text')).toMatch(/^\u001b\[\d+mtext\u001b\[\d+m$/);
  });

  it('shows good, bad and caution in different colors', () => {
    const { good, bad, caution } = paletteFor(true);
    expect(new Set([good('x'), bad('x'), caution('x')]).size).toBe(3);
  });
});
