// cspell:disable: made-up names
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alphabetOf } from '../../src/recording/alphabets.ts';
import { fragmentsIn } from '../../src/recording/fragments.ts';
import { createInventor } from '../../src/recording/invent-text.ts';

const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
const LETTERS = [
  'abcdefghijklmnopqrstuvwxyz',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  'éèüößñçåäÉÜÑ',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'абвгдежзийклмнопрстуфхцчшщ',
  '田中太郎山本一二三',
  'さくらはなこ',
  'カタカナ',
  '김이박최민수지은',
  'אבגדהוזחטיכלמ',
  'ابتثجحخدذرزس',
  '0123456789',
];
const word = fc
  .constantFrom(...LETTERS)
  .chain((letters) =>
    fc.string({ unit: fc.constantFrom(...Array.from(letters)), minLength: 2, maxLength: 14 }),
  )
  .filter((text) => !/^(?:true|false|null)$/i.test(text));
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '.', '@', '-', "'", ', ', '/', '_', '+')), { maxLength: 6 })
  .map((parts) => parts.flat().join(''));

/** The shape of a text: script and letter case of each letter, digits as 0, other characters unchanged. */
function shapeOf(given: string): string {
  return Array.from(given, (character) => {
    if (/\p{Nd}/u.test(character)) return '0';
    if (!/\p{L}/u.test(character)) return character;
    const script = [
      'Latin',
      'Greek',
      'Cyrillic',
      'Han',
      'Hiragana',
      'Katakana',
      'Hangul',
      'Hebrew',
      'Arabic',
    ].find((name) => new RegExp(`\\p{Script=${name}}`, 'u').test(character));
    const letterCase = /\p{Lu}/u.test(character) ? 'upper' : /\p{Ll}/u.test(character) ? 'lower' : 'plain';
    return `<${script} ${letterCase}>`;
  }).join('');
}

const SCRIPTS =
  'Latin Greek Cyrillic Coptic Armenian Hebrew Hiragana Katakana Thai Lao Georgian Hangul'.split(' ');

const blockOf = (letter: string) => (letter.codePointAt(0) ?? 0) >> 7;
const isComposed = (text: string) => text.normalize('NFC') === text;

/** What the replacement of a letter must share with it, apart from its Unicode forms. */
function kindInBlock(letter: string): string {
  const isOneToOne = (other: string, back: string) => other !== letter && back === letter;
  const [upper, lower] = [letter.toUpperCase(), letter.toLowerCase()];
  return [
    blockOf(letter),
    ['Lu', 'Ll', 'Lt', 'Lm', 'Lo', 'Nd', 'Nl', 'No', 'So', 'Co'].find((name) =>
      new RegExp(`\\p{${name}}`, 'u').test(letter),
    ),
    SCRIPTS.find((name) => new RegExp(`\\p{Script=${name}}`, 'u').test(letter)),
    isOneToOne(upper, upper.toLowerCase()),
    isOneToOne(lower, lower.toUpperCase()),
  ].join(' ');
}

describe('invented value', () => {
  it('has the length, script, letter case and punctuation of the real one', () => {
    fc.assert(
      fc.property(key, text, (secret, real) => {
        const made = createInventor(secret).text(real);
        expect(shapeOf(made)).toBe(shapeOf(real));
        expect(made.length).toBe(real.length);
        expect(Buffer.byteLength(made)).toBe(Buffer.byteLength(real));
      }),
    );
  });

  it('is deterministic and different for different words', () => {
    fc.assert(
      fc.property(
        key,
        fc.uniqueArray(word, { selector: (one) => one.toLowerCase(), maxLength: 40 }),
        (secret, words) => {
          const inventor = createInventor(secret);
          const made = words.map(inventor.text);
          expect(words.map(inventor.text)).toEqual(made);
          expect(new Set(made.map((one) => one.toLowerCase())).size).toBe(words.length);
        },
      ),
    );
  });

  it('differs from the real value of more than three characters', () => {
    fc.assert(
      fc.property(
        key,
        word.filter((one) => Array.from(one).length > 3),
        (secret, real) => {
          expect(createInventor(secret).text(real)).not.toBe(real);
        },
      ),
    );
  });

  it.each([
    'grösse',
    'Øystein Łuczak-Gröning',
    'nobødy',
    'Đặng Thị',
    'İpek Å. ẞ',
    '김이박',
    'k\u0308o\u0323\u0304',
    'ὰγάπη',
    'がぎぐ',
  ])('keeps the Unicode form and the number of forms: %s', (name) => {
    fc.assert(
      fc.property(key, (secret) => {
        const { text: invented } = createInventor(secret);
        const [nfc, nfd] = [name.normalize('NFC'), name.normalize('NFD')];
        const made = invented(nfc);
        expect(made.normalize('NFC')).toBe(made);
        expect(made.normalize('NFD') === made).toBe(nfc === nfd);
        expect(invented(nfd)).toBe(made.normalize('NFD'));
      }),
    );
  });

  it('replaces every letter that is not the only one of its kind in its block', () => {
    // Whole blocks are of one kind in Unicode's largest groups, which are left out for speed.
    const wanted = /(?![\p{Unified_Ideograph}\p{Co}\p{Script=Hangul}])[\p{L}\p{N}\p{So}]/u;
    const letters = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point)).filter(
      (letter) => wanted.test(letter) && isComposed(letter),
    );
    // A real word is invented only for the letters with few replacements, because all take a minute.
    const few = letters.filter((letter) => alphabetOf(letter).length < 10);
    const neighbors = new Set(few.map(blockOf));
    const kinds = letters.filter((letter) => neighbors.has(blockOf(letter))).map(kindInBlock);
    const isAlone = (kind: string) => kinds.indexOf(kind) === kinds.lastIndexOf(kind);
    const { text: invented } = createInventor(new Uint8Array(32).fill(5));
    const isKept = (word: string) => invented(word) === word || !isComposed(invented(word));
    const kept = few.filter((letter) => isKept(letter.repeat(3)) || isKept(`${letter}A`));
    expect(kept.filter((letter) => !isAlone(kindInBlock(letter)))).toEqual([]);
    expect(letters.length).toBeGreaterThan(30_000);
  });

  it.each(['\u2126', '\u212a', '\u212b', '\u0374', 'ß'])(
    'has only "%s" for a letter without neighbors',
    (letter) => {
      expect(alphabetOf(letter)).toEqual([letter]);
    },
  );

  it.each(['ဦဦဦ ゔゔゔ', 'ǰǰǰ', 'ஔஔஔ', 'ゝゝゝ ゞゞゞ', 'ヽヽヽ ヾヾヾ'])('replaces %s', (name) => {
    fc.assert(
      fc.property(key, (secret) => {
        const made = createInventor(secret).text(name).split(' ');
        for (const [at, real] of name.split(' ').entries()) expect(made[at]).not.toBe(real);
      }),
    );
  });

  it('differs for each key', () => {
    const keys = Array.from({ length: 20 }, (_, index) => new Uint8Array(32).fill(index));
    expect(
      new Set(keys.map((one) => createInventor(one).text('clara.voss@harbour-finch.example'))).size,
    ).toBe(20);
  });

  it('is unique for all words of the same shape', () => {
    const inventor = createInventor(new Uint8Array(32));
    const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
    const words = letters.flatMap((one) => letters.map((other) => one + other));
    expect(new Set(words.map(inventor.text)).size).toBe(words.length);
  });

  it.each([
    [
      'a name in an address',
      'Clara Voss',
      'clara.voss@harbour-finch.example',
      /^(\w+) (\w+)$/,
      /^(\w+)\.(\w+)@/,
    ],
    [
      'a domain in two addresses',
      'a@sub.acme.example',
      'bo@acme.example',
      /sub|(\w+)\.(\w+)$/,
      /@(\w+)\.(\w+)$/,
    ],
  ])('is the same for %s', (_, one, other, inOne, inOther) => {
    const inventor = createInventor(new Uint8Array(32).fill(3));
    const parts = (given: string, pattern: RegExp) =>
      (pattern.exec(inventor.text(given)) ?? []).slice(1).map((part) => part?.toLowerCase());
    expect(parts(one, inOne)).toEqual(parts(other, inOther));
  });

  it('keeps the form of user IDs and group IDs', () => {
    fc.assert(
      fc.property(key, fc.stringMatching(/^[A-Z][A-Z0-9]{8,10}$/), (secret, id) => {
        const made = createInventor(secret).text(id);
        for (const isId of [/^[UW][A-Z0-9]{2,32}$/, /^S[A-Z0-9]{1,32}$/])
          expect(isId.test(made)).toBe(isId.test(id));
      }),
    );
  });

  it('shifts all dates by the same number of whole weeks', () => {
    fc.assert(
      fc.property(
        key,
        fc.date({ min: new Date('1970-01-01'), max: new Date('2037-12-31'), noInvalidDate: true }),
        (secret, date) => {
          const inventor = createInventor(secret);
          const weeks = inventor.time(0) / (7 * 86_400_000);
          expect(weeks).toBeGreaterThanOrEqual(52);
          expect(Number.isInteger(weeks)).toBe(true);
          expect(inventor.text(date.toISOString())).toBe(
            new Date(inventor.time(date.getTime())).toISOString(),
          );
        },
      ),
    );
    const { text: invent, seconds, time } = createInventor(new Uint8Array(32));
    expect(seconds('1700000000')).toBe(String(time(1_700_000_000_000) / 1000));
    expect(invent('1700000000.000100')).toBe(`${time(1_700_000_000_000) / 1000}.000100`);
    expect(invent('2026-02-31')).toMatch(/^[1-9]\d{3}-\d\d-\d\d$/);
    // A number of ten digits can be a phone number and is not treated as a time.
    expect(invent('1700000000')).not.toBe(String(time(1_700_000_000_000) / 1000));
  });

  it.each(['044.668.18.00', '300.301.302.303', '256.100.100.100', '255.256.100.100'])(
    'is another telephone number for %s, which is no IP address',
    (phone) => {
      fc.assert(
        fc.property(key, (secret) => {
          const made = createInventor(secret).text(phone);
          expect(made).not.toBe(phone);
          expect(shapeOf(made)).toBe(shapeOf(phone));
        }),
      );
    },
  );

  it('is an IP address for an IP address', () => {
    fc.assert(
      fc.property(key, fc.ipV4(), (secret, address) => {
        const made = createInventor(secret).text(address);
        expect(
          made
            .split('.')
            .map(Number)
            .every((part) => part >= 0 && part <= 255),
        ).toBe(true);
        expect(shapeOf(made)).toBe(shapeOf(address));
      }),
    );
  });
});

describe('searched part of a word', () => {
  it('is found in exactly the invented words whose real words contain it', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{3,9}$/), { minLength: 3, maxLength: 30 });
    const part = fc.oneof(fc.stringMatching(/^[a-z]{2}$/), fc.constantFrom('on', 'no'));
    const search = fc.constantFrom<['sw' | 'co' | 'ew', 'startsWith' | 'includes' | 'endsWith']>(
      ['sw', 'startsWith'],
      ['co', 'includes'],
      ['ew', 'endsWith'],
    );
    fc.assert(
      fc.property(key, names, part, search, (secret, real, wanted, [operator, has]) => {
        const inventor = createInventor(secret, fragmentsIn([`userName ${operator} "${wanted}"`]));
        const made = inventor.text(wanted);
        expect(real.map((name) => inventor.text(name)[has](made))).toEqual(
          real.map((name) => name[has](wanted)),
        );
      }),
    );
  });

  it.each(['on', 'no', 'off', '7'])('is kept if it is a word that is not replaced: %s', (wanted) => {
    const real = [`sim${wanted}`, `${wanted}ra`, `a${wanted}b`, 'clara', wanted];
    for (let seed = 0; seed < 50; seed += 1) {
      const inventor = createInventor(
        new Uint8Array(32).fill(seed),
        fragmentsIn([`userName co "${wanted}"`]),
      );
      const made = inventor.text(wanted);
      expect(made).toBe(wanted);
      expect(real.map((name) => inventor.text(name).includes(made))).toEqual([true, true, true, false, true]);
    }
  });

  it.each([
    ['displayName sw "Clara V"', [{ text: 'V', place: 'start' }]],
    ['emails ew "@acme.example"', [{ text: 'acme', place: 'end' }]],
    [
      'title co "ead of"',
      [
        { text: 'ead', place: 'end' },
        { text: 'of', place: 'start' },
      ],
    ],
    ['title co "ead"', [{ text: 'ead', place: 'within' }]],
    ["[?starts_with(userName, 'cla')]", [{ text: 'cla', place: 'start' }]],
    ['clara*', [{ text: 'clara', place: 'start' }]],
    ['*finch', [{ text: 'finch', place: 'end' }]],
    ['userName eq "clara"', []],
    ['title sw ""', []],
  ])('is read from %s', (word_, expected) => {
    expect(fragmentsIn([word_])).toEqual(expected);
  });
});
