import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeJson, forTerminal, linesForTerminal } from '../../src/output/sanitize.ts';

/** Control characters, and characters that are invisible or change the text direction. */
const OBEYED = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/;
const OBEYED_BUT_LF =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/;

/** Text that often contains such characters. */
const hostile = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0, max: 0xff }).map((code) => String.fromCharCode(code)),
    fc.integer({ min: 0x2000, max: 0x206f }).map((code) => String.fromCharCode(code)),
    fc.constantFrom('\u061c', '\ufeff', '↵', '^', '\\', '"', 'å', '😀', '\ud800'),
  ),
});

describe('sanitized text for a terminal', () => {
  it.each([
    ['a color', '\u001b[31mred\u001b[0m', '^[[31mred^[[0m'],
    ['a title', '\u001b]0;pwned\u0007', '^[]0;pwned^G'],
    ['a link', '\u001b]8;;https://evil.example\u001b\\x', '^[]8;;https://evil.example^[\\x'],
    ['a color with a C1 control character', '\u009b31m', '\\u{9b}31m'],
    ['a carriage return', 'anna\rroot', 'anna↵root'],
    ['line breaks', 'one\ntwo\r\nthree', 'one↵two↵three'],
    ['a tab', 'a\tb', 'a b'],
    ['NUL, backspace and DEL', 'a\0b\bc\u007f', 'a^@b^Hc\\u{7f}'],
    ['a right-to-left override', '\u202egpj.exe', '\\u{202e}gpj.exe'],
    ['bidirectional isolates and marks', '\u2066a\u2069\u200f\u061c', '\\u{2066}a\\u{2069}\\u{200f}\\u{61c}'],
    ['invisible characters', 'a\u200bb\u2060\ufeff', 'a\\u{200b}b\\u{2060}\\u{feff}'],
    ['Unicode line separators', 'a\u2028b\u2029', 'a\\u{2028}b\\u{2029}'],
  ])('escapes %s', (_, text, shown) => {
    expect(forTerminal(text)).toBe(shown);
  });

  it.each(['Anna Lind', 'Åsa Öberg', '花子', 'नमस्ते', 'نگار\u200cها', '👩\u200d💻', 'e\u0301', ''])(
    'keeps %j: letters of any script with their joiners',
    (text) => {
      expect(forTerminal(text)).toBe(text);
    },
  );

  it('contains no control characters', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(forTerminal(text)).not.toMatch(OBEYED);
      }),
      { numRuns: 1000 },
    );
  });

  it('does not change if it is sanitized again', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = forTerminal(text);
        expect(forTerminal(shown)).toBe(shown);
      }),
    );
  });

  it('keeps its line breaks with linesForTerminal and contains no other control characters', () => {
    expect(linesForTerminal('one\n\u001b[31mtwo\n')).toBe('one\n^[[31mtwo\n');
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = linesForTerminal(text);
        expect(shown).not.toMatch(OBEYED_BUT_LF);
        expect(shown.split('\n')).toHaveLength(text.split('\n').length);
      }),
    );
  });
});

describe('sanitized JSON for a terminal', () => {
  it('escapes characters that JSON.stringify keeps', () => {
    const json = JSON.stringify('\u009b31m\u007f\u202e\u2028\ufeff');
    expect(escapeJson(json)).toBe('"\\u009b31m\\u007f\\u202e\\u2028\\ufeff"');
  });

  it('contains no control characters and has the same value', () => {
    fc.assert(
      fc.property(fc.dictionary(hostile, fc.oneof(hostile, fc.array(hostile), fc.boolean())), (value) => {
        const json = escapeJson(JSON.stringify(value));
        expect(json).not.toMatch(OBEYED);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 500 },
    );
  });
});
