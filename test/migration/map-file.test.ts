import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openMapFile } from '../../src/migration/map-file.ts';
import { readIdMap } from '../../src/migration/read-id-map.ts';
import { memoryStreams } from '../support/memory-streams.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const NOTHING = { ids: new Map<string, string>(), invalid: new Set<string>() };
const batch = (number: number) => ({ exchanged: [[`U${number}`, `W${number}`]] as const, invalid: [] });

describe('appending to a JSON map', () => {
  it.each([
    [24, 0],
    [25, 25],
    [26, 25],
    [49, 25],
    [50, 50],
  ])('writes after every 25 batches and at the end: %i batches', async (batches, written) => {
    const path = join(temporaryFolder(), 'ids.json');
    const map = openMapFile(path, NOTHING, () => ({ team_id: 'T1' }));
    for (let number = 1; number <= batches; number += 1) await map.add(batch(number));
    const idsIn = () => Object.keys(JSON.parse(readFileSync(path, 'utf8')).user_id_map).length;
    expect(existsSync(path) ? idsIn() : 0).toBe(written);
    await map.close();
    expect(idsIn()).toBe(batches);
  });

  it('keeps the existing IDs and writes the IDs of the organization', async () => {
    const path = join(temporaryFolder(), 'ids.JSON');
    const known = { ids: new Map([['U1', 'W1']]), invalid: new Set(['U8']) };
    const map = openMapFile(path, known, () => ({ team_id: 'T1', enterprise_id: 'E1' }));
    await map.add({ exchanged: [['U2', 'W2']], invalid: ['U9'] });
    await map.close();
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      team_id: 'T1',
      enterprise_id: 'E1',
      user_id_map: { U1: 'W1', U2: 'W2' },
      invalid_user_ids: ['U8', 'U9'],
    });
  });

  it('without results creates no file, and does not rewrite an existing one', async () => {
    const path = join(temporaryFolder(), 'ids.json');
    await openMapFile(path, NOTHING, () => ({})).close();
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, 'as it was');
    await openMapFile(path, NOTHING, () => ({})).close();
    expect(readFileSync(path, 'utf8')).toBe('as it was');
  });
});

describe('appending to a CSV map', () => {
  it.each<[string, string | undefined, string]>([
    ['writes a header row to a new file', undefined, 'from,to\nU1,W1\nU9,\n'],
    ['writes a header row to an empty file', '', 'from,to\nU1,W1\nU9,\n'],
    ['keeps the columns of the file', 'to,x,FROM\nW0,,U0\n', 'to,x,FROM\nW0,,U0\nW1,,U1\n,,U9\n'],
    [
      'fills the columns of "migrate map"',
      'from;to;kind;name;key;confidence\n',
      'from;to;kind;name;key;confidence\nU1;W1;user;;service;certain\nU9;;user;;;\n',
    ],
    [
      'writes the ID in the first column if the headers are unknown',
      'old,new,kind\n',
      'old,new,kind\nU1,W1,\nU9,,\n',
    ],
    ['ends a last line without a line break', 'from,to\nU0,W0', 'from,to\nU0,W0\nU1,W1\nU9,\n'],
    ['keeps the line breaks of Windows', 'from,to\r\nU0,W0\r\n', 'from,to\r\nU0,W0\r\nU1,W1\r\nU9,\r\n'],
    [
      'ends a last line with the line break of the others',
      'from,to\r\nU0,W0',
      'from,to\r\nU0,W0\r\nU1,W1\r\nU9,\r\n',
    ],
    ['appends to a file with a byte order mark', '\ufefffrom,to', '\ufefffrom,to\nU1,W1\nU9,\n'],
    ['appends to a file without a header row', 'U0,W0\n', 'U0,W0\nU1,W1\nU9,\n'],
  ])('%s', async (_, before, after) => {
    const path = join(temporaryFolder(), 'ids.csv');
    if (before !== undefined) writeFileSync(path, before);
    const known = before === undefined || before === '' ? NOTHING : await read(path);
    const map = openMapFile(path, known, () => ({}));
    await map.add({ exchanged: [['U1', 'W1']], invalid: ['U9'] });
    // A batch is on the disk before the next one is requested.
    expect(readFileSync(path, 'utf8')).toBe(after);
    await map.close();
    expect(readFileSync(path, 'utf8')).toBe(after);
  });
});

const read = (path: string) => readIdMap(path, memoryStreams({}).stdin);
