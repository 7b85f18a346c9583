import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/terminal/read-document.ts';

const read = (text: string) => readDocument('-', Readable.from([Buffer.from(text)]));

describe('document in YAML or JSON', () => {
  it('reads the same object in both formats', async () => {
    const expected = { userName: 'ada', emails: [{ value: 'ada@x.example', primary: true }], title: null };
    expect(await read(JSON.stringify(expected))).toEqual(expected);
    expect(await read(JSON.stringify(expected, null, 2))).toEqual(expected);
    expect(
      await read('userName: ada\nemails:\n  - value: ada@x.example\n    primary: true\ntitle: ~\n'),
    ).toEqual(expected);
  });

  it('reads any JSON object like JSON.parse', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), async (value) => {
        const text = JSON.stringify(value);
        expect(await read(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['[1, 2]', 'does not contain an object'],
    ['just words', 'does not contain an object'],
    ['', 'does not contain an object'],
    ['{"a": 1,}', /^\(stdin\):1:9: /],
    ['{\n  "a": x\n}', /^\(stdin\):2:8: /],
    ['a: 1\na: 2\n', /^\(stdin\):2:1: /],
    ['{"a": 1, "b": {"a": 1}, "a": 1}', '(stdin): "a" is duplicated in one object'],
    ['{"a": [{"b": 1, "\\u0062": 2}]}', '(stdin): "b" is duplicated in one object'],
    ['a: [1\nb: 2', /^\(stdin\):\d+:\d+: /],
  ])('refuses invalid text with its position: %j', async (text, message) => {
    const wanted =
      typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message);
    await expect(read(text)).rejects.toMatchObject({ kind: 'invalidInput', message: wanted });
  });

  it.each([
    ['brackets', `a: ${'['.repeat(900)}`],
    ['JSON', `{"a":${'['.repeat(100_000)}`],
    ['indentation', Array.from({ length: 900 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ])('refuses deeply nested text, even a second time: %s', async (_, text) => {
    for (const _time of [1, 2]) {
      await expect(read(text)).rejects.toMatchObject({
        kind: 'invalidInput',
        message: expect.stringMatching(/nested (deeper|too)/),
      });
    }
  });

  it('refuses exponential expansion of aliases', async () => {
    const lines = ['a0: &a0 [x]'];
    for (let level = 1; level < 9; level += 1)
      lines.push(`a${level}: &a${level} [${Array.from({ length: 9 }, () => `*a${level - 1}`).join(', ')}]`);
    await expect(read(lines.join('\n'))).rejects.toMatchObject({
      kind: 'invalidInput',
      message: '(stdin) has more than 100 aliases',
    });
  });

  it('emits no warning of the YAML parser', async () => {
    const warnings: string[] = [];
    const note = ({ message }: Error) => void warnings.push(message);
    process.on('warning', note);
    await read('? [a, b]\n: 1\n');
    // A warning is emitted in the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });
});
