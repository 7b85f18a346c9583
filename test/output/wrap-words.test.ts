import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textWidth } from '../../src/output/text-width.ts';
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
    ['one long word whole', 'https://example.com/a/long/path', 12, 'https://example.com/a/long/path'],
    ['wide letters as two columns', '漢字 漢字 漢字', 9, '漢字 漢字\n漢字'],
    [
      'a command whole, on a line of its own',
      'hint: wait, or find the cause: orgctl profile check; then: orgctl bulk resume ID --yes',
      25,
      'hint: wait, or find the\ncause:\norgctl profile check;\nthen:\norgctl bulk resume ID --yes',
    ],
    ['a command after its label', 'hint: orgctl bulk check x.csv', 26, 'hint:\norgctl bulk check x.csv'],
    [
      'a command after a colored label',
      `${BOLD}hint:${PLAIN} orgctl bulk check x.csv`,
      26,
      `${BOLD}hint:${PLAIN}\norgctl bulk check x.csv`,
    ],
    [
      'one of two commands',
      'did you mean orgctl onboard a.b or orgctl offboard a.b?',
      40,
      'did you mean orgctl onboard a.b or\norgctl offboard a.b?',
    ],
    [
      'a command in parentheses',
      'no rows (orgctl bulk check x.csv)',
      20,
      'no rows\n(orgctl bulk check x.csv)',
    ],
    ['a command in quotes', 'see what "orgctl runs list" prints', 20, 'see what\n"orgctl runs list"\nprints'],
    [
      'the name of the program as a word',
      'after this, orgctl has no access to it',
      20,
      'after this, orgctl\nhas no access to it',
    ],
    ['a flag with its value', 'hint: allow it with --max-wait 1h', 25, 'hint: allow it with\n--max-wait 1h'],
    [
      'a flag with a quoted value',
      `write --query "[?title=='Head of IT']" instead`,
      20,
      `write\n--query "[?title=='Head of IT']"\ninstead`,
    ],
    ['an expression in backticks', 'write `a == b || c` instead', 14, 'write\n`a == b || c`\ninstead'],
    [
      'a label with the next word',
      'error: /a/long/path/to/a/file is missing',
      20,
      'error: /a/long/path/to/a/file\nis missing',
    ],
    [
      'a colored label with the next word',
      `${BOLD}error:${PLAIN} /a/long/path/to/a/file is missing`,
      20,
      `${BOLD}error:${PLAIN} /a/long/path/to/a/file\nis missing`,
    ],
    [
      'a name as it is written',
      'Zoe\u0308  and Zoe\u0308 is missing',
      12,
      'Zoe\u0308  and Zoe\u0308\nis missing',
    ],
    ['an indented line whole', '  {"name": "a long quoted line"}', 10, '  {"name": "a long quoted line"}'],
    [
      'colors as no columns',
      `${BOLD}twenty${PLAIN} columns wide.`,
      20,
      `${BOLD}twenty${PLAIN} columns wide.`,
    ],
    ['a color that spans a break', `${BOLD}${TWENTY}${PLAIN}`, 19, `${BOLD}twenty columns\nwide.${PLAIN}`],
  ])('prints %s', (_, text, width, printed) => {
    expect(wrapWords(text, width)).toBe(printed);
  });

  it('replaces only spaces by line breaks, and exceeds the width only with a single word', () => {
    const word = fc.oneof(fc.stringMatching(/^[a-z@./-]{1,30}$/), fc.constantFrom('', 'Zoe\u0308', '漢字'));
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 40 }),
        (words, width) => {
          const text = `x${words.join(' ')}`;
          const lines = wrapWords(text, width).split('\n');
          expect(lines.join(' ')).toBe(text);
          for (const line of lines)
            expect(textWidth(line) <= width || !line.trim().includes(' ') || line.includes('--')).toBe(true);
        },
      ),
    );
  });
});
