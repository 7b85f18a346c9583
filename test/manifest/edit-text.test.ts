import { describe, expect, it } from 'vitest';
import { editsFor } from '../../src/manifest/edit-text.ts';
import type { ManifestChange } from '../../src/manifest/problem.ts';
import { readManifest } from '../../src/manifest/read-manifest.ts';
import type { Range } from '../../src/manifest/source-tree.ts';
import { applyEdits, overlaps, type TextEdit } from '../../src/manifest/text-edit.ts';
import { findingsIn } from './support/find-finding.ts';

const DIFFICULT = [
  "it's",
  "''",
  "'",
  'say "hi"',
  'a: b',
  '# no',
  'yes',
  '',
  ' x ',
  '🌊',
  '12',
  'back\\slash',
];

async function changed(text: string, format: 'yaml' | 'json', change: ManifestChange) {
  const edits = editsFor(await readManifest(text, format), change);
  const after = applyEdits(text, edits ?? []);
  return { after, data: (await readManifest(after, format)).data };
}

describe('value replaced in a text', () => {
  it.each([
    ['in single quotes', 'yaml', "a: {b: 'x', c: 1}\n"],
    ['in double quotes', 'yaml', 'a: {b: "x", c: 1}\n'],
    ['plain', 'yaml', 'a:\n  b: x\n  c: 1\n'],
    ['in JSON', 'json', '{"a": {"b": "x", "c": 1}}'],
  ] as const)('reads back unchanged: %s', async (_, format, text) => {
    for (const value of DIFFICULT) {
      const { after, data } = await changed(text, format, { do: 'replace', path: ['a', 'b'], value });
      expect({ after, data }).toEqual({ after, data: { a: { b: value, c: 1 } } });
    }
  });

  it.each([
    ['in single quotes', 'yaml', "'a': {b: 1}\n"],
    ['in double quotes', 'yaml', '"a": {b: 1}\n'],
    ['plain', 'yaml', 'a:\n  b: 1\n'],
    ['in JSON', 'json', '{"a": {"b": 1}}'],
  ] as const)('reads back unchanged as a key: %s', async (_, format, text) => {
    for (const key of DIFFICULT) {
      const { after, data } = await changed(text, format, { do: 'rename', path: ['a'], key });
      expect({ after, data }).toEqual({ after, data: { [key]: { b: 1 } } });
    }
  });

  it('keeps the quotes of the old value', async () => {
    const { after } = await changed("a: 'x' # why\n", 'yaml', { do: 'replace', path: ['a'], value: "it's" });
    expect(after).toBe("a: 'it''s' # why\n");
  });
});

describe('length limit of a callback ID', () => {
  it.each([
    [99, 0],
    [100, 0],
    [101, 1],
  ])('%i characters give %i findings', async (length, count) => {
    const text = `display_information: {name: Tides}\nfunctions: {${'n'.repeat(length)}: {title: x, description: x, input_parameters: {properties: {}}, output_parameters: {properties: {}}}}\n`;
    const found = await findingsIn('m.yaml', text);
    expect(found.filter(({ rule }) => rule === 'callback-id-length')).toHaveLength(count);
  });
});

describe('overlapping edits', () => {
  it.each<[string, Range, Range, boolean]>([
    ['apart', [0, 2], [5, 8], false],
    ['side by side', [0, 3], [3, 8], false],
    ['in part', [0, 4], [3, 8], true],
    ['one within the other', [2, 4], [0, 8], true],
    ['the same range', [2, 4], [2, 4], true],
    ['an insertion within a range', [3, 3], [0, 8], true],
    ['an insertion at the start of a range', [3, 3], [3, 8], false],
    ['an insertion at the end of a range', [8, 8], [3, 8], false],
    ['two insertions at one place', [3, 3], [3, 3], false],
  ])('%s: %j and %j overlap: %s', (_, one, other, expected) => {
    const [first, second] = [one, other].map((range) => ({ range, text: 'x' })) as [TextEdit, TextEdit];
    expect([overlaps(first, second), overlaps(second, first)]).toEqual([expected, expected]);
  });
});
