import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrapWords } from '../../src/output/wrap-words.ts';

const BOLD = '\u001b[1m';
const PLAIN = '\u001b[22m';
const TWENTY = 'twenty columns wide.';

describe('wrapWords', () => {
  it.each<[string, string, number | undefined, string]>([
    ['a line of n columns whole', TWENTY, 20, TWENTY],
    ['a line of n - 1 columns whole', TWENTY, 21, TWENTY],
    ['a line of n + 1 columns in two', TWENTY, 19, 'twenty columns\nwide.'],
    ['a line whole without a terminal', TWENTY, undefined, TWENTY],
    [
      'each line by itself',
      `${TWENTY}\nshort\n${TWENTY}\n`,
      19,
      'twenty columns\nwide.\nshort\ntwenty columns\nwide.\n',
    ],
    [
      'a long word on a line of its own',
      'see https://example.com/a/long/path now',
      12,
      'see\nhttps://example.com/a/long/path\nnow',
    ],
    ['wide letters as two columns', '漢字 漢字 漢字', 9, '漢字 漢字\n漢字'],
    [
      'a line with a command whole',
      'hint: orgctl profile check finds the cause',
      20,
      'hint: orgctl profile check finds the cause',
    ],
    [
      'a line that names the program in two',
      'this is a bug in orgctl: it stopped',
      20,
      'this is a bug in\norgctl: it stopped',
    ],
    ['an indented line whole', '  {"name": "a long quoted line"}', 10, '  {"name": "a long quoted line"}'],
    [
      'colors as no columns',
      `${BOLD}twenty${PLAIN} columns wide.`,
      20,
      `${BOLD}twenty${PLAIN} columns wide.`,
    ],
    [
      'a color that spans a break closed and reopened',
      `${BOLD}${TWENTY}${PLAIN}`,
      19,
      `${BOLD}twenty columns${PLAIN}\n${BOLD}wide.${PLAIN}`,
    ],
  ])('prints %s', (_, text, width, printed) => {
    expect(wrapWords(text, width)).toBe(printed);
  });

  it('changes only spaces, and exceeds the width only with a single word', () => {
    const words = fc.array(fc.stringMatching(/^[a-z@.:/-]{1,30}$/), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 40 }), (parts, width) => {
        const lines = wrapWords(parts.join(' '), width).split('\n');
        expect(lines.join(' ')).toBe(parts.join(' '));
        for (const line of lines) expect(line.length <= width || !line.includes(' ')).toBe(true);
      }),
    );
  });
});
