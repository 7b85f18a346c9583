import { describe, expect, it } from 'vitest';
import type { Selection } from '../../src/migration/rewrite-dump.ts';
import { rewrittenText } from './rewritten-text.ts';

const IDS = new Map([['U0AAAAAA1', 'W0BBBBBB2']]);
const OLD = 'U0AAAAAA1';
const NEW = 'W0BBBBBB2';

/** What stands in real dumps: each place where an ID is an ID, and each where it is a part of something else. */
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
    'a part of a word in a link',
    { format: 'text' },
    `%5F${OLD} ${OLD}%5f %41${OLD}`,
    `%5F${OLD} ${OLD}%5f %41${OLD}`,
  ],
  ['a percent sign that is one', { format: 'text' }, `100%${OLD} 5%4 %`, `100%${NEW} 5%4 %`],
  [
    'an INSERT',
    { format: 'sql' },
    `INSERT INTO u VALUES ('${OLD}','a\\n${OLD}\\r\\n${OLD}\\0',"${OLD}",\`${OLD}\`);`,
    `INSERT INTO u VALUES ('${NEW}','a\\n${NEW}\\r\\n${NEW}\\0',"${NEW}",\`${NEW}\`);`,
  ],
  [
    'a COPY',
    { format: 'sql' },
    `COPY u FROM stdin;\n${OLD}\tx\\t${OLD}\t\\N\n\\.\n`,
    `COPY u FROM stdin;\n${NEW}\tx\\t${NEW}\t\\N\n\\.\n`,
  ],
  [
    'a backslash in SQL that is one',
    { format: 'sql' },
    `'a\\\\n${OLD} \\_${OLD} ${OLD}\\_ n${OLD}'`,
    `'a\\\\n${OLD} \\_${OLD} ${OLD}\\_ n${OLD}'`,
  ],
  [
    'a backslash in text, which is no escape',
    { format: 'text' },
    `C:\\n${OLD} \\${OLD}`,
    `C:\\n${OLD} \\${NEW}`,
  ],
  [
    'a column of a CSV',
    { columns: ['owner'] },
    `id,owner,text\n${OLD},"${OLD}, ""${OLD}""",${OLD}\r\n`,
    `id,owner,text\n${OLD},"${NEW}, ""${NEW}""",${OLD}\r\n`,
  ],
];

describe('migrate rewrite', () => {
  it.each(ROWS)('rewrites %s, however the input is cut, and back', async (_, selection, before, after) => {
    const back = new Map([...IDS].map(([from, to]) => [to, from]));
    for (const sizes of [[before.length], [1], [2], [3, 7]]) {
      expect(await rewrittenText(before, IDS, { sizes, selection })).toBe(after);
      expect(await rewrittenText(after, back, { sizes, selection })).toBe(before);
    }
  });
});
