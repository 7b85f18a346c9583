import { describe, expect, it } from 'vitest';
import { issueOf, valueProblem, valueProblems } from '../../src/rules/check-values.ts';
import { USER_ATTRIBUTE_NAMES, USER_ATTRIBUTES, type UserAttribute } from '../../src/spec/user-attributes.ts';

describe('SCIM §2.1: photo', () => {
  it.each([
    'https://example.com/anna.png',
    'http://example.com/a?b=c#d',
    'HTTPS://EXAMPLE.COM/ANNA.PNG',
    'data:image/png;base64,iVBORw0KGgo=',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'DATA:image/GIF;BASE64,R0lGODlhAQ==',
    'data:image/png;base64,A',
  ])('SCIM §2.1: accepts %s', (value) => {
    expect(valueProblem('photo', value, 'service')).toBeUndefined();
  });

  it.each([
    'anna.png',
    '/home/anna.png',
    '@/etc/passwd',
    'file:///etc/passwd',
    'ftp://example.com/a.png',
    'https://',
    'https:///a.png',
    'https://exa mple.com/a.png',
    ' https://example.com/a.png',
    'https://example.com/a.png ',
    'https://example.com/a\n.png',
    'data:text/html;base64,PGI+',
    'data:image/png;base64,',
    'data:image/png;base64,not base64',
    'data:image/png;base64,=',
    'data:image/png;base64,AA===',
    'data:image/png;base64,A=A',
    'data:image/png;base64,AA\n',
    'data:image/;base64,AA',
  ])('SCIM §7 photos_invalid: refuses %j', (value) => {
    expect(valueProblem('photo', value, 'service')).toBe('photos_invalid');
  });

  it('SCIM §2.1: checks a data URL of a million characters', () => {
    const value = `data:image/png;base64,${'A'.repeat(1_000_000)}`;
    expect(valueProblem('photo', value, 'service')).toBeUndefined();
    expect(valueProblem('photo', `${value}!`, 'service')).toBe('photos_invalid');
  });
});

describe('SCIM §7 invalid_emoji_not_allowed: attributes that refuse an emoji', () => {
  const EXEMPT = ['password', 'profileUrl'];
  /** A value with an emoji that is valid otherwise. */
  const withEmoji = ({ kind }: UserAttribute) => (kind === 'email' ? 'anna😀@example.com' : 'Anna 😀');
  const judged = USER_ATTRIBUTE_NAMES.filter((name) =>
    ['text', 'user', 'userName', 'displayName', 'email'].includes(USER_ATTRIBUTES[name].kind),
  );

  it.each(judged.filter((name) => !EXEMPT.includes(name)))(
    'SCIM §7 invalid_emoji_not_allowed: refuses an emoji in %s',
    (name) => {
      expect(valueProblem(name, withEmoji(USER_ATTRIBUTES[name]), 'service')).toBe(
        'invalid_emoji_not_allowed',
      );
    },
  );

  it.each(['password', 'profileUrl'] as const)(
    'SCIM §7 invalid_emoji_not_allowed: accepts an emoji in %s',
    (name) => {
      expect(valueProblem(name, 'Anna 😀', 'service')).toBeUndefined();
    },
  );
});

describe('SCIM §2.1: dates of a CSV or a flag', () => {
  it.each([
    ['startDate', '2026-01-15', undefined],
    ['startDate', '2026-01-15T00:00:00+0000', undefined],
    ['startDate', '15.01.2026', 'invalid_attribute_format'],
    ['startDate', '2026-02-30', 'invalid_attribute_format'],
    ['guestExpiration', '2027-06-30', undefined],
    ['guestExpiration', '2027-06-30T00:00:00Z', undefined],
    ['guestExpiration', 'never', 'invalid_attribute_format'],
  ] as const)('SCIM §2.1: %s %s gives %s', (name, value, code) => {
    expect(valueProblem(name, value, 'service')).toBe(code);
  });
});

describe('valueProblems', () => {
  it('checks every value and returns the problems in table order', () => {
    const values = { photo: 'x', userName: 'a'.repeat(22), title: 'fine', email: 'anna' };
    expect(valueProblems(values, 'service')).toEqual([
      { name: 'userName', code: 'username_too_long' },
      { name: 'email', code: 'bad_email_address' },
      { name: 'photo', code: 'photos_invalid' },
    ]);
  });

  it('ignores booleans and absent values', () => {
    expect(valueProblems({ active: false, guest: true }, 'service')).toEqual([]);
    expect(valueProblems({}, 'service')).toEqual([]);
  });

  it.each([
    [{ givenName: ' ', familyName: ' ' }, true],
    [{ givenName: ' ', familyName: 'Lind' }, false],
    [{ givenName: ' ' }, false],
    [{ givenName: '', familyName: '' }, false],
  ])('SCIM §7 invalid_name_required: refuses %j for names of spaces only: %s', (values, isRefused) => {
    const expected = isRefused ? [{ name: 'givenName', code: 'invalid_name_required' }] : [];
    expect(valueProblems(values, 'service')).toEqual(expected);
  });

  it('SCIM §8: accepts at most 21 characters in a nickName, counted before normalization', () => {
    expect(valueProblem('nickName', 'a'.repeat(21), 'service')).toBeUndefined();
    expect(valueProblem('nickName', '𠮷'.repeat(21), 'service')).toBeUndefined();
    expect(valueProblem('nickName', 'anna.lind@mail.example', 'service')).toBe('long_nickname');
    expect(valueProblem('userName', 'anna.lind@mail.example', 'service')).toBeUndefined();
  });

  it('SCIM §7 username_not_allowed: refuses a userName with the vendor name', () => {
    expect(valueProblem('userName', 'acmebot', 'acme')).toBe('username_not_allowed');
    expect(valueProblem('userName', 'acmebot', 'service')).toBeUndefined();
  });
});

describe('issueOf', () => {
  it('quotes the value, truncated if it is long', () => {
    const values = { displayName: 'a'.repeat(81) };
    const issue = issueOf({ name: 'displayName', code: 'invalid_name_maxlength' }, values);
    expect(issue.message).toBe(`"${'a'.repeat(59)}…" is longer than 80 characters`);
    const whole = { title: 'a'.repeat(60) };
    expect(issueOf({ name: 'title', code: 'invalid_emoji_not_allowed' }, whole).message).toBe(
      `"${'a'.repeat(60)}" has an emoji`,
    );
  });

  it('never truncates inside a surrogate pair', () => {
    const values = { displayName: `${'a'.repeat(58)}${'𠮷'.repeat(23)}` };
    const issue = issueOf({ name: 'displayName', code: 'invalid_name_maxlength' }, values);
    expect(issue.message).not.toMatch(/\p{Surrogate}/u);
  });

  it('never quotes a password', () => {
    const issue = issueOf({ name: 'password', code: 'invalid_emoji_not_allowed' }, { password: 'hunter2' });
    expect(JSON.stringify(issue)).not.toContain('hunter2');
  });
});
