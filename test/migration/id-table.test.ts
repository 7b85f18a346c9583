import { describe, expect, it } from 'vitest';
import { buildIdTable, openIdTable } from '../../src/migration/id-table.ts';
import { rewriteDump, type Selection } from '../../src/migration/rewrite-dump.ts';
import { createUnknownIds } from '../../src/migration/unknown-ids.ts';

const idOf = (number: number) => `U${String(number).padStart(8, '0')}`;

function lookUp(table: ReturnType<typeof buildIdTable>, id: string): number {
  const bytes = Buffer.from(`.${id}.`);
  return table.find(bytes, 1, bytes.length - 1);
}

describe('ID table', () => {
  it.each([1, 2, 3, 100, 5000])('finds each of %i IDs and its replacement, and no other ID', (count) => {
    const table = buildIdTable(
      new Map(Array.from({ length: count }, (_, number) => [idOf(number), `W${number}`])),
    );
    for (let number = 0; number < count; number += 1) {
      const target = Buffer.alloc(20);
      const length = table.writeReplacement(lookUp(table, idOf(number)), target, 3);
      expect(target.toString('latin1', 3, 3 + length)).toBe(`W${number}`);
    }
    for (const other of [idOf(count), 'U', `${idOf(0)}0`, idOf(0).slice(0, -1)])
      expect(lookUp(table, other)).toBe(-1);
    expect(
      [...table.counted()]
        .map(({ id, replacement, count: times }) => `${id} ${replacement} ${times}`)
        .toSorted(),
    ).toEqual(Array.from({ length: count }, (_, number) => `${idOf(number)} W${number} 1`).toSorted());
  });

  it('does not replace new IDs and IDs that are mapped to themselves, but counts them', () => {
    const table = buildIdTable(
      new Map([
        ['U1', 'W1'],
        ['U2', 'U2'],
        ['U3', 'U1'],
      ]),
    );
    expect(['U1', 'U2', 'U3', 'W1'].map((id) => table.hasReplacement(lookUp(table, id)))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect([...table.counted()].find(({ id }) => id === 'W1')).toEqual({
      id: 'W1',
      replacement: undefined,
      count: 1,
    });
    expect([table.longest, table.longestReplacement]).toEqual([2, 2]);
    expect([...'UWV'].map((letter) => table.firstBytes[letter.charCodeAt(0)])).toEqual([1, 1, 0]);
  });

  it.each([true, false])('takes back a count, with memory shared by threads: %s', (isShared) => {
    const built = buildIdTable(new Map([['U1', 'W1']]));
    const [one, other] = [openIdTable(built.memory, isShared), openIdTable(built.memory, isShared)];
    lookUp(one, 'U1');
    lookUp(other, 'U1');
    expect([...built.counted()]).toEqual([{ id: 'U1', replacement: 'W1', count: 2 }]);
    one.uncount(lookUp(one, 'U1'));
    other.uncount(lookUp(other, 'U1'));
    expect([...built.counted()]).toEqual([{ id: 'U1', replacement: 'W1', count: 2 }]);
  });

  it('can be empty', () => {
    const table = buildIdTable(new Map());
    expect([lookUp(table, 'U1'), [...table.counted()]]).toEqual([-1, []]);
  });
});

/**
 * Rewrites a text in one chunk, byte by byte and in chunks of 7, checks that the results are equal, and
 * returns one.
 */
async function told(text: string, map: ReadonlyMap<string, string>, selection: Partial<Selection> = {}) {
  const ways = [text.length + 1, 1, 7].map(async (size) => {
    const table = buildIdTable(map);
    const unknown = createUnknownIds();
    const pieces = rewriteDump(cut(text, size), 'dump', { format: 'text', ...selection }, table, unknown);
    let written = '';
    for (;;) {
      const { value, done } = await pieces.next();
      if (done === true)
        return {
          written,
          counts: [...table.counted()].map(({ id, count }) => `${id} ${count}`),
          unknown: [...unknown.named()].map(([id, count]) => `${id} ${count}`),
          absent: value.absent ?? [],
        };
      written += value.toString('latin1');
    }
  });
  const [whole, ...others] = await Promise.all(ways);
  for (const other of others) expect(other).toEqual(whole);
  return whole;
}

async function* cut(text: string, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size), 'latin1');
}

describe('counts of replaced and unknown IDs in a text', () => {
  const MAP = new Map([
    ['U01ABCDEF', 'W01ABCDEF'],
    ['U02ABCDEF', 'C0'],
    ['U03ABCDEF', '_W3'],
    ['U04ABCDEF', 'W4_'],
  ]);

  it.each<[string, string, readonly string[], readonly string[]]>([
    ['U01ABCDEF U01ABCDEF', 'W01ABCDEF W01ABCDEF', ['U01ABCDEF 2'], []],
    ['W01ABCDEF', 'W01ABCDEF', ['W01ABCDEF 1'], []],
    ['_W01ABCDEF_', '_W01ABCDEF_', ['W01ABCDEF 1'], []],
    ['_U01ABCDEF_', '_W01ABCDEF_', ['U01ABCDEF 1'], []],
    ['U09ABCDEF', 'U09ABCDEF', [], ['U09ABCDEF 1']],
    ['__U09ABCDEF__', '__U09ABCDEF__', [], ['U09ABCDEF 1']],
    ['_U09ABCDEF', '_U09ABCDEF', [], []],
    // The reversed map could not distinguish the underscores from the new ID.
    ['_U03ABCDEF_ U03ABCDEF', '_U03ABCDEF_ _W3', ['U03ABCDEF 1'], ['U03ABCDEF 1']],
    ['_U04ABCDEF_', '_U04ABCDEF_', [], ['U04ABCDEF 1']],
    // With the percent sign, the new ID would be read as an escape.
    ['%U02ABCDEF U02ABCDEF', '%U02ABCDEF C0', ['U02ABCDEF 1'], ['U02ABCDEF 1']],
  ])('%s', async (text, written, counts, unknown) => {
    expect(await told(text, MAP)).toEqual({ written, counts, unknown, absent: [] });
  });
});

describe('JSON that is truncated or has long names', () => {
  const MAP = new Map([['U01ABCDEF', 'W01ABCDEF']]);
  const by = { properties: ['by'] };

  it.each(['{"by', '{"by"', '{"by":"U01ABCDEF', '{"by\\', '{"a":"\\', '{"by":"U01ABCDEF"} {"x'])(
    'loses no byte: %s',
    async (text) => {
      const ran = await told(text, MAP, by);
      expect(ran?.written).toBe(text.replace('U01', 'W01'));
    },
  );

  it.each([4090, 4094, 4095, 4096, 4097, 9000])(
    'finds the selected property after a name of %i bytes',
    async (length) => {
      const text = `{"${'n'.repeat(length)}":"U01ABCDEF","by":"U01ABCDEF"}`;
      const ran = await told(text, MAP, by);
      expect(ran?.written).toBe(text.replace(/U01ABCDEF"\}$/, 'W01ABCDEF"}'));
      expect(ran?.absent).toEqual([]);
    },
  );

  it('reports selected properties that do not occur', async () => {
    const ran = await told('{"by":1,"b\\u0061":2,"x":"\\"to\\":"}', MAP, { properties: ['by', 'ba', 'to'] });
    expect(ran?.absent).toEqual(['to']);
  });
});
