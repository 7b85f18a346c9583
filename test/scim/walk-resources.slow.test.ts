import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createResourceWalker } from '../../src/scim/walk-resources.ts';
import { runsOf } from '../support/number-of-runs.ts';

/** Walks through a list and returns the text of each resource. */
function texts(list: string, walk = createResourceWalker()): readonly string[] | undefined {
  const bytes = Buffer.from(list);
  const walked = walk(bytes, 0);
  if (walked === undefined) return undefined;
  const ends = [...walked.commas, walked.end];
  const found = ends.map((end, index) => bytes.toString('utf8', (ends[index - 1] ?? -1) + 1, end));
  return walked.end === 0 ? [] : found;
}

/** Values that look like the boundary between resources. */
const tricky = fc.constantFrom(
  '},{"id":',
  '],"totalResults":9}',
  '\\',
  '"',
  '{"id":',
  ',',
  'é',
  '👍',
  '',
  '\n',
);
const leaf = fc.oneof(tricky, fc.string(), fc.double(), fc.integer(), fc.constant(null), fc.boolean());
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom('id', 'value', 'a"b'), fc.string()), tie('value'), { maxKeys: 4 }),
  ),
}));
const resource = fc.record(
  { id: fc.string(), userName: leaf, emails: fc.array(value, { maxLength: 3 }), 'x"y': value, é: value },
  { requiredKeys: [] },
);
const pages = fc.array(fc.array(resource, { maxLength: 8 }), { minLength: 1, maxLength: 6 });
const listOf = (resources: readonly unknown[]) => `${resources.map((one) => JSON.stringify(one)).join(',')}]`;

describe('walking through resources', () => {
  it('returns each resource unchanged, page after page', () => {
    fc.assert(
      fc.property(pages, (all) => {
        const walk = createResourceWalker();
        for (const page of all)
          expect(texts(listOf(page), walk)).toEqual(page.map((one) => JSON.stringify(one)));
      }),
      { numRuns: 200 },
    );
  });

  it('returns the selected members of each resource, and its ID', () => {
    fc.assert(
      fc.property(pages, fc.subarray(['id', 'userName', 'emails', 'x"y', 'é']), (all, wanted) => {
        const walk = createResourceWalker((name) => wanted.includes(name));
        for (const page of all) {
          const bytes = Buffer.from(listOf(page));
          const { spans = [], spanEnds = [], ids = [] } = walk(bytes, 0) ?? {};
          const text = (from: number) => bytes.toString('utf8', spans[from], spans[from + 1]);
          const found = spanEnds.map((end, index) => {
            const own: string[] = [];
            for (let at = spanEnds[index - 1] ?? 0; at < end; at += 2) own.push(text(at));
            return JSON.parse(`{${own.join()}}`);
          });
          const picked = page.map((one) =>
            Object.fromEntries(Object.entries(one).filter(([name]) => wanted.includes(name))),
          );
          expect(found).toEqual(JSON.parse(JSON.stringify(picked)));
          const first = ids.length === 0 ? undefined : bytes.toString('utf8', ids[0], ids[1]);
          const known = page.flatMap(({ id }) => (id === undefined ? [] : [JSON.stringify(id).slice(1, -1)]));
          expect(first).toBe(known[0]);
          expect(ids).toHaveLength(2 * known.length);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('returns no resource that JSON.parse refuses, even in a list of known shape', () => {
    const edits = fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        drop: fc.integer({ min: 0, max: 3 }),
        put: fc.constantFrom('', ',', '"', '}', '{', ']', '[', ':', '1', 'null', 'NaN', '\\', '\u0000', 'é'),
      }),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(pages, edits, (all, changes) => {
        const walk = createResourceWalker();
        for (const page of all) texts(listOf(page), walk);
        let list = listOf(all.flat());
        for (const { at, drop, put } of changes) {
          const place = Math.floor(at * list.length);
          list = list.slice(0, place) + put + list.slice(place + drop);
        }
        const found = texts(list, walk);
        if (found === undefined) return;
        for (const text of found) expect(JSON.parse(text)).toBeInstanceOf(Object);
      }),
      { numRuns: runsOf(400) },
    );
  });

  it('notices each changed byte of a known shape', () => {
    for (let length = 1; length <= 24; length += 1) {
      const name = 'abcdefghijklmnopqrstuvwxyz'.slice(0, length);
      for (let at = 0; at < length; at += 1) {
        // A walker of its own: one that knows other shapes may have forgotten this one.
        const walk = createResourceWalker((member) => member === name);
        const spansOf = (member: string) => walk(Buffer.from(`{"${member}":1}]`), 0)?.spans.length;
        expect([spansOf(name), spansOf(name)]).toEqual([2, 2]);
        expect(spansOf(`${name.slice(0, at)}_${name.slice(at + 1)}`)).toBe(0);
      }
    }
  });

  it.each<[string, string]>([
    ['NaN', '{"id":"a","n":NaN}]'],
    ['a member without a name', '{"id":"W5999",NaN}]'],
    ['a number with a leading zero', '{"n":01}]'],
    ['a number that ends with a decimal point', '{"n":1.}]'],
    ['a number without digits', '{"n":-}]'],
    ['an exponent without digits', '{"n":1e+}]'],
    ['a truncated literal', '{"n":tru}]'],
    ['an escape that is not JSON', '{"n":"\\x41"}]'],
    ['a short \\u', '{"n":"\\u00g0"}]'],
    ['a line break in a string', '{"n":"a\nb"}]'],
    ['DEL, a terminal control character', '{"n":"a\u007fb"}]'],
    ['a trailing comma after the last member', '{"n":1,}]'],
    ['a trailing comma after the last resource', '{"n":1},]'],
    ['a leading comma', ',{"n":1}]'],
    ['no comma between resources', '{"n":1}{"n":2}]'],
    ['mismatched brackets', '{"n":[1}]'],
    ['no end', '{"n":[1]}'],
    ['an unterminated string', '{"n":"a'],
    ['whitespace', '{"n": 1}]'],
    ['null in place of a resource', '{"n":1},null]'],
    ['a string in place of a resource', '"W1"]'],
    ['a list in place of a resource', '[{"n":1}]]'],
    ['an empty text', ''],
  ])('refuses %s', (_, list) => {
    expect(texts(list)).toBeUndefined();
    const walk = createResourceWalker();
    texts('{"id":"a","n":1},{"id":"b","n":"c"}]', walk);
    expect(texts(list, walk)).toBeUndefined();
  });

  it.each([0, -0.5, 10, 1.25, 1e21, 5e-324, -1e-7])('accepts the number %d', (number) => {
    expect(texts(`{"n":${number}}]`)).toEqual([`{"n":${number}}`]);
    expect(texts(`{"n":${number.toExponential().toUpperCase()}}]`)).toHaveLength(1);
  });

  it.each([
    [99, true],
    [100, true],
    [101, false],
  ])('accepts %d levels: %s', (levels, isTaken) => {
    const inside = levels - 1;
    const list = `{"n":${'['.repeat(inside)}${']'.repeat(inside)}}]`;
    expect(texts(list) !== undefined).toBe(isTaken);
  });

  it('handles more names than it remembers', () => {
    const many = Array.from({ length: 6000 }, (_, index) => ({ id: `W${index}`, [`name${index}`]: index }));
    const walk = createResourceWalker();
    for (let pass = 0; pass < 2; pass += 1) expect(texts(listOf(many), walk)).toHaveLength(6000);
    const wide = { id: 'W1', ['x'.repeat(5000)]: 1 };
    expect(texts(listOf([wide, wide]), walk)).toEqual([JSON.stringify(wide), JSON.stringify(wide)]);
  });
});
