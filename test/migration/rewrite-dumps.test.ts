import { describe, expect, it } from 'vitest';
import type { Selection } from '../../src/migration/rewrite-dump.ts';
import { rewrittenText } from './rewritten-text.ts';

const IDS = new Map([['U0AAAAAA1', 'W0BBBBBB2']]);
const OLD = 'U0AAAAAA1';
const NEW = 'W0BBBBBB2';

/** Samples of real dumps: places where an ID is replaced, and places where it is part of a longer word. */
const ROWS: readonly (readonly [string, Partial<Selection>, string, string])[] = [
  [
    'Markdown',
    { format: 'auto' },
    `# ${OLD}\n- [x](/team/${OLD}?a=1#${OLD}) <@${OLD}|Ada> **${OLD}**`,
    `# ${NEW}\n- [x](/team/${NEW}?a=1#${NEW}) <@${NEW}|Ada> **${NEW}**`,
  ],
  [
    'HTML',
    { format: 'auto' },
    `<a href="/team/${OLD}" data-user='${OLD}'>&lt;@${OLD}&gt;&#64;${OLD}&nbsp;</a>`,
    `<a href="/team/${NEW}" data-user='${NEW}'>&lt;@${NEW}&gt;&#64;${NEW}&nbsp;</a>`,
  ],
  ['a link', { format: 'text' }, `/x?u=%40${OLD}&t=%3C%40${OLD}%3E`, `/x?u=%40${NEW}&t=%3C%40${NEW}%3E`],
  ['a link in JSON', { format: 'json' }, `{"u":"/x?u=%40${OLD}%20a"}`, `{"u":"/x?u=%40${NEW}%20a"}`],
  [
    'IDs that are parts of a word in a link',
    { format: 'text' },
    `%5F${OLD} ${OLD}%5f %41${OLD}`,
    `%5F${OLD} ${OLD}%5f %41${OLD}`,
  ],
  [
    'Markdown emphasis',
    { format: 'text' },
    `_${OLD}_ __${OLD}__ ___${OLD}___, *${OLD}*`,
    `_${NEW}_ __${NEW}__ ___${NEW}___, *${NEW}*`,
  ],
  [
    'names with underscores',
    { format: 'text' },
    `_${OLD} ${OLD}_ __${OLD}_ ____${OLD}____ a_${OLD}_ _${OLD}_b`,
    `_${OLD} ${OLD}_ __${OLD}_ ____${OLD}____ a_${OLD}_ _${OLD}_b`,
  ],
  ['a literal percent sign', { format: 'text' }, `100%${OLD} 5%4 %`, `100%${NEW} 5%4 %`],
  [
    'an INSERT statement',
    { format: 'sql' },
    `INSERT INTO u VALUES ('${OLD}','a\\n${OLD}\\r\\n${OLD}\\0',"${OLD}",\`${OLD}\`);`,
    `INSERT INTO u VALUES ('${NEW}','a\\n${NEW}\\r\\n${NEW}\\0',"${NEW}",\`${NEW}\`);`,
  ],
  [
    'a COPY statement',
    { format: 'sql' },
    `COPY u FROM stdin;\n${OLD}\tx\\t${OLD}\t\\N\n\\.\n`,
    `COPY u FROM stdin;\n${NEW}\tx\\t${NEW}\t\\N\n\\.\n`,
  ],
  [
    'escapes in text of an unknown format, and in nested text',
    { format: 'auto' },
    `'a\\n${OLD}' "b\\\\n${OLD}" \\t${OLD} \\r\\n${OLD} \\u0040${OLD} \\x40${OLD} \\0${OLD} \\${OLD} C:\\n${OLD}`,
    `'a\\n${NEW}' "b\\\\n${NEW}" \\t${NEW} \\r\\n${NEW} \\u0040${NEW} \\x40${NEW} \\0${NEW} \\${NEW} C:\\n${NEW}`,
  ],
  [
    'IDs that are parts of a word after a backslash',
    { format: 'auto' },
    `\\_${OLD} ${OLD}\\_ n${OLD} \\nn${OLD} \\q${OLD} \\u0041${OLD} \\u004${OLD} \\x5f${OLD} ${OLD}\\u0041`,
    `\\_${OLD} ${OLD}\\_ n${OLD} \\nn${OLD} \\q${OLD} \\u0041${OLD} \\u004${OLD} \\x5f${OLD} ${OLD}\\u0041`,
  ],
  [
    'JSON in a column of a CSV',
    { columns: ['owner'] },
    `id,owner\r\n${OLD},"{""text"":""\\n${OLD} \\\\n${OLD} \\""${OLD}\\"" %40${OLD} n${OLD}""}"\r\n`,
    `id,owner\r\n${OLD},"{""text"":""\\n${NEW} \\\\n${NEW} \\""${NEW}\\"" %40${NEW} n${OLD}""}"\r\n`,
  ],
  [
    'JSON in a CSV',
    { format: 'auto' },
    `id,owner\r\n${OLD},"{""text"":""\\n${OLD}""}"\r\n`,
    `id,owner\r\n${NEW},"{""text"":""\\n${NEW}""}"\r\n`,
  ],
  [
    'JSON in JSON',
    { format: 'json' },
    `{"a":"{\\"b\\":\\"\\\\n${OLD} \\\\\\"${OLD} \\\\u0040${OLD} \\\\u0041${OLD}\\"}","c":"\\\\","d":"${OLD}"}`,
    `{"a":"{\\"b\\":\\"\\\\n${NEW} \\\\\\"${NEW} \\\\u0040${NEW} \\\\u0041${OLD}\\"}","c":"\\\\","d":"${NEW}"}`,
  ],
  [
    'JSON in a selected property of JSON',
    { properties: ['d'] },
    `{"a":"\\\\n${OLD}\\\\","d":"{\\"b\\":\\"\\\\n${OLD}\\"}\\\\","c":"${OLD}"}`,
    `{"a":"\\\\n${OLD}\\\\","d":"{\\"b\\":\\"\\\\n${NEW}\\"}\\\\","c":"${OLD}"}`,
  ],
  [
    'a link in a link, encoded up to four times',
    { format: 'text' },
    `?u=%2540${OLD} %252540${OLD} %25252540${OLD} %2525252540${OLD} %255F${OLD} %25${OLD}`,
    `?u=%2540${NEW} %252540${NEW} %25252540${NEW} %2525252540${OLD} %255F${OLD} %25${NEW}`,
  ],
  [
    'a quote within a cell, after a letter that ends like a byte order mark',
    { columns: ['owner'] },
    `id,owner\n¿"${OLD},${OLD}\n${OLD},¿"${OLD}\n`,
    `id,owner\n¿"${OLD},${NEW}\n${OLD},¿"${NEW}\n`,
  ],
  [
    'a CSV with a byte order mark',
    { columns: ['owner'] },
    `\ufeff"id, of it","owner"\r"${OLD}",${OLD}\r`,
    `\ufeff"id, of it","owner"\r"${OLD}",${NEW}\r`,
  ],
  [
    'a column of a CSV',
    { columns: ['owner'] },
    `id,owner,text\n${OLD},"${OLD}, ""${OLD}""",${OLD}\r\n`,
    `id,owner,text\n${OLD},"${NEW}, ""${NEW}""",${OLD}\r\n`,
  ],
];

describe('migrate rewrite', () => {
  it.each(ROWS)('rewrites %s and back, with any chunk size', async (_, selection, before, after) => {
    const back = new Map([...IDS].map(([from, to]) => [to, from]));
    for (const sizes of [[before.length], [1], [2], [3, 7]]) {
      expect(await rewrittenText(before, IDS, { sizes, selection })).toBe(after);
      expect(await rewrittenText(after, back, { sizes, selection })).toBe(before);
    }
  });
});
