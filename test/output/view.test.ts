import { describe, expect, it } from 'vitest';
import { paletteFor } from '../../src/output/palette.ts';
import { cellText, isOutputFormat, OUTPUT_FORMATS } from '../../src/output/view.ts';

describe('output formats', () => {
  it('are table, json, ndjson, csv, tsv, yaml and text', () => {
    expect(OUTPUT_FORMATS).toEqual(['table', 'json', 'ndjson', 'csv', 'tsv', 'yaml', 'text']);
  });

  it.each([
    ['json', true],
    ['JSON', false],
    ['xml', false],
    ['', false],
  ])('%j is an output format: %s', (word, expected) => {
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
  ])('prints %j as %j', (cell, text) => {
    expect(cellText(cell)).toBe(text);
  });
});

describe('palette', () => {
  const names = ['heading', 'faint', 'good', 'bad', 'caution', 'strong'] as const;

  it.each(names)('leaves %s text unchanged without color', (name) => {
    expect(paletteFor(false)[name]('text')).toBe('text');
  });

  it.each(names)('puts color codes around %s text and keeps the text', (name) => {
    expect(paletteFor(true)[name]('text')).toMatch(/^\u001b\[\d+mtext\u001b\[\d+m$/);
  });

  it('uses different colors for good, bad and caution', () => {
    const { good, bad, caution } = paletteFor(true);
    expect(new Set([good('x'), bad('x'), caution('x')]).size).toBe(3);
  });
});
