import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isEmailShaped,
  lengthInCharacters,
  storedUserName,
  userNameCandidates,
  userNameProblem,
} from '../../src/rules/user-name.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 60 });
const emailShaped = fc.tuple(anyText, anyText).map(([name, domain]) => `${name}@${domain}`);

describe('SCIM §2.1: stored userName', () => {
  it.each([
    ['anna', 'anna'],
    ['anna.lind', 'anna.lind'],
    ['anna_lind-2', 'anna_lind-2'],
    ['Anna.Lind', 'anna.lind'],
    ['anna lind', 'anna_lind'],
    ["anna+o'hara!", 'anna_o_hara_'],
    ['å.lind', 'å.lind'],
    ['花子', '花子'],
    ['anna/lind', 'anna_lind'],
    ['anna😀', 'anna_'],
    ['anna\tlind\n', 'anna_lind_'],
    ['ANNA.LIND@Example.com', 'anna.lind'],
    ['anna+test@example.com', 'anna_test'],
    ['a@b@example.com', 'a'],
    ['a.very.long.name.of.a.person@example.com', 'a.very.long.name.of.a'],
    ['@example.com', ''],
    ['', ''],
  ])('SCIM §2.1: stores %j as %j', (given, stored) => {
    expect(storedUserName(given)).toBe(stored);
  });

  it('SCIM §2.1: normalizes a name that is not an email without truncation', () => {
    expect(storedUserName('A'.repeat(40))).toBe('a'.repeat(40));
  });

  it('SCIM §2.1: keeps a stored name unchanged', () => {
    fc.assert(
      fc.property(anyText, (given) => {
        const stored = storedUserName(given);
        expect(storedUserName(stored)).toBe(stored);
      }),
    );
  });

  it('SCIM §2.1: stores only letters, digits, periods, underscores and hyphens', () => {
    fc.assert(
      fc.property(anyText, (given) => {
        expect(storedUserName(given)).toMatch(/^[\p{L}\p{N}._-]*$/u);
      }),
    );
  });

  it('SCIM §2.1: truncates a name derived from an email to 21 characters, not UTF-16 units', () => {
    fc.assert(
      fc.property(emailShaped, (given) => {
        expect(lengthInCharacters(storedUserName(given))).toBeLessThanOrEqual(21);
      }),
    );
    expect(storedUserName(`${'𠮷'.repeat(30)}@example.com`)).toBe('𠮷'.repeat(21));
  });
});

describe('SCIM §7 truncation_error: candidate userNames for an email', () => {
  it('SCIM §7 truncation_error: starts with the normalized name, then adds numbers from 1 to 99', () => {
    const names = [...userNameCandidates('anna@example.com')];
    expect(names).toHaveLength(100);
    expect(names.slice(0, 3)).toEqual(['anna', 'anna1', 'anna2']);
    expect(names.at(-1)).toBe('anna99');
  });

  it('SCIM §7 truncation_error: replaces the end of a long name by the number', () => {
    const [first, second, , , , , , , , , eleventh] = userNameCandidates(
      'abcdefghijklmnopqrstuvwxyz@example.com',
    );
    expect([first, second, eleventh]).toEqual([
      'abcdefghijklmnopqrstu',
      'abcdefghijklmnopqrst1',
      'abcdefghijklmnopqrs10',
    ]);
  });

  it('SCIM §2.1: generated userNames have at most 21 characters and are stored unchanged', () => {
    fc.assert(
      fc.property(emailShaped, (given) => {
        for (const name of userNameCandidates(given)) {
          expect(lengthInCharacters(name)).toBeLessThanOrEqual(21);
          expect(storedUserName(name)).toBe(name);
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe('SCIM §7: error code of a userName', () => {
  it.each([
    ['', 'username_empty'],
    [' ', 'username_empty'],
    ['\t \n', 'username_empty'],
    ['a'.repeat(22), 'username_too_long'],
    ['𠮷'.repeat(22), 'username_too_long'],
    ['...', 'username_invalid'],
    ['_-_', 'username_invalid'],
    ['!!!', 'username_invalid'],
    ['@example.com', 'username_invalid'],
    ['channel', 'username_not_allowed'],
    ['Everyone', 'username_not_allowed'],
    ['group', 'username_not_allowed'],
    ['here@example.com', 'username_not_allowed'],
    ['admin', 'username_not_allowed'],
    ['owner', 'username_not_allowed'],
    ['system', 'username_not_allowed'],
    ['servicebot', 'username_not_allowed'],
  ])('SCIM §7: refuses %j with %s', (given, code) => {
    expect(userNameProblem(given, 'service')).toBe(code);
  });

  it.each([
    'a',
    '7',
    'a'.repeat(21),
    '𠮷'.repeat(21),
    'channels',
    'anna lind',
    `${'a'.repeat(60)}@example.com`,
  ])('SCIM §2.1: accepts %j', (given) => {
    expect(userNameProblem(given, 'service')).toBeUndefined();
  });

  it('SCIM §7 username_not_allowed: refuses the bot name with the vendor name in any letter case', () => {
    expect(userNameProblem('acmebot', 'acme')).toBe('username_not_allowed');
    expect(userNameProblem('acmebot', 'Acme')).toBe('username_not_allowed');
    expect(userNameProblem('servicebot', 'acme')).toBeUndefined();
  });

  it('SCIM §2.1: accepts the stored form of every accepted name', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, emailShaped), (given) => {
        fc.pre(userNameProblem(given, 'service') === undefined);
        expect(userNameProblem(storedUserName(given), 'service')).toBeUndefined();
      }),
    );
  });
});

describe('lengthInCharacters', () => {
  it.each([
    ['', 0],
    ['anna', 4],
    ['𠮷野', 2],
    ['e\u0301', 2],
  ])('of %j is %i', (text, length) => {
    expect(lengthInCharacters(text)).toBe(length);
  });
});

describe('isEmailShaped', () => {
  it.each([
    ['anna@example.com', true],
    ['anna@', true],
    ['anna', false],
  ])('of %j is %s', (text, isShaped) => {
    expect(isEmailShaped(text)).toBe(isShaped);
  });
});
