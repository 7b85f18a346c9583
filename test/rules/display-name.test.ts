import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containsEmoji, displayNameProblem } from '../../src/rules/user-name.ts';

describe('SCIM §7: error code of a displayName', () => {
  it.each([
    ['@anna', 'invalid_starts_with_at'],
    [`@${'a'.repeat(80)}`, 'invalid_starts_with_at'],
    ['a'.repeat(81), 'invalid_name_maxlength'],
    ['Anna 😀', 'invalid_emoji_not_allowed'],
    ['anna@example.com', 'invalid_name_specials'],
    [' @anna', 'invalid_name_specials'],
    ['Anna <b>', 'invalid_name_specials'],
    ['Anna\nLind', 'invalid_name_specials'],
    ['Anna\tLind', 'invalid_name_specials'],
    ['Anna "A" Lind', 'invalid_name_specials'],
    ['Anna/Bo', 'invalid_name_specials'],
    ['Anna & Bo', 'invalid_name_specials'],
    ['\u202eAnna', 'invalid_name_specials'],
    ['everyone', 'invalid_reserved_word'],
    [' Here ', 'invalid_reserved_word'],
    ['CHANNEL', 'invalid_reserved_word'],
    ['group', 'invalid_reserved_word'],
  ])('SCIM §7: refuses %j with %s', (given, code) => {
    expect(displayNameProblem(given)).toBe(code);
  });

  it.each([
    'Anna Lind',
    'a'.repeat(80),
    '𠮷'.repeat(80),
    "Aoife O'Hara",
    'Aoife O’Hara',
    'Lind, Anna (Research)',
    'anna.lind_2-b',
    '花子',
    'Zoe\u0308',
    'नमस्ते',
    'everyone else',
  ])('SCIM §2.1: accepts %j', (given) => {
    expect(displayNameProblem(given)).toBeUndefined();
  });

  it('SCIM §8: refuses every name of more than 80 characters, not counted in UTF-16 units', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 81, maxLength: 120 }), (name) => {
        expect(displayNameProblem(name)).toBeDefined();
      }),
    );
  });
});

describe('SCIM §7 invalid_emoji_not_allowed: detection of an emoji', () => {
  it.each([
    ['a face', '😀'],
    ['in the middle of a text', 'Anna 🚀 Lind'],
    ['a character with an emoji selector', '❤️'],
    ['a keycap', '1️⃣'],
    ['a keycap without a selector', '#⃣'],
    ['a flag', '🇸🇪'],
    ['a joined sequence', '👩‍💻'],
    ['a skin tone', '👍🏽'],
    ['a recent emoji', '🫠'],
  ])('SCIM §7 invalid_emoji_not_allowed: %s is an emoji', (_, text) => {
    expect(containsEmoji(text)).toBe(true);
  });

  it.each([
    ['a letter', 'Å'],
    ['digits, # and *', '0123456789#*'],
    ['a text symbol', '©™®'],
    ['a heart drawn as text', '❤'],
    ['a letter outside the BMP', '𠮷'],
    ['an empty text', ''],
  ])('SCIM §7 invalid_emoji_not_allowed: %s is not an emoji', (_, text) => {
    expect(containsEmoji(text)).toBe(false);
  });
});
