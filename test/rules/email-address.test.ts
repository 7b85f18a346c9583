import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailKey, isEmailAddress } from '../../src/rules/email-address.ts';

describe('SCIM §7 bad_email_address: format of an email address', () => {
  it.each([
    'anna@example.com',
    'anna.lind+news@example.com',
    "o'hara@example.com",
    'a@b.co',
    'a!#$%&*/=?^_`{|}~-b@example.com',
    'anna@mail.example.museum',
    'anna@xn--bcher-kva.example',
    'anna@bücher.example',
    'åsa@example.com',
    '花子@example.jp',
    'anna@123.example',
    'anna@a-b.example',
    `${'a'.repeat(64)}@example.com`,
    `anna@${'a'.repeat(63)}.com`,
    `annas@${'abc.'.repeat(61)}com1`,
  ])('SCIM §7 bad_email_address: accepts %s', (address) => {
    expect(isEmailAddress(address)).toBe(true);
  });

  it.each([
    ['an empty text', ''],
    ['no @', 'anna.example.com'],
    ['no name', '@example.com'],
    ['no domain', 'anna@'],
    ['a domain without a dot', 'anna@localhost'],
    ['an empty label', 'anna@example..com'],
    ['a dot at the end', 'anna@example.com.'],
    ['a dot before the domain', 'anna@.example.com'],
    ['a hyphen at the start of a label', 'anna@-example.com'],
    ['a hyphen at the end of a label', 'anna@example-.com'],
    ['a last label of digits', 'anna@127.0.0.1'],
    ['a domain in brackets', 'anna@[127.0.0.1]'],
    ['an underscore in the domain', 'anna@exa_mple.com'],
    ['a dot at the start of the name', '.anna@example.com'],
    ['a dot at the end of the name', 'anna.@example.com'],
    ['two dots in the name', 'anna..lind@example.com'],
    ['two @', 'anna@lind@example.com'],
    ['a space in the name', 'anna lind@example.com'],
    ['a leading space', ' anna@example.com'],
    ['a trailing space', 'anna@example.com '],
    ['a trailing line break', 'anna@example.com\n'],
    ['an address with a display name', 'Anna <anna@example.com>'],
    ['two addresses', 'anna@example.com,bo@example.com'],
    ['two addresses with a semicolon', 'anna@example.com;bo@example.com'],
    ['mailto', 'mailto:anna@example.com'],
    ['a quoted name', '"anna"@example.com'],
    ['a control character', 'an\u0000na@example.com'],
    ['an invisible character', 'an\u200bna@example.com'],
    ['a name of 65 characters', `${'a'.repeat(65)}@example.com`],
    ['a label of 64 characters', `anna@${'a'.repeat(64)}.com`],
    ['more than 254 characters', `annas@${'abc.'.repeat(61)}com12`],
  ])('SCIM §7 bad_email_address: refuses %s', (_, address) => {
    expect(isEmailAddress(address)).toBe(false);
  });

  it('SCIM §7 bad_email_address: accepts any plain name at any plain domain', () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9]{0,19}$/);
    fc.assert(
      fc.property(word, word, word, (name, domain, top) => {
        expect(isEmailAddress(`${name}@${domain}.${top}`)).toBe(true);
      }),
    );
  });

  it.each(['a', '.', '@', 'a.', 'a@', '@a', '-', 'a-', '\u0301', ' '])(
    'finishes on 100,000 characters made of %j, without catastrophic backtracking',
    (piece) => {
      const text = piece.repeat(100_000 / piece.length);
      expect(isEmailAddress(text)).toBe(false);
      expect(isEmailAddress(`anna@${text}`)).toBe(false);
      expect(isEmailAddress(`${text}@example.com`)).toBe(false);
    },
  );
});

describe('emailKey', () => {
  it('is the same for addresses that differ only in letter case', () => {
    expect(emailKey('Anna@Example.COM')).toBe(emailKey('anna@example.com'));
    expect(emailKey('anna@example.com')).not.toBe(emailKey('anna@example.org'));
  });
});
