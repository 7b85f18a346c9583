import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chainedId, reverseMap } from '../../src/migration/id-map.ts';
import { idsOfMap } from '../../src/migration/ids-of-map.ts';
import { readIdMap } from '../../src/migration/read-id-map.ts';
import { memoryStreams } from '../support/memory-streams.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const stdin = () => memoryStreams({}).stdin;
const map = (...pairs: readonly (readonly [string, string])[]) => ({
  ids: new Map(pairs),
  invalid: new Set<string>(),
});

function fileWith(name: string, text: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}

async function readMap(name: string, text: string) {
  const path = fileWith(name, text);
  const places = new Map();
  const { ids, invalid, heading, delimiter } = await readIdMap(path, stdin(), places);
  const lines = [...places].map(([id, { line }]) => [id, line]);
  return { ids: [...ids], invalid: [...invalid], heading, delimiter, lines };
}

/** The message and the findings of a refused map. */
async function findingsIn(name: string, text: string): Promise<readonly string[]> {
  const path = fileWith(name, text);
  try {
    await readIdMap(path, stdin());
  } catch (error) {
    const { message, issues = [] } = error as Error & {
      issues?: readonly { code: string; message: string; at?: { line: number } }[];
    };
    const words = issues.map((issue) => `${issue.at?.line} ${issue.code}: ${issue.message}`);
    return [message.replace(path, 'MAP'), ...words];
  }
  return [];
}

describe('reversed ID map', () => {
  it('swaps each pair and drops unchanged IDs', () => {
    expect([...reverseMap(map(['U1', 'W1'], ['U2', 'U2'], ['U3', 'W3']))]).toEqual([
      ['W1', 'U1'],
      ['W3', 'U3'],
    ]);
  });

  it('refuses two IDs with the same target', () => {
    expect(() => reverseMap(map(['U1', 'W1'], ['U2', 'W1']))).toThrow(
      'U1 and U2 both become W1; the map cannot be reversed',
    );
  });
});

describe('chains in an ID map', () => {
  it.each<[string, readonly (readonly [string, string])[], readonly string[] | undefined]>([
    [
      'are found if a new ID is mapped again',
      [
        ['U1', 'U2'],
        ['U2', 'U3'],
      ],
      ['U1', 'U2', 'U3'],
    ],
    [
      'are found in any order',
      [
        ['U2', 'U3'],
        ['U1', 'U2'],
      ],
      ['U1', 'U2', 'U3'],
    ],
    [
      'are found if two IDs are swapped',
      [
        ['U1', 'U2'],
        ['U2', 'U1'],
      ],
      ['U1', 'U2', 'U1'],
    ],
    ['are not found if an ID is mapped to itself', [['U1', 'U1']], undefined],
    [
      'are not found if the new ID is mapped to itself',
      [
        ['U1', 'U2'],
        ['U2', 'U2'],
      ],
      undefined,
    ],
    [
      'are not found if no new ID is an old ID',
      [
        ['U1', 'W1'],
        ['U2', 'W2'],
      ],
      undefined,
    ],
  ])('%s', (_, pairs, chain) => {
    expect(chainedId(map(...pairs))).toEqual(chain);
  });
});

describe('ID map in CSV', () => {
  it('is read by its headers, with the line number of each ID', async () => {
    expect(await readMap('m.csv', 'Kind; TO ;From\nuser; W1 ; U1\n\nuser;;U2\nuser;W3;U3\n')).toEqual({
      ids: [
        ['U1', 'W1'],
        ['U3', 'W3'],
      ],
      invalid: ['U2'],
      heading: ['kind', 'to', 'from'],
      delimiter: ';',
      lines: [
        ['U1', 2],
        ['U3', 5],
      ],
    });
  });

  it.each([
    ['old,new\nU1,W1\n', ['old', 'new']],
    ['from,new\nU1,W1\n', ['from', 'new']],
    ['new,to\nU1,W1\n', ['new', 'to']],
    ['U1,W1\n', undefined],
    ['W0,W1\nU1,W1\n', undefined],
    ['S0AAAAAA1,S0BBBBBB1\nU1,W1\n', undefined],
    ['S0AAAAAA1,\nU1,W1\n', undefined],
    ['SABCDEFGH,S0BBBBBB1\nU1,W1\n', undefined],
    ['OLD,NEW\nU1,W1\n', ['old', 'new']],
    ['ID_2025,NEW\nU1,W1\n', ['id_2025', 'new']],
  ])('is read from the first two columns if the headers are unknown: %j', async (text, heading) => {
    const read = await readMap('m.csv', text);
    expect(read.heading).toEqual(heading);
    expect(read.ids.at(-1)).toEqual(['U1', 'W1']);
  });

  it('keeps the first pair of a map of groups without headings', async () => {
    const read = await readMap('m.csv', 'S0AAAAAA1,S0BBBBBB1\nS0AAAAAA2,S0BBBBBB2\n');
    expect(read.ids).toEqual([
      ['S0AAAAAA1', 'S0BBBBBB1'],
      ['S0AAAAAA2', 'S0BBBBBB2'],
    ]);
  });

  it.each([
    ['abc1,def2', 'abc1', 'def2'],
    ['ORG1,ORG2', 'ORG1', 'ORG2'],
    ['SABCDEFGH,SBCDEFGHI', 'SABCDEFGH', 'SBCDEFGHI'],
  ])('is refused if its first row may be headings or a pair: %s', async (row, one, other) => {
    expect(await findingsIn('m.csv', `\n${row}\nU1,W1\n`)).toEqual([
      `MAP:2 "${one}" and "${other}" may be headings or a pair of IDs`,
    ]);
    expect((await readMap('m.csv', `from,to\n${row}\n`)).ids).toEqual([[one, other]]);
  });

  it.each([
    ['# notes\nkeep this line\n', ['MAP has no columns "from" and "to"']],
    ['U1\nU2\n', ['MAP has no columns "from" and "to"']],
    ['from\nU1\n', ['MAP has no columns "from" and "to"']],
    [
      '# notes, more\nkeep, this\nU1,W1\nU2,then\n',
      ['MAP: 2 findings in the map', '2 not_an_id: "keep" is not an ID', '4 not_an_id: "then" is not an ID'],
    ],
  ])('is refused if it is another text: %j', async (text, findings) => {
    expect(await findingsIn('m.csv', text)).toEqual(findings);
  });

  it.each([
    ['U', 'not an ID'],
    ['U1', 'read'],
    ['U'.repeat(64), 'read'],
    ['U'.repeat(65), 'not an ID'],
    ['U-1', 'not an ID'],
    ['U_1', 'read'],
  ])('accepts IDs of letters, digits and underscores: %s is %s', async (id, verdict) => {
    const refused = ['MAP: 1 finding in the map', `2 not_an_id: "${id}" is not an ID`];
    expect(await findingsIn('m.csv', `from,to\n${id},W1\n`)).toEqual(verdict === 'read' ? [] : refused);
    expect(await findingsIn('m.csv', `from,to\nW1,${id}\n`)).toEqual(verdict === 'read' ? [] : refused);
  });

  it('is refused with all findings, and long values are truncated', async () => {
    const long = `-${'x'.repeat(100)}`;
    expect(await findingsIn('m.csv', `from,to\nU1,W1\nU1,W2\nU1,W1\nU2,${long}\n`)).toEqual([
      'MAP: 2 findings in the map',
      '3 ambiguous_id: U1 becomes W2 here and W1 before',
      `5 not_an_id: "${long.slice(0, 80)}" is not an ID`,
    ]);
  });
});

describe('ID map in JSON', () => {
  it.each([
    ['{"user_id_map":{"U1":"W1"},"invalid_user_ids":["U2"]}', [['U1', 'W1']], ['U2']],
    ['{"U1":"W1","U2":""}', [['U1', 'W1']], ['U2']],
    ['[{"from":" U1 ","to":" W1 "},{"from":"U2","to":null}]', [['U1', 'W1']], ['U2']],
  ])('is read as %s', async (text, ids, invalid) => {
    // By its name, and by its content, such as from a pipe.
    for (const name of ['m.JSON', 'm', 'm.csv'])
      expect(await readMap(name, text)).toMatchObject({ ids, invalid });
  });

  it.each([
    ['{"U1":null,"U2":"W2"}', [['U2', 'W2']], ['U1']],
    ['{"team_id":"T1","user_id_map":{"U1":null,"U2":"W2"}}', [['U2', 'W2']], ['U1']],
    ['{"U2":"W2","U2":"W2"}', [['U2', 'W2']], []],
    ['{"user_id_map":{"U2":"W2","U2":"W2"},"x":{"user_id_map":{"U3":"W3"}}}', [['U2', 'W2']], []],
    ['\ufeff\n {"U2":"W2"}', [['U2', 'W2']], []],
  ])('has no replacement for null, and may repeat a pair: %s', async (text, ids, invalid) => {
    expect(await readMap('m.json', text)).toMatchObject({ ids, invalid });
  });

  it.each([
    [
      '{"U1":true,\n"U2":123,\n"U3":{"U4":"W4"}}',
      [
        '1 not_an_id: "true" is not an ID',
        '2 not_an_id: "123" is not an ID',
        '3 not_an_id: "{}" is not an ID',
      ],
    ],
    ['{"user_id_map":{\n"U1":"W1",\n"U1":"W2"}}', ['3 ambiguous_id: U1 becomes W2 here and W1 before']],
    [
      '{"user_id_map":{"U1":"W1"},\n"user_id_map":{"U1":"W2"}}',
      ['2 ambiguous_id: U1 becomes W2 here and W1 before'],
    ],
  ])('reports each value that is not an ID, and repeated keys: %s', async (text, findings) => {
    expect((await findingsIn('m.json', text)).slice(1)).toEqual(findings);
  });

  it('reports a repeated key in a list', async () => {
    expect(await findingsIn('m.json', '[{"from":"U1","to":"W1","to":"W2"}]')).toEqual([
      'MAP is ambiguous: an item has the key "to" twice',
    ]);
  });

  it.each([
    ['{"user_id_map":[]}', 'MAP: "user_id_map" is not an object'],
    ['{"U1":1}', 'MAP: 1 finding in the map'],
    ['5', 'MAP is not an object'],
    ['[5]', 'MAP: item 1 of the list has no "from" and "to"'],
    ['[{"from":1,"to":"W1"}]', 'MAP: item 1 of the list has no "from" and "to"'],
    ['[{"from":"U1","to":"W1"},{"from":"U2","to":2}]', 'MAP: item 2 of the list has no "from" and "to"'],
  ])('is refused if its values are not IDs: %s', async (text, message) => {
    expect((await findingsIn('m.json', text))[0]).toBe(message);
  });
});

describe('IDs of a map file', () => {
  it.each([
    ['from,to\nU1,W1\n U2 ,\n,W3\n', ['U1', 'U2']],
    ['"FROM";to;Kind\nU1;;user\nS1;;group\nU2;;\n', ['U1', 'U2']],
    ['\ufefffrom|to\nU1|\n', ['U1']],
    ['from\tto\nU1\t\n', ['U1']],
    // A list of words without a header row.
    ['U1 U2\nU3,U4\n', ['U1', 'U2', 'U3', 'U4']],
  ])('are read from the column "from", except for IDs of groups: %j', async (text, ids) => {
    const found: string[] = [];
    for await (const id of idsOfMap(fileWith('m.csv', text), stdin())) found.push(id);
    expect(found).toEqual(ids);
  });
});
