import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paletteFor } from '../../src/output/palette.ts';
import { applyQuery, isElementWise, membersRead } from '../../src/output/query.ts';
import { renderList, renderPages } from '../../src/output/render.ts';
import { OUTPUT_FORMATS, type OutputFormat } from '../../src/output/view.ts';
import type { Json } from '../../src/spec/protocol-types.ts';
import { collected } from './collected.ts';

const ELEMENT_WISE = [
  '[?active].userName',
  '[*].id',
  '[*].{a: id, b: emails[0].value}',
  "[?id != 'a']",
  '[*].[id, n]',
];
const WHOLE = [
  'length(@)',
  '@',
  '[0]',
  '[0:2].id',
  '[] | [0]',
  'sort_by(@, &id)',
  '[].emails[].value',
  'max([*].n)',
];

/** The formats in which an element is printed without knowing the others. */
const IS_PIECEWISE: Readonly<Record<OutputFormat, boolean>> = {
  table: false,
  json: true,
  ndjson: true,
  csv: false,
  tsv: false,
  yaml: true,
  text: true,
};
const PIECEWISE = OUTPUT_FORMATS.filter((format) => IS_PIECEWISE[format]);
const WHOLE_LIST = OUTPUT_FORMATS.filter((format) => !IS_PIECEWISE[format]);
const OPTIONS = {
  hasHeader: true,
  palette: paletteFor(false),
  width: undefined,
  isTerminal: false,
} as const;

describe('query applied to a list in chunks', () => {
  it('is used if the expression evaluates each element separately', () => {
    expect(ELEMENT_WISE.filter((expression) => !isElementWise(expression))).toEqual([]);
    expect(WHOLE.filter(isElementWise)).toEqual([]);
    expect(['[?', '[*', ''].filter(isElementWise)).toEqual([]);
  });

  it.each(PIECEWISE)('returns the same as on the whole list, as %s', async (format) => {
    const element = fc.record(
      { id: fc.constantFrom('a', 'b'), n: fc.integer(), active: fc.boolean(), userName: fc.string() },
      { requiredKeys: [] },
    );
    const lists = fc.array(element, { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ELEMENT_WISE), lists, async (query, list) => {
        // Long enough to be rendered in several chunks.
        const rows: Json[] = Array.from({ length: 80 }, () => list).flat();
        const view = { json: (row: Json) => row, columns: [] };
        const whole = renderList(rows, view, { ...OPTIONS, format, query: `${query} | @` });
        expect(await collected(renderList(rows, view, { ...OPTIONS, format, query }))).toBe(
          await collected(whole),
        );
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ...PIECEWISE.map((format) => [format, '[*].id', 1] as const),
    ...PIECEWISE.map((format) => [format, 'sort([*].id)', 3] as const),
    ...WHOLE_LIST.map((format) => [format, '[*].id', 3] as const),
  ])('prints %s of %s after page %d of 3', async (format, query, expected) => {
    let read = 0;
    async function* pages() {
      for (; read < 3; ) {
        read += 1;
        yield [{ id: 'a' }];
      }
    }
    const view = { json: (row: Json) => row, columns: [] };
    for await (const text of renderPages(pages(), view, { ...OPTIONS, format, query })) {
      if (text === '') continue;
      break;
    }
    expect(read).toBe(expected);
  });
});

describe('properties read by a query', () => {
  it.each<[string, readonly string[] | undefined]>([
    ['[?active].userName', ['active', 'userName']],
    ['[*].{a: id, b: emails[0].value}', ['emails', 'id']],
    ["[?name.givenName=='x' && !active].id", ['active', 'id', 'name']],
    ['[?emails[?primary]].[id, n]', ['emails', 'id', 'n']],
    ['[*].emails[].value | [0]', undefined],
    ['[*].length(userName)', ['userName']],
    ['[*].emails[*].value', ['emails']],
    ['[*].name.*', ['name']],
    ['[*].`1`', undefined],
    ['[?active]', undefined],
    ['[*].keys(@)', undefined],
    ['[*].*', undefined],
    ['[*].let $x = id in $x', undefined],
    ['[0]', undefined],
    ['length(@)', undefined],
    ['[?', undefined],
  ])('of %s are %j', (expression, members) => {
    const found = membersRead(expression);
    expect(found === undefined ? undefined : [...found].sort()).toEqual(members);
  });

  it('are sufficient to evaluate it', () => {
    const inner = fc.record({ id: fc.constantFrom('a', 'b'), n: fc.nat(3) }, { requiredKeys: [] });
    const element = fc.record(
      { id: fc.constantFrom('a', 'b'), n: fc.nat(3), name: inner, emails: fc.array(inner, { maxLength: 3 }) },
      { requiredKeys: [] },
    );
    const names = fc.constantFrom('id', 'n', 'name', 'emails', 'x');
    const path = fc.array(names, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
    const piece = fc.oneof(
      path,
      fc.tuple(names, path).map(([list, inside]) => `${list}[*].${inside}`),
      fc.tuple(names, path).map(([list, inside]) => `${list}[?${inside}]`),
      fc.tuple(names, names).map(([one, other]) => `{a: ${one}, b: ${other}[0]}`),
      fc.tuple(names, names).map(([one, other]) => `(${one} || !${other})`),
      fc.tuple(names, names).map(([one, other]) => `not_null(${one}, ${other})`),
      names.map((name) => `${name}.*`),
      fc.constant('@'),
    );
    const expressions = fc.oneof(
      piece.map((right) => `[*].${right}`),
      fc.tuple(piece, piece).map(([condition, right]) => `[?${condition}].${right}`),
    );
    fc.assert(
      fc.property(expressions, fc.array(element, { maxLength: 4 }), (expression, all) => {
        const whole: Json = JSON.parse(JSON.stringify(all));
        const members = membersRead(expression);
        if (members === undefined) return;
        const parts = all.map((one) =>
          Object.fromEntries(Object.entries(one).filter(([name]) => members.has(name))),
        );
        const cut: Json = JSON.parse(JSON.stringify(parts));
        expect(applyQuery(expression, cut)).toEqual(applyQuery(expression, whole));
      }),
      { numRuns: 300 },
    );
  });
});
