import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPageCutter } from '../../src/scim/cut-page.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const page = (resources: readonly unknown[], totalResults = resources.length) =>
  JSON.stringify({ schemas: ['urn:x'], totalResults, Resources: resources, itemsPerPage: resources.length });

/** Cuts a page, and takes its texts apart at the commas. */
function cut(text: string, asked = 1000, cutter = createPageCutter()): readonly string[] | undefined {
  const found = cutter(bytes(text), asked);
  if (found === undefined) return undefined;
  const { content, commas, count } = found;
  const ends = [...commas, content.length];
  const texts = ends.map((end, index) =>
    content.toString('utf8', index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end),
  );
  expect(count).toBe(content.length === 0 ? 0 : texts.length);
  return count === 0 ? [] : texts;
}

/** Values that look like the borders between resources. */
const tricky = fc.constantFrom('},{"id":', '],"totalResults":9}', '\\', '"', '{"id":', ',', 'é', '👍', '');
const value = fc.oneof(tricky, fc.string(), fc.integer(), fc.constant(null), fc.boolean());
/** A service makes all resources alike: with lists in them, or without. */
const resources = fc.constantFrom(0, 1).chain((fewest) =>
  fc.array(
    fc.record({
      id: fc.string(),
      a: value,
      b: fc.array(fc.record({ id: value, c: value }), { minLength: fewest, maxLength: 3 * fewest }),
      'x"y': fc.dictionary(fc.constantFrom('id', 'é'), value),
    }),
    { maxLength: 30 },
  ),
);

describe('cutting resources out of a page', () => {
  it('gives the texts as they came, on one page after the other, or leaves the page to be parsed', () => {
    fc.assert(
      fc.property(resources, fc.integer({ min: 1, max: 7 }), (all, asked) => {
        const cutter = createPageCutter();
        for (let from = 0; from < all.length; from += asked) {
          const part = all.slice(from, from + asked);
          const texts = cut(page(part), asked, cutter);
          if (texts !== undefined) expect(texts).toEqual(part.map((one) => JSON.stringify(one)));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('cuts every page of an ordinary list', () => {
    const cutter = createPageCutter();
    const user = (id: string) => ({
      id,
      emails: [{ value: `${id}@x.example` }, { value: 'b' }],
      name: { a: 'ü' },
    });
    for (const ids of [['a', 'b', 'c'], ['d', 'e', 'f'], ['g']]) {
      const users = ids.map(user);
      expect(cut(page(users, 7), 3, cutter)).toEqual(users.map((one) => JSON.stringify(one)));
    }
    expect(cutter(bytes(page([user('h')], 7)), 3)?.totalResults).toBe(7);
    expect(cut(page([]), 3, cutter)).toEqual([]);
  });

  it.each([
    ['is not compact', '{"totalResults":1,"Resources":[{"id": 1}]}'],
    ['is indented', JSON.stringify({ totalResults: 1, Resources: [{ id: 1 }] }, null, 2)],
    ['is cut in a string', '{"totalResults":2,"Resources":[{"id":"a"},{"id":"b'],
    ['is cut between values', '{"totalResults":2,"Resources":[{"id":"a"}'],
    ['is cut behind the list', '{"totalResults":2,"Resources":[{"id":"a"}]'],
    ['closes what was not open', '{"totalResults":2,"Resources":[{"id":"a"}}]}'],
    ['has no total', '{"Resources":[{"id":"a"}]}'],
    ['has no resources', '{"totalResults":0}'],
    ['is no JSON', '<html>"Resources":[</html>'],
    ['has C1 controls', page([{ id: 'a\u009b31m' }])],
    ['has DEL', page([{ id: 'a\u007f' }])],
    ['turns text around', page([{ id: 'a\u202eb' }])],
    ['has a line break in a string', '{"totalResults":1,"Resources":[{"id":"a\nb"}]}'],
  ])('leaves a page to be parsed that %s', (_, text) => {
    expect(cut(text)).toBeUndefined();
  });
});
