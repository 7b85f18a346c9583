import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rewrittenBytes, rewrittenText } from './rewritten-text.ts';

/** Short IDs of few letters, so that adjacent, overlapping and similar IDs are frequent. */
const ID = fc.stringMatching(/^U[AB01]{1,4}$/);
const NEW_ID = fc.stringMatching(/^W[AB01]{1,6}$/);
const IDS = fc
  .uniqueArray(fc.tuple(ID, NEW_ID), { selector: ([id]) => id, maxLength: 8 })
  .map((pairs) => pairs.filter(([, to], index) => pairs.findIndex(([, other]) => other === to) === index))
  .map((pairs) => new Map(pairs));
const TOKEN = fc.oneof(
  ID,
  fc.constantFrom(
    ' ',
    ',',
    '"',
    '\n',
    '_',
    '__',
    ' _',
    '_ ',
    '-',
    '<@',
    '>',
    '\\',
    'n',
    'u',
    'é',
    '用',
    '🎉',
    '0',
    'x',
    '',
    '%',
    '%40',
    '%5F',
    '%4',
    '%zz',
    '%25',
    '%2540',
    '%25255f',
    '\\n',
    '\\\\n',
    '\\_',
    '\\u0040',
    '\\u0041',
    '\\x5f',
    '\\x0',
  ),
);
const TEXT = fc.array(TOKEN, { maxLength: 40 }).map((tokens) => tokens.join(''));
const SIZES = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });

/**
 * The requirement as a simple implementation: whole words of the map are replaced, everything else stays, and
 * an escape counts as the character that it encodes.
 */
function replacedWords(text: string, ids: ReadonlyMap<string, string>): string {
  const escapes = /%(?:25){0,3}[0-9a-fA-F]{2}|\\(?:[bfn0Z_]|[rtv]|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})/g;
  // Each escape is replaced by spaces of its length, or by underscores if it encodes a word character.
  const plain = text.replace(escapes, (mark) => {
    const digits = /^(?:%(?:25)*?|\\u|\\x)([0-9a-fA-F]+)$/.exec(mark)?.[1];
    const character =
      digits === undefined
        ? mark.replace(/\\[^_]/, ' ').slice(-1)
        : String.fromCharCode(Number.parseInt(mark.startsWith('%') ? digits.slice(-2) : digits, 16));
    return (/[A-Za-z0-9_]/.test(character) ? '_' : ' ').repeat(mark.length);
  });
  let result = '';
  let copied = 0;
  for (const { index, 0: word } of plain.matchAll(/[A-Za-z0-9_]+/g)) {
    if (text.slice(index, index + word.length) !== word) continue;
    const [, marks = '', marked = ''] = /^(_{1,3})([^_].*[^_])\1$/.exec(word) ?? [];
    const replacement = ids.get(word) ?? wrapped(ids.get(marked), marks);
    if (replacement === undefined) continue;
    result += text.slice(copied, index) + replacement;
    copied = index + word.length;
  }
  return result + text.slice(copied);
}

/** Returns the ID between the underscores of Markdown. */
function wrapped(id: string | undefined, marks: string): string | undefined {
  return id === undefined ? undefined : `${marks}${id}${marks}`;
}

describe('rewriting with any chunk size', () => {
  it('replaces only whole words in text', async () => {
    await fc.assert(
      fc.asyncProperty(TEXT, IDS, SIZES, async (text, ids, sizes) => {
        expect(await rewrittenText(text, ids, { sizes })).toBe(replacedWords(text, ids));
      }),
      { numRuns: 500 },
    );
  });

  it('replaces the same words in a SQL dump as in text', async () => {
    await fc.assert(
      fc.asyncProperty(TEXT, IDS, SIZES, async (text, ids, sizes) => {
        const selection = { format: 'sql' } as const;
        expect(await rewrittenText(text, ids, { sizes, selection })).toBe(replacedWords(text, ids));
      }),
      { numRuns: 500 },
    );
  });

  it('replaces only whole words in the decoded strings of JSON', async () => {
    await fc.assert(
      fc.asyncProperty(JSON_VALUE, IDS, SIZES, fc.boolean(), async (value, ids, sizes, isEscaped) => {
        const text = isEscaped ? escapedJson(value) : JSON.stringify(value, null, 1);
        const rewritten = await rewrittenText(text, ids, { sizes, selection: { format: 'json' } });
        expect(JSON.parse(rewritten)).toEqual(mapStrings(value, (string) => replacedWords(string, ids)));
      }),
      { numRuns: 500 },
    );
  });

  it('replaces only whole words below the selected properties of JSON', async () => {
    await fc.assert(
      fc.asyncProperty(JSON_VALUE, IDS, SIZES, fc.boolean(), async (value, ids, sizes, isEscaped) => {
        const text = isEscaped ? escapedJson(value) : JSON.stringify(value);
        const rewritten = await rewrittenText(text, ids, { sizes, selection: { properties: ['user'] } });
        const expected = mapBelow(value, 'user', (string) => replacedWords(string, ids));
        expect(JSON.parse(rewritten)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('replaces only whole words in the selected columns of a CSV', async () => {
    await fc.assert(
      fc.asyncProperty(
        RECORDS,
        IDS,
        SIZES,
        fc.constantFrom('\n', '\r\n'),
        async (records, ids, sizes, lineEnd) => {
          const csv = (rows: readonly (readonly string[])[]) =>
            rows.map((row) => row.map(quotedCell).join(',') + lineEnd).join('');
          const rewritten = await rewrittenText(csv([HEADING, ...records]), ids, {
            sizes,
            selection: { columns: ['owner, of it', '#1'] },
          });
          const expected = records.map((row) =>
            row.map((cell, column) => (column === 1 ? cell : replacedWords(cell, ids))),
          );
          expect(rewritten).toBe(csv([HEADING, ...expected]));
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('rewriting with the reversed map', () => {
  it('restores every byte if the input contains no new ID', async () => {
    await fc.assert(
      fc.asyncProperty(TEXT, IDS, SIZES, async (text, ids, sizes) => {
        const back = new Map([...ids].map(([from, to]) => [to, from]));
        const there = await rewrittenText(text, ids, { sizes });
        expect(await rewrittenText(there, back, { sizes })).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it('restores every byte if new IDs look like parts of an escape', async () => {
    const ids = new Map([
      ['U1', 'C0'],
      ['UA', 'n0'],
      ['UB', 'u0041'],
      ['U0', '40'],
      ['UAA', 'a_'],
    ]);
    const back = new Map([...ids].map(([from, to]) => [to, from]));
    const text = fc
      .array(fc.oneof(TOKEN, fc.constantFrom(...ids.keys(), '%', '\\', '%25')), { maxLength: 30 })
      .map((tokens) => tokens.join(''))
      .filter((made) => made.split(/[^A-Za-z0-9_]+/).every((word) => !/C0|n0|u0041|40|a_/.test(word)));
    await fc.assert(
      fc.asyncProperty(text, SIZES, fc.constantFrom('text', 'json'), async (made, sizes, format) => {
        const selection = { format } as const;
        const there = await rewrittenText(made, ids, { sizes, selection });
        expect(await rewrittenText(there, back, { sizes, selection })).toBe(made);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps only an ID whose replacement would become part of an escape', async () => {
    const ids = new Map([
      ['U1', 'C0AB'],
      ['U2', 'n2'],
    ]);
    for (const sizes of [[100], [1], [2]]) {
      expect(await rewrittenText('%U1 %25U1 \\U1 5U1 \\n%, U1', ids, { sizes })).toBe(
        '%U1 %25U1 \\C0AB 5U1 \\n%, C0AB',
      );
      expect(await rewrittenText('\\U2 %U2 \\nU2', ids, { sizes })).toBe('\\U2 %n2 \\nn2');
    }
  });

  it.each(['little', 'big'] as const)(
    'restores UTF-16 in %s-endian order with any content',
    async (order) => {
      const swapped = (bytes: Buffer) => (order === 'big' ? Buffer.from(bytes).swap16() : bytes);
      const utf16 = (text: string) => swapped(Buffer.from(`\ufeff${text}`, 'utf16le'));
      await fc.assert(
        fc.asyncProperty(TEXT, IDS, SIZES, async (text, ids, sizes) => {
          const there = await rewrittenBytes(utf16(text), ids, { sizes });
          expect(there.equals(utf16(replacedWords(text, ids)))).toBe(true);
        }),
        { numRuns: 200 },
      );
      // Unpaired surrogates, zeros, and an end in the middle of a code unit.
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), SIZES, async (bytes, sizes) => {
          const whole = Buffer.concat([utf16('U1 '), bytes]);
          const there = await rewrittenBytes(whole, new Map([['U1', 'W22']]), { sizes });
          expect(there.equals(Buffer.concat([utf16('W22 '), bytes]))).toBe(true);
          expect((await rewrittenBytes(there, new Map([['W22', 'U1']]), { sizes })).equals(whole)).toBe(true);
        }),
        { numRuns: 300 },
      );
    },
  );

  it('keeps bytes that are not UTF-8', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), SIZES, async (bytes, sizes) => {
        const text = Buffer.from(bytes).toString('latin1');
        expect(await rewrittenText(text, new Map([['U1', 'W1']]), { sizes })).toBe(
          replacedWords(text, new Map([['U1', 'W1']])),
        );
      }),
    );
  });
});

const HEADING = ['id', 'text', 'owner, of it'];
const CELL = fc
  .array(
    fc.oneof(ID, fc.constantFrom(' ', ',', '"', '\n', '""', 'x', '', '\\n', '\\', '%', '%40', '\\u0041')),
    { maxLength: 5 },
  )
  .map((tokens) => tokens.join(''));
const RECORDS = fc.array(fc.tuple(CELL, CELL, CELL), { maxLength: 5 });

function quotedCell(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

const NAME = fc.constantFrom('user', 'text', 'us"er', 'members');
const { value: JSON_VALUE } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    TEXT,
    fc.integer(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(NAME, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
type Value = string | number | readonly Value[] | { readonly [name: string]: Value };

/** JSON in which every second character is escaped, where that does not hide an ID. */
function escapedJson(value: Value): string {
  let turn = 0;
  return JSON.stringify(value).replace(/"(?:[^"\\]|\\.)*"/g, (string) => {
    const inner: string = JSON.parse(string);
    const written = Array.from({ length: inner.length }, (_, index) => {
      turn += 1;
      const unit = inner.charAt(index);
      // An escaped letter would hide an ID, and an escaped percent sign or backslash would hide the escape
      // after it.
      return turn % 2 === 0 && !/[A-Za-z0-9_%\\]/.test(unit)
        ? `\\u${inner.charCodeAt(index).toString(16).padStart(4, '0')}`
        : JSON.stringify(unit).slice(1, -1);
    });
    return `"${written.join('')}"`;
  });
}

function mapStrings(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value);
  if (typeof value === 'number') return value;
  if (isList(value)) return value.map((item) => mapStrings(item, change));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [change(name), mapStrings(item, change)]),
  );
}

function mapBelow(value: Value, name: string, change: (text: string) => string): Value {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (isList(value)) return value.map((item) => mapBelow(item, name, change));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === name ? mapStrings(item, change) : mapBelow(item, name, change),
    ]),
  );
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
