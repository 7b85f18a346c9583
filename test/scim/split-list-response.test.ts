import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeJson } from '../../src/output/sanitize.ts';
import { createListSplitter, type SplitListResponse } from '../../src/scim/split-list-response.ts';

const answer = (body: string | Uint8Array) => ({ status: 200, body: Buffer.from(body) });
const split = (body: string | Uint8Array) => createListSplitter('/Users')(answer(body));
const page = (resources: readonly unknown[], totalResults: unknown = resources.length) =>
  JSON.stringify({ schemas: ['urn:x'], totalResults, Resources: resources, itemsPerPage: resources.length });

function textsOf({ content, commas, count }: SplitListResponse): readonly string[] {
  const ends = [...commas, content.length];
  return ends.slice(0, count).map((end, at) => content.toString('utf8', (ends[at - 1] ?? -1) + 1, end));
}

describe('splitting a list response', () => {
  it('returns every value for any whitespace, with terminal control characters escaped', () => {
    const resources = fc.array(fc.record({ id: fc.string({ unit: 'binary' }), a: fc.jsonValue() }));
    fc.assert(
      fc.property(resources, fc.constantFrom(0, 2), (all, indent) => {
        const body = JSON.stringify({ totalResults: 7, Resources: all }, null, indent);
        const response = split(body);
        const texts = textsOf(response);
        expect(texts.map((text) => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(all)));
        expect(texts.map(escapeJson)).toEqual(texts);
        expect(texts.join('')).not.toContain('\n');
        expect(response.totalResults).toBe(7);
      }),
      { numRuns: 100 },
    );
  });

  it('escapes the same characters as escapeJson and no others', () => {
    const split = createListSplitter('/Users');
    for (let code = 0x20; code <= 0xffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const text = JSON.stringify({ id: `a${String.fromCharCode(code)}` });
      const found = textsOf(split(answer(`{"totalResults":1,"Resources":[${text}]}`)))[0];
      if (found !== escapeJson(text)) expect(found, code.toString(16)).toBe(escapeJson(text));
    }
  });

  it('replaces bytes that are not UTF-8, like a single resource', () => {
    const body = Buffer.concat([
      Buffer.from('{"totalResults":1,"Resources":[{"id":"a'),
      Buffer.from([0xff]),
      Buffer.from('"}]}'),
    ]);
    expect(textsOf(split(body))).toEqual(['{"id":"a\ufffd"}']);
  });

  it('ignores a byte order mark', () => {
    expect(textsOf(split(`\ufeff${page([{ id: 'a' }])}`))).toEqual(['{"id":"a"}']);
  });

  it.each<[string, string, readonly string[], number | undefined]>([
    ['an empty list', page([]), [], 0],
    ['an empty list without Resources', '{"totalResults":0}', [], 0],
    ['no total', '{"Resources":[{"id":"a"}]}', ['{"id":"a"}'], undefined],
    ['a total that is not a number', page([{ id: 'a' }], '1'), ['{"id":"a"}'], undefined],
    [
      'a nested list named Resources',
      '{"totalResults":1,"x":{"Resources":[{"n":1}]},"Resources":[{"id":"a"}]}',
      ['{"id":"a"}'],
      1,
    ],
    [
      'long members next to the list',
      `{"totalResults":1,"x":"${'y'.repeat(70_000)}","Resources":[{"id":"a"}]}`,
      ['{"id":"a"}'],
      1,
    ],
    ['escaped names', '{"totalResults":1,"\\u0052esources":[{"i\\u0064":"a"}]}', ['{"id":"a"}'], 1],
  ])('reads %s', (_, body, texts, total) => {
    const response = split(body);
    expect(textsOf(response)).toEqual(texts);
    expect(response.totalResults).toBe(total);
  });

  it.each<[string, string, string]>([
    ['an object without Resources', '{}', '{}'],
    [
      'an error with status 200',
      '{"ok":false,"error":"internal_error"}',
      '{"ok":false,"error":"internal_error"}',
    ],
    ['a total without Resources', '{"totalResults":7}', '{"totalResults":7}'],
    ['Resources that are null', '{"totalResults":0,"Resources":null}', '{"totalResults":0,"Resources":null}'],
    ['Resources that are an object', '{"Resources":{"a":1}}', '{"Resources":{"a":1}}'],
    [
      'strings among the resources',
      page([{ id: 'a' }, 'b']),
      '{"schemas":["urn:x"],"totalResults":2,"Resources":[{"id":"a"},"b"],"itemsPerPage":2}',
    ],
    ['nulls among the resources', '{"Resources":[null]}', '{"Resources":[null]}'],
    ['a list', '[{"id":"a"}]', '[{"id":"a"}]'],
    ['a string', '"ok"', '"ok"'],
    ['no body', '', 'its body is empty'],
    ['whitespace', ' \r\n ', 'its body is empty'],
    ['an HTML page', '<html>\n  <body>hello</body>', '<html> <body>hello</body>'],
    [
      'a resource that is not JSON',
      '{"totalResults":1,"Resources":[{"id":"W5999",NaN}]}',
      '{"totalResults":1,"Resources":[{"id":"W5999",NaN}]}',
    ],
    [
      'a truncated list',
      '{"totalResults":2,"Resources":[{"id":"a"}',
      '{"totalResults":2,"Resources":[{"id":"a"}',
    ],
    [
      'a response truncated after the list',
      '{"totalResults":2,"Resources":[{"id":"a"}]',
      '{"totalResults":2,"Resources":[{"id":"a"}]',
    ],
    ['long text', 'x'.repeat(121), `${'x'.repeat(120)}…`],
    ['text of the maximum quoted length', 'x'.repeat(120), 'x'.repeat(120)],
  ])('refuses %s', (_, body, quoted) => {
    expect(() => split(body)).toThrow(
      expect.objectContaining({
        kind: 'unreachable',
        message: `/Users: the answer (200) is not a list: ${quoted}`,
      }),
    );
  });

  it.each(['[', '{"a":['])('refuses a response nested too deeply: %s', (bracket) => {
    expect(() => split(bracket.repeat(200_000))).toThrow(
      '/Users: the answer is nested deeper than 100 levels',
    );
    expect(() => split(`{"totalResults":1,"Resources":[{"id":"a","x":${'['.repeat(200_000)}`)).toThrow(
      'nested deeper',
    );
  });
});
