// cspell:ignore ofboard offb emiall titl
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isScimErrorCode } from '../../src/rules/error-code.ts';
import { suggest, suggestFrom } from '../../src/values/suggest.ts';

const COLUMNS = ['userName', 'email', 'givenName', 'familyName', 'title', 'department', 'id'];

describe('suggest: the closest word to a mistyped one', () => {
  it.each([
    ['emial', 'email'],
    ['emai', 'email'],
    ['emaill', 'email'],
    ['username', 'userName'],
    ['TITLE', 'title'],
    ['departmnet', 'department'],
    ['givenname', 'givenName'],
    ['ie', 'id'],
  ])('suggests for %s the word %s', (word, expected) => {
    expect(suggest(word, COLUMNS)).toBe(expected);
  });

  it('counts a swap of two letters as one mistake', () => {
    expect(suggest('abdc', ['abcd'])).toBe('abcd');
    expect(suggest('xbdc', ['abcd'])).toBeUndefined();
    expect(suggest('xbdcef', ['abcdef'])).toBe('abcdef');
  });

  it.each(['phone', 'xyz', 'e', '', 'email address of the person', 'x'.repeat(100_000)])(
    'suggests nothing for %s',
    (word) => {
      expect(suggest(word, COLUMNS)).toBeUndefined();
    },
  );

  it('suggests the closest word; of equally close ones that with the longest shared start, then the first', () => {
    expect(suggest('tite', ['site', 'title', 'tite'])).toBe('tite');
    expect(suggest('lite', ['site', 'bite'])).toBe('site');
    expect(suggest('ofboard', ['onboard', 'offboard'])).toBe('offboard');
    expect(suggest('Ofboard', ['onboard', 'offboard'])).toBe('offboard');
    // Too different, however long the shared start is.
    expect(suggest('offb', ['offboard'])).toBeUndefined();
  });

  it('suggests a candidate for itself', () => {
    fc.assert(
      fc.property(fc.constantFrom(...COLUMNS), (word) => {
        expect(suggest(word, COLUMNS)).toBe(word);
      }),
    );
  });

  it('tolerates one omitted or doubled letter in a word of at least three letters', () => {
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
  ])('SCIM §7: isScimErrorCode(%j) returns %s', (word, expected) => {
    expect(isScimErrorCode(word)).toBe(expected);
  });
});

describe('suggestFrom: suggestions from a list that never changes', () => {
  it('searches the list once for each word and number of edits', () => {
    let searches = 0;
    const counting = {
      *[Symbol.iterator]() {
        searches += 1;
        yield* COLUMNS;
      },
    };
    const suggestion = suggestFrom(counting);
    for (let time = 0; time < 3; time += 1) {
      expect(suggestion('emial', 1)).toBe('email');
      expect(suggestion('nonsense', 1)).toBeUndefined();
      expect(suggestion('emiall', 1)).toBeUndefined();
      expect(suggestion('emiall', 2)).toBe('email');
    }
    expect(searches).toBe(4);
  });

  it('suggests what suggest does, however many words it remembers', () => {
    const suggestion = suggestFrom(COLUMNS);
    for (let number = 0; number < 2500; number += 1) {
      const word = `titl${number % 1250}`;
      expect(suggestion(word, 2)).toBe(suggest(word, COLUMNS, 2));
    }
  });
});
