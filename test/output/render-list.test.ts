import { parse as parseCsv } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paletteFor } from '../../src/output/palette.ts';
import { chosenColumns, renderList } from '../../src/output/render.ts';
import type { RenderOptions } from '../../src/output/render-options.ts';
import { OUTPUT_FORMATS, type OutputFormat, type View } from '../../src/output/view.ts';
import type { Json } from '../../src/spec/protocol-types.ts';
import { collected } from './collected.ts';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly phone?: string;
  readonly active: boolean;
}

const VIEW: View<Person> = {
  json: ({ id, name, active }) => ({ id, displayName: name, active }),
  columns: [
    { name: 'name', heading: 'Name', importance: 1, value: ({ name }) => name },
    { name: 'active', heading: 'Active?', importance: 2, value: ({ active }) => active },
    { name: 'phone', heading: 'Phone', value: ({ phone }) => phone },
    { name: 'id', heading: 'ID', importance: 3, value: ({ id }) => id },
  ],
};

const PEOPLE: readonly Person[] = [
  { id: 'U1', name: 'Anna, "A" Lind', phone: '+46 8', active: true },
  { id: 'U2', name: 'Bo\tLi', active: false },
];

const DEFAULTS = { hasHeader: true, palette: paletteFor(false), width: undefined, isTerminal: false };
const render = (rows: readonly Person[], options: Partial<RenderOptions> & { format: OutputFormat }) =>
  collected(renderList(rows, VIEW, { ...DEFAULTS, ...options }));

/** Expected output of each format. The type requires an entry for each new format. */
const PRINTED: Readonly<Record<OutputFormat, string>> = {
  table: `Name            Active?  ID
Anna, "A" Lind  true     U1
Bo Li           false    U2
`,
  json: `[
  {
    "id": "U1",
    "displayName": "Anna, \\"A\\" Lind",
    "active": true
  },
  {
    "id": "U2",
    "displayName": "Bo\\tLi",
    "active": false
  }
]
`,
  ndjson: `{"id":"U1","displayName":"Anna, \\"A\\" Lind","active":true}
{"id":"U2","displayName":"Bo\\tLi","active":false}
`,
  csv: 'name,active,id\n"Anna, ""A"" Lind",true,U1\nBo\tLi,false,U2\n',
  tsv: 'name\tactive\tid\nAnna, "A" Lind\ttrue\tU1\nBo\\tLi\tfalse\tU2\n',
  yaml: `- id: U1
  displayName: Anna, "A" Lind
  active: true
- id: U2
  displayName: "Bo\\tLi"
  active: false
`,
  text: 'Anna, "A" Lind\ttrue\tU1\nBo\\tLi\tfalse\tU2\n',
};

const EMPTY: Readonly<Record<OutputFormat, string>> = {
  table: '',
  json: '[]\n',
  ndjson: '',
  csv: 'name,active,id\n',
  tsv: 'name\tactive\tid\n',
  yaml: '[]\n',
  text: '',
};

describe('rendering of a list', () => {
  it.each(OUTPUT_FORMATS)('prints rows as %s', async (format) => {
    expect(await render(PEOPLE, { format })).toBe(PRINTED[format]);
  });

  it.each(OUTPUT_FORMATS)('prints an empty list as %s', async (format) => {
    expect(await render([], { format })).toBe(EMPTY[format]);
  });

  it.each<[OutputFormat, string]>([
    ['table', 'Bo Li  false  U2\n'],
    ['csv', 'Bo\tLi,false,U2\n'],
    ['tsv', 'Bo\\tLi\tfalse\tU2\n'],
  ])('prints no header row as %s without hasHeader', async (format, text) => {
    expect(await render(PEOPLE.slice(1), { format, hasHeader: false })).toBe(text);
  });

  it('prints the requested columns in their order, including columns hidden by default', async () => {
    const columns = ['phone', 'name'];
    expect(await render(PEOPLE, { format: 'csv', columns })).toBe(
      'phone,name\n\'+46 8,"Anna, ""A"" Lind"\n,Bo\tLi\n',
    );
    expect(await render(PEOPLE.slice(1), { format: 'table', columns })).toBe('Phone  Name\n       Bo Li\n');
  });

  it.each(['json', 'ndjson', 'yaml'] as const)(
    'prints whole objects as %s with any columns',
    async (format) => {
      expect(await render(PEOPLE, { format, columns: ['phone'] })).toBe(await render(PEOPLE, { format }));
    },
  );
});

describe('rendering of a streamed list', () => {
  const json = fc.jsonValue({ maxDepth: 3 }).map((value): Json => JSON.parse(JSON.stringify(value)));
  const view: View<Json> = { json: (value) => value, columns: [] };

  it('prints the same JSON as JSON.stringify for the whole list', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(json), async (values) => {
        const text = await collected(renderList(values, view, { ...DEFAULTS, format: 'json' }));
        expect(text).toBe(`${JSON.stringify(values, null, 2)}\n`);
      }),
    );
  });

  it('prints one line for each value as NDJSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(json), async (values) => {
        const text = await collected(renderList(values, view, { ...DEFAULTS, format: 'ndjson' }));
        expect(text).toBe(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
      }),
    );
  });

  it.each(OUTPUT_FORMATS.filter((format) => format !== 'table'))(
    'prints a row as %s before the next row is read',
    async (format) => {
      let asked = 0;
      async function* rows() {
        for (const person of [...PEOPLE, ...PEOPLE]) {
          asked += 1;
          yield person;
        }
      }
      let before = '';
      for await (const piece of renderList(rows(), VIEW, { ...DEFAULTS, format })) {
        before += piece;
        if (before.includes('U1')) break;
      }
      expect(asked).toBe(1);
    },
  );

  it.each([
    ['csv', ','],
    ['tsv', '\t'],
  ] as const)('writes no heading of %s if no row could be read', async (format, comma) => {
    const texts: string[] = [];
    const read = async (count: number, fails: boolean) => {
      async function* rows() {
        yield* Array.from({ length: count }, (_, index) => ({ id: `U${index}`, name: 'Bo', active: true }));
        if (fails) throw new Error('the read failed');
      }
      texts.length = 0;
      for await (const piece of renderList(rows(), VIEW, { ...DEFAULTS, format, columns: ['id', 'name'] }))
        texts.push(piece);
    };
    await expect(read(0, true)).rejects.toThrow('the read failed');
    expect(texts.join('')).toBe('');
    await expect(read(1, true)).rejects.toThrow('the read failed');
    expect(texts.join('')).toBe(`id${comma}name\nU0${comma}Bo\n`);
    await read(0, false);
    expect(texts.join('')).toBe(`id${comma}name\n`);
  });

  it('writes CSV that is parsed back to the same cells', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', ' ', 'å') });
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1 }), async (names) => {
        const people = names.map((name) => ({ id: 'U1', name: `x${name}`, active: true }));
        const rows = parseCsv(await render(people, { format: 'csv' }));
        expect(rows.slice(1)).toEqual(people.map(({ name }) => [name, 'true', 'U1']));
      }),
    );
  });
});

describe('chosenColumns', () => {
  const names = (columns?: readonly string[]) =>
    chosenColumns(VIEW, columns === undefined ? {} : { columns }).map(({ name }) => name);

  it('returns the columns with an importance in the order of the view', () => {
    expect(names()).toEqual(['name', 'active', 'id']);
  });

  it('returns the requested columns without unknown ones', () => {
    expect(names(['id', 'phone', 'nothing', 'id'])).toEqual(['id', 'phone', 'id']);
    expect(names([])).toEqual([]);
  });
});
