import { describe, expect, it } from 'vitest';
import { describeFailure } from '../../src/cli/report-failure.ts';
import { Failure } from '../../src/failure/failure.ts';
import { paletteFor } from '../../src/output/palette.ts';

const HOSTILE = 'a\u001b[2J\u0007\u009b31m\u202eb\u0000\u2066c\r\u0008';
const CONTROL = /[^\P{Cc}\n]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const SHOWN = { palette: paletteFor(false), isJson: false, isDebug: false, argv: [] };

describe('describeFailure', () => {
  const failure = new Failure('refused', `message ${HOSTILE}`, {
    code: `code${HOSTILE}`,
    hint: `hint ${HOSTILE}`,
    excerpt: { text: `excerpt ${HOSTILE}`, at: 3 },
    issues: [
      {
        code: 'odd',
        path: `path${HOSTILE}`,
        message: `finding ${HOSTILE}`,
        at: { file: `file${HOSTILE}`, line: 2 },
        expected: `expected ${HOSTILE}`,
        example: `example ${HOSTILE}`,
      },
    ],
  });

  it.each([
    ['as text', false],
    ['as JSON', true],
  ])('prints no control character of the service or a file: %s', (_, isJson) => {
    const text = describeFailure(failure, { ...SHOWN, isJson });
    for (const part of [
      'message',
      'code',
      'hint',
      'excerpt',
      'path',
      'finding',
      'file',
      'expected',
      'example',
    ])
      expect(text).toContain(part);
    expect(CONTROL.exec(text)).toBeNull();
  });

  it('prints 200 findings and counts the rest', () => {
    const issue = { code: 'odd', path: '', message: 'x' };
    for (const [count, rest] of [
      [199, false],
      [200, false],
      [201, true],
    ] as const) {
      const many = new Failure('invalidInput', 'no', { issues: Array.from({ length: count }, () => issue) });
      const text = describeFailure(many, SHOWN);
      expect(text.match(/^x \(odd\)$/gm)).toHaveLength(Math.min(count, 200));
      expect(text.includes('… and 1 more\n')).toBe(rest);
    }
  });

  it('places the caret correctly after wide characters', () => {
    const excerpt = { text: '😀漢 x', at: '😀漢 '.length };
    const text = describeFailure(new Failure('usage', 'no', { excerpt }), SHOWN);
    expect(text).toBe('error: no\n  😀漢 x\n       ^\n');
  });

  it.each([
    ['at the start', 3, `${'a'.repeat(103)}…`, 3],
    ['in the middle', 500, `…${'a'.repeat(200)}…`, 101],
    ['at the end', 1000, `…${'a'.repeat(100)}`, 101],
  ])('shows only the part of a long line around a position %s', (_, at, shown, column) => {
    const failure = new Failure('usage', 'no', { excerpt: { text: 'a'.repeat(1000), at } });
    expect(describeFailure(failure, SHOWN)).toBe(`error: no\n  ${shown}\n  ${' '.repeat(column)}^\n`);
  });
});

describe('connection flags in a hint', () => {
  it.each([
    ['-p acme users get x', 'orgctl scim users list', 'orgctl -p acme scim users list'],
    ['users get x --profile acme', 'orgctl scim users list', 'orgctl --profile acme scim users list'],
    [
      '--profile=acme users get x',
      'is it right? see: orgctl profile check',
      'is it right? see: orgctl --profile acme profile check',
    ],
    [
      '--scim-url http://127.0.0.1:1 users get x',
      'orgctl api auth.test',
      'orgctl --scim-url http://127.0.0.1:1 api auth.test',
    ],
    ['users get x', 'orgctl scim users list', 'orgctl scim users list'],
    ['-p acme users get x', 'orgctl -p other scim users list', 'orgctl -p other scim users list'],
    ['-p acme users get x', 'orgctl scim users --help', 'orgctl scim users --help'],
    ['-p acme users get x', 'orgctl explain no_such_user', 'orgctl explain no_such_user'],
    ['users get x -- -p acme', 'orgctl scim users list', 'orgctl scim users list'],
    [
      '--scim-url https://me:hunter2@x.example users get x',
      'orgctl scim users list',
      'orgctl scim users list',
    ],
    ['-p', 'orgctl scim users list', 'orgctl scim users list'],
  ])('for %s: %s', (line, hint, expected) => {
    const options = { ...SHOWN, argv: line.split(' ') };
    const failure = new Failure('refused', 'no', { hint });
    expect(describeFailure(failure, options)).toBe(`error: no\nhint: ${expected}\n`);
    expect(JSON.parse(describeFailure(failure, { ...options, isJson: true }))).toMatchObject({
      hint: expected,
    });
  });
});

describe('long input in a message', () => {
  const long = (length: number) => 'a'.repeat(length);

  it.each([
    [255, long(255)],
    [256, long(256)],
    [257, `${long(100)}…`],
    [200_000, `${long(100)}…`],
  ])('is shown in part if a word has %i characters', (length, shown) => {
    const issue = { code: 'odd', path: long(length), message: long(length), at: { file: 'f', line: 2 } };
    const failure = new Failure('refused', long(length), { issues: [issue] });
    const text = describeFailure(failure, SHOWN);
    expect(text).toBe(`f:2 ${shown}: ${shown} (odd)\nerror: ${shown}\n`);
    expect(JSON.parse(describeFailure(failure, { ...SHOWN, isJson: true }))).toMatchObject({
      message: shown,
      issues: [{ path: shown, message: shown }],
    });
  });

  it('is shown in part if it has many words, and keeps the end', () => {
    const failure = new Failure('usage', `no user "${'ab '.repeat(50_000)}"; nothing was sent`);
    const text = describeFailure(failure, SHOWN);
    expect(text.length).toBeLessThan(1300);
    expect(text).toMatch(/^error: no user "ab ab .* … .*ab "; nothing was sent\n$/);
  });

  it('keeps the quote after a long word, and no half of a character', () => {
    const failure = new Failure('refused', `no user "${'😀'.repeat(500)}"; nothing was sent`);
    expect(describeFailure(failure, SHOWN)).toBe(`error: no user "${'😀'.repeat(49)}…"; nothing was sent\n`);
  });

  it('keeps a command in a hint up to 2000 characters', () => {
    const hintOf = (length: number) =>
      describeFailure(new Failure('usage', 'x', { hint: `orgctl who ${long(length)}` }), SHOWN);
    expect(hintOf(2000)).toContain(long(2000));
    expect(hintOf(2001)).toContain(`hint: orgctl who ${long(100)}…\n`);
  });
});
