import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createResourceWalker } from '../../src/scim/walk-resources.ts';
import { runsOf } from '../support/runs-of.ts';

/** Walks through a list and takes its texts apart. */
function texts(list: string, walk = createResourceWalker()): readonly string[] | undefined {
  const bytes = Buffer.from(list);
  const walked = walk(bytes, 0);
  if (walked === undefined) return undefined;
  const ends = [...walked.commas, walked.end];
  const found = ends.map((end, index) => bytes.toString('utf8', (ends[index - 1] ?? -1) + 1, end));
  return walked.end === 0 ? [] : found;
}

/** Values that look like the borders between resources. */
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
  it('finds each resource as it came, on one page after the other', () => {
    fc.assert(
      fc.property(pages, (all) => {
        const walk = createResourceWalker();
        for (const page of all)
          expect(texts(listOf(page), walk)).toEqual(page.map((one) => JSON.stringify(one)));
      }),
      { numRuns: 200 },
    );
  });

  it('finds the wanted members of each resource, and its ID', () => {
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

  it('takes nothing for JSON that JSON.parse refuses, however well it knows the list', () => {
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

  it.each<[string, string]>([
    ['NaN', '{"id":"a","n":NaN}]'],
    ['a member without a name', '{"id":"W5999",NaN}]'],
    ['a number with a zero in front', '{"n":01}]'],
    ['a number that ends with its point', '{"n":1.}]'],
    ['a number without digits', '{"n":-}]'],
    ['an exponent without digits', '{"n":1e+}]'],
    ['a word that is cut', '{"n":tru}]'],
    ['an escape that JSON has not', '{"n":"\\x41"}]'],
    ['a short \\u', '{"n":"\\u00g0"}]'],
    ['a line break in a text', '{"n":"a\nb"}]'],
    ['DEL, which a terminal would obey', '{"n":"a\u007fb"}]'],
    ['a comma behind the last member', '{"n":1,}]'],
    ['a comma behind the last resource', '{"n":1},]'],
    ['a comma in front of the first', ',{"n":1}]'],
    ['no comma between resources', '{"n":1}{"n":2}]'],
    ['brackets that do not fit', '{"n":[1}]'],
    ['no end', '{"n":[1]}'],
    ['a text without an end', '{"n":"a'],
    ['blanks', '{"n": 1}]'],
    ['null in place of a resource', '{"n":1},null]'],
    ['a text in place of a resource', '"W1"]'],
    ['a list in place of a resource', '[{"n":1}]]'],
    ['nothing at all', ''],
  ])('refuses %s', (_, list) => {
    expect(texts(list)).toBeUndefined();
    const walk = createResourceWalker();
    texts('{"id":"a","n":1},{"id":"b","n":"c"}]', walk);
    expect(texts(list, walk)).toBeUndefined();
  });

  it.each([0, -0.5, 10, 1.25, 1e21, 5e-324, -1e-7])('takes the number %d', (number) => {
    expect(texts(`{"n":${number}}]`)).toEqual([`{"n":${number}}`]);
    expect(texts(`{"n":${number.toExponential().toUpperCase()}}]`)).toHaveLength(1);
  });

  it.each([
    [99, true],
    [100, true],
    [101, false],
  ])('takes %d levels: %s', (levels, isTaken) => {
    const inside = levels - 1;
    const list = `{"n":${'['.repeat(inside)}${']'.repeat(inside)}}]`;
    expect(texts(list) !== undefined).toBe(isTaken);
  });

  it('finds its way through more names than it remembers', () => {
    const many = Array.from({ length: 6000 }, (_, index) => ({ id: `W${index}`, [`name${index}`]: index }));
    const walk = createResourceWalker();
    for (let pass = 0; pass < 2; pass += 1) expect(texts(listOf(many), walk)).toHaveLength(6000);
    const wide = { id: 'W1', ['x'.repeat(5000)]: 1 };
    expect(texts(listOf([wide, wide]), walk)).toEqual([JSON.stringify(wide), JSON.stringify(wide)]);
  });
});
