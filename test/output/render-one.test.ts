import { describe, expect, it } from 'vitest';
import { paletteFor } from '../../src/output/palette.ts';
import { renderOne } from '../../src/output/render.ts';
import type { RenderOptions } from '../../src/output/render-options.ts';
import { OUTPUT_FORMATS, type OutputFormat, type View } from '../../src/output/view.ts';
import { collected } from './collected.ts';

interface Person {
  readonly id: string;
  readonly name?: string;
  readonly active: boolean;
}

const VIEW: View<Person> = {
  json: ({ id, active }) => ({ id, active }),
  columns: [
    {
      name: 'name',
      heading: 'Display name',
      importance: 1,
      value: ({ name }) => name,
      paint: (text, _, palette) => palette.good(text),
    },
    { name: 'active', heading: 'Active', value: ({ active }) => active, isRedundant: true },
    { name: 'id', heading: 'ID', importance: 2, value: ({ id }) => id },
  ],
};

const ANNA: Person = { id: 'U1', name: 'Anna', active: true };

const render = (person: Person, options: Partial<RenderOptions> & { format: OutputFormat }) =>
  collected(
    renderOne(person, VIEW, {
      hasHeader: true,
      palette: paletteFor(false),
      width: undefined,
      isTerminal: false,
      ...options,
    }),
  );

/** Expected output of each format. The type requires an entry for each new format. */
const PRINTED: Readonly<Record<OutputFormat, string>> = {
  table: 'Display name  Anna\nID            U1\n',
  json: '{\n  "id": "U1",\n  "active": true\n}\n',
  ndjson: '{"id":"U1","active":true}\n',
  csv: 'name,id\nAnna,U1\n',
  tsv: 'name\tid\nAnna\tU1\n',
  yaml: 'id: U1\nactive: true\n',
  text: 'Anna\tU1\n',
};

describe('rendering of one object', () => {
  it.each(OUTPUT_FORMATS)('prints it as %s', async (format) => {
    expect(await render(ANNA, { format })).toBe(PRINTED[format]);
  });

  it('prints no line for an empty value', async () => {
    expect(await render({ id: 'U1', active: true }, { format: 'table' })).toBe('ID  U1\n');
  });

  it.each([
    [['name'], 'Display name  -\n'],
    [['id', 'name'], 'ID            U1\nDisplay name  -\n'],
  ])('prints a line for a requested column without a value: %s', async (columns, text) => {
    expect(await render({ id: 'U1', active: true }, { format: 'table', columns })).toBe(text);
  });

  it('prints a redundant column only if it is requested', async () => {
    expect(await render(ANNA, { format: 'table', columns: ['active'] })).toBe('Active  true\n');
  });

  it('wraps values at the terminal width, between words and within longer words', async () => {
    const long = { ...ANNA, name: `Anna Maria Lind of the engineers ${'a'.repeat(30)}` };
    const text = await render(long, { format: 'table', width: 40 });
    expect(text).toBe(
      [
        'Display name  Anna Maria Lind of the',
        '              engineers',
        `              ${'a'.repeat(26)}`,
        `              ${'a'.repeat(4)}`,
        'ID            U1',
        '',
      ].join('\n'),
    );
  });

  it('truncates values if there is no room to wrap them', async () => {
    const long = { ...ANNA, name: 'a'.repeat(100) };
    const text = await render(long, { format: 'table', width: 24 });
    expect(text).toBe(`Display na…  ${'a'.repeat(10)}…\nID           U1\n`);
  });

  it('prints dim headings and colored values', async () => {
    const text = await render(ANNA, { format: 'table', palette: paletteFor(true) });
    expect(text).toBe(
      '\u001b[2mDisplay name\u001b[22m  \u001b[32mAnna\u001b[39m\n\u001b[2mID\u001b[22m            U1\n',
    );
  });

  it('prints JSON as one value, not as a list', async () => {
    expect(JSON.parse(await render(ANNA, { format: 'json' }))).toEqual({ id: 'U1', active: true });
  });
});
