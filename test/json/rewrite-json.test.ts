// cspell:disable: invented names
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rewriteJson } from '../../src/json/rewrite-json.ts';

const SAME = { name: (name: string) => name, text: (text: string) => text, number: (text: string) => text };

describe('rewriting the values of JSON text', () => {
  it('keeps every character outside the values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(rewriteJson(text, SAME)).toBe(text);
      }),
    );
  });

  it.each([
    ['{"a" : "x" ,\n "b":[ "y",{"c":1.50e3} ] }', '{"A" : "<a x>" ,\n "B":[ "<b y>",{"C":<b c 1.50e3>} ] }'],
    ['{"\\\\/":"\\\\/"}', '{"\\\\/":"<\\\\/ \\\\/>"}'],
    ['["x", true, null, -0.5, ""]', '["< x>", true, null, < -0.5>, "< >"]'],
    ['"x"', '"< x>"'],
    ['{"a":1,"a":{"a":2}}', '{"A":<a 1>,"A":{"A":<a a 2>}}'],
  ])('visits the names, strings and numbers of %j with the path of each', (text, expected) => {
    const told = (value: string, path: readonly string[]) => `<${path.join(' ')} ${value}>`;
    expect(rewriteJson(text, { name: (name) => name.toUpperCase(), text: told, number: told })).toBe(
      expected,
    );
  });

  it('escapes characters like the original text', () => {
    const visitor = { ...SAME, text: () => 'é/"' };
    expect(rewriteJson('["\\u00e4"]', visitor)).toBe('["\\u00e9/\\""]');
    expect(rewriteJson('["ä"]', visitor)).toBe('["é/\\""]');
    expect(rewriteJson('["a\\/ä"]', visitor)).toBe('["é\\/\\""]');
  });

  it.each(['', '<html>', '{"a":', '{"a":1} x', "{'a':1}"])(
    'returns nothing for %j, which is not JSON',
    (text) => {
      expect(rewriteJson(text, SAME)).toBeUndefined();
    },
  );
});
