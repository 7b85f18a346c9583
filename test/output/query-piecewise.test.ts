import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paletteFor } from '../../src/output/palette.ts';
import { applyQuery, isElementWise } from '../../src/output/query.ts';
import { renderList } from '../../src/output/render.ts';
import type { Json } from '../../src/spec/wire.ts';
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

describe('a query that is applied to a list piece by piece', () => {
  it('is one that looks at each element by itself', () => {
    expect(ELEMENT_WISE.filter((expression) => !isElementWise(expression))).toEqual([]);
    expect(WHOLE.filter(isElementWise)).toEqual([]);
    expect(['[?', '[*', ''].filter(isElementWise)).toEqual([]);
  });

  it('gives what it gives on the whole list', async () => {
    const element = fc.record(
      { id: fc.constantFrom('a', 'b'), n: fc.integer(), active: fc.boolean(), userName: fc.string() },
      { requiredKeys: [] },
    );
    const lists = fc.array(element, { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ELEMENT_WISE), lists, async (query, list) => {
        // Long enough to be cut into pieces.
        const rows: Json[] = Array.from({ length: 80 }, () => list).flat();
        const view = { json: (row: Json) => row, columns: [] };
        const options = {
          format: 'ndjson',
          query,
          hasHeader: true,
          palette: paletteFor(false),
          width: undefined,
          isTerminal: false,
        } as const;
        const lines = (await collected(renderList(rows, view, options))).split('\n').slice(0, -1);
        expect(lines.map((line) => JSON.parse(line))).toEqual(applyQuery(query, rows));
      }),
      { numRuns: 50 },
    );
  });
});
