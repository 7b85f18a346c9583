import { describe, expect, it } from 'vitest';
import { paletteFor } from '../../src/output/palette.ts';
import { renderList, renderOne } from '../../src/output/render.ts';
import type { Json } from '../../src/spec/protocol-types.ts';
import { collected } from './collected.ts';

const options = {
  format: 'yaml',
  hasHeader: true,
  palette: paletteFor(false),
  width: undefined,
  isTerminal: false,
} as const;
const view = { columns: [], json: (value: Json) => value };
/** A text whose JSON has this many characters. */
const text = (length: number) => 'x'.repeat(length - 2);

describe('size limit of YAML output', () => {
  it.each([1_999_999, 2_000_000])('accepts %d characters', async (length) => {
    expect(await collected(renderOne(text(length), view, options))).toHaveLength(length - 1);
  });

  it('refuses more, for one object and for a list', async () => {
    const error = { kind: 'usage', message: 'a result of 3 MB is too large for YAML', hint: '-o json' };
    await expect(collected(renderOne(text(2_000_001), view, options))).rejects.toMatchObject(error);
    const list = collected(renderList([text(1_999_999)], view, options));
    await expect(list).rejects.toMatchObject(error);
  });
});
