import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isScimErrorCode } from '../../src/rules/error-code.ts';
import { suggest } from '../../src/rules/suggest.ts';

const COLUMNS = ['userName', 'email', 'givenName', 'familyName', 'title', 'department', 'id'];

describe('the word that a mistyped one most likely means', () => {
  it.each([
    ['emial', 'email'],
    ['emai', 'email'],
    ['emaill', 'email'],
    ['username', 'userName'],
    ['TITLE', 'title'],
    ['departmnet', 'department'],
    ['givenname', 'givenName'],
    ['ie', 'id'],
  ])('%s means %s', (word, expected) => {
    expect(suggest(word, COLUMNS)).toBe(expected);
  });

  it('a swap counts as one mistake, beside others', () => {
    expect(suggest('abdc', ['abcd'])).toBe('abcd');
    expect(suggest('xbdc', ['abcd'])).toBeUndefined();
    expect(suggest('xbdcef', ['abcdef'])).toBe('abcdef');
  });

  it.each(['phone', 'xyz', 'e', '', 'email address of the person', 'x'.repeat(100_000)])(
    '%s means none of them',
    (word) => {
      expect(suggest(word, COLUMNS)).toBeUndefined();
    },
  );

  it('the nearest of several wins, and the first of two that are equally near', () => {
    expect(suggest('tite', ['site', 'title', 'tite'])).toBe('tite');
    expect(suggest('lite', ['site', 'bite'])).toBe('site');
  });

  it('a word that is among the candidates means itself', () => {
    fc.assert(
      fc.property(fc.constantFrom(...COLUMNS), (word) => {
        expect(suggest(word, COLUMNS)).toBe(word);
      }),
    );
  });

  it('one letter that is left out or put twice is forgiven in a word of three letters or more', () => {
    const word = fc.stringMatching(/^[a-z]{4,12}$/);
    fc.assert(
      fc.property(word, fc.nat(11), (name, at) => {
        const index = at % name.length;
        const letter = name.charAt(index);
        const doubled = name.slice(0, index) + letter + name.slice(index);
        expect(suggest(doubled, [name])).toBe(name);
        expect(suggest(name.slice(0, index) + name.slice(index + 1), [name])).toBe(name);
      }),
    );
  });
});

describe('isScimErrorCode', () => {
  it.each([
    ['email_taken', true],
    ['EMAIL_TAKEN', false],
    ['long_username', false],
    ['toString', false],
    ['__proto__', false],
    ['', false],
  ])('SCIM §7: %j is a documented code: %s', (word, expected) => {
    expect(isScimErrorCode(word)).toBe(expected);
  });
});
