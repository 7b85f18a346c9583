import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/http/transport.ts';
import type { ListVerdict } from '../../src/scim/list-drift.ts';
import { createScimClient, type ScimClient } from '../../src/scim/scim-client.ts';
import { type ListQuery, streamResources } from '../../src/scim/stream-resources.ts';
import type { Json, JsonObject } from '../../src/spec/protocol-types.ts';
import { account } from '../support/organization-world.ts';
import { clientOf, clientOfAnswer, noting, rewriting } from '../support/scim-client-of.ts';
import { openTestSandbox, VERSIONS } from '../support/test-sandbox.ts';

const USERS = Array.from({ length: 2345 }, (_, index) => account(`user${index}`));

interface ReadList {
  readonly ids: readonly unknown[];
  readonly rawIds: readonly unknown[];
  readonly verdict: ListVerdict;
}

/** Reads a list both parsed and raw. */
async function readList(scim: ScimClient, query: Partial<ListQuery> = {}): Promise<ReadList> {
  const ids: unknown[] = [];
  const rawIds: unknown[] = [];
  const list = streamResources(scim, { path: '/Users', ...query });
  for await (const page of list) {
    for (const { id } of page.parse()) ids.push(id);
    const raw: readonly JsonObject[] = JSON.parse(`[${page.raw.content}]`);
    rawIds.push(...raw.map(({ id }) => id));
  }
  return { ids, rawIds, verdict: list.verdict() };
}

const idsOf = async (scim: ScimClient, query: Partial<ListQuery> = {}) => {
  const { ids, rawIds } = await readList(scim, query);
  expect(rawIds).toEqual(ids);
  return ids;
};

/** A client of a service that answers each page request with this function. */
function clientOfPages(page: (startIndex: number, count: number) => Json): ScimClient {
  const transport: Transport = async ({ url }) => {
    const { searchParams } = new URL(url);
    const body = page(Number(searchParams.get('startIndex')), Number(searchParams.get('count')));
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) };
  };
  return createScimClient(transport, 'https://scim.example', { version: '2.0', vendor: 'service' });
}

const numbered = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => ({ id: `W${from + index}` }));

describe.each(VERSIONS)('SCIM §4.1: pages of a list over SCIM %s', (version) => {
  it('requests pages of 1000 from position 1 to the end', async () => {
    const notes: string[] = [];
    const scim = clientOf(await openTestSandbox({ version, users: USERS }), { faults: [noting(notes)] });
    expect(new Set(await idsOf(scim)).size).toBe(USERS.length);
    expect(notes).toEqual([
      'GET /Users?startIndex=1&count=1000',
      'GET /Users?startIndex=1001&count=1000',
      'GET /Users?startIndex=2001&count=1000',
    ]);
  });

  it('requests no more than the limit', async () => {
    const notes: string[] = [];
    const scim = clientOf(await openTestSandbox({ version, users: USERS }), { faults: [noting(notes)] });
    expect(await idsOf(scim, { limit: 1002 })).toHaveLength(1002);
    expect(notes).toEqual(['GET /Users?startIndex=1&count=1000', 'GET /Users?startIndex=1001&count=2']);
  });

  it.each<[string, (resources: readonly Json[]) => JsonObject]>([
    ['reports itemsPerPage 1 on every page', () => ({ itemsPerPage: 1 })],
    ['returns no totals', () => ({ totalResults: null, itemsPerPage: null })],
    ['returns fewer users than requested', (all) => ({ Resources: all.slice(0, 400) })],
  ])('reads all users from a service that %s (OBSERVED §2.3)', async (_, change) => {
    const rewritten = rewriting(
      () => true,
      (body) => ({ ...body, ...change(Array.isArray(body['Resources']) ? body['Resources'] : []) }),
    );
    const scim = clientOf(await openTestSandbox({ version, users: USERS }), { faults: [rewritten] });
    const { ids, verdict } = await readList(scim);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(USERS.length);
    expect(verdict.state).toBe('whole');
  });
});

describe('verdict of a list', () => {
  it.each<[given: number, total: number | null, state: ListVerdict['state']]>([
    [8, 9, 'short'],
    [9, 9, 'whole'],
    [10, 9, 'moved'],
    [0, 0, 'whole'],
    [0, 1, 'short'],
    [9, null, 'whole'],
    [1999, 2000, 'short'],
    [2000, 2000, 'whole'],
  ])('of %d read users and a total of %s is %s', async (given, total, state) => {
    const scim = clientOfPages((start, count) => ({
      totalResults: total,
      Resources: numbered(start, Math.min(start + count, given + 1)),
    }));
    const { ids, verdict } = await readList(scim);
    expect(ids).toHaveLength(given);
    expect(verdict).toEqual({ state, read: given, total: total ?? undefined });
  });

  it.each<[limit: number, given: number, state: ListVerdict['state']]>([
    [1, 1, 'limited'],
    [8, 8, 'limited'],
    [9, 9, 'whole'],
    [10, 9, 'whole'],
  ])('with a limit of %d, 9 users and an ignored count, reads %d: %s', async (limit, given, state) => {
    const scim = clientOfPages((start) => ({ totalResults: 9, Resources: numbered(start, 10) }));
    const { ids, rawIds, verdict } = await readList(scim, { limit });
    expect(ids).toHaveLength(given);
    expect(rawIds).toEqual(ids);
    expect(verdict.state).toBe(state);
  });

  it('applies the limit also to selected members', async () => {
    const scim = clientOfPages(() => ({
      totalResults: 3,
      Resources: [{ id: 'a', n: 1 }, { n: 2 }, { id: 'c' }],
    }));
    const found: JsonObject[] = [];
    const list = streamResources(scim, { path: '/Users', limit: 2, members: (name) => name === 'n' });
    for await (const page of list) found.push(...page.parse());
    expect(found).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('is limited until the list is read to its end', async () => {
    const list = streamResources(
      clientOfPages(() => ({ totalResults: 2, Resources: numbered(1, 3) })),
      {
        path: '/Users',
      },
    );
    expect(list.verdict().state).toBe('limited');
    for await (const _ of list) break;
    expect(list.verdict()).toEqual({ state: 'limited', read: 2, total: 2 });
  });

  it.each<[string, readonly Json[]]>([
    [
      'the total grows',
      [
        { totalResults: 3, Resources: numbered(1, 3) },
        { totalResults: 4, Resources: numbered(3, 5) },
      ],
    ],
    [
      'the total shrinks',
      [
        { totalResults: 5, Resources: numbered(1, 3) },
        { totalResults: 4, Resources: numbered(3, 5) },
      ],
    ],
    [
      'a user is repeated on a distant page',
      [
        { totalResults: 7, Resources: numbered(1, 3) },
        { totalResults: 7, Resources: numbered(3, 5) },
        { totalResults: 7, Resources: numbered(5, 7) },
        { totalResults: 7, Resources: numbered(1, 2) },
      ],
    ],
    ['a user is repeated on one page', [{ totalResults: 2, Resources: [{ id: 'W1' }, { id: 'W1' }] }]],
  ])('is moved if %s', async (_, answers) => {
    let asked = 0;
    const scim = clientOfPages(() => answers[Math.min(asked++, answers.length - 1)] ?? {});
    expect((await readList(scim)).verdict.state).toBe('moved');
  });

  it('is whole only if the list did not change while it was read', async () => {
    const events = fc.array(
      fc.record({
        request: fc.integer({ min: 1, max: 6 }),
        kind: fc.constantFrom('join', 'leave'),
        at: fc.nat(40),
      }),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 12 }),
        events,
        async (length, cap, changes) => {
          const people = numbered(1, length + 1);
          const all = new Set(people.map(({ id }) => id));
          const shown = new Set<string>();
          let request = 0;
          let idle = 0;
          let mostIdle = 0;
          const scim = clientOfPages((start, count) => {
            request += 1;
            for (const change of changes.filter((one) => one.request === request)) {
              if (change.kind === 'leave') people.splice(change.at % (people.length + 1), 1);
              else {
                const id = `N${request}.${change.at}`;
                if (!all.has(id)) people.splice(change.at % (people.length + 1), 0, { id });
                all.add(id);
              }
            }
            const from = start - 1;
            const page = people.slice(from, from + Math.min(count, cap));
            idle = page.length > 0 && page.every(({ id }) => shown.has(id)) ? idle + 1 : 0;
            mostIdle = Math.max(mostIdle, idle);
            for (const { id } of page) shown.add(id);
            return { totalResults: people.length, Resources: page };
          });
          // A user who joins before each page makes small pages repeat themselves; reading fails in that
          // case.
          const list = await readList(scim).catch((error: unknown) => {
            expect(error).toMatchObject({
              kind: 'unreachable',
              message: expect.stringMatching(/3 consecutive pages contained nothing new$/),
            });
            expect(mostIdle).toBeGreaterThanOrEqual(3);
          });
          if (list === undefined) return;
          const { ids, verdict } = list;
          // Every read user existed, and a whole list has each user once and as many as the service counted.
          for (const id of ids) expect(all.has(String(id))).toBe(true);
          if (verdict.state !== 'whole') return;
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids).toHaveLength(verdict.total ?? -1);
        },
      ),
      {
        numRuns: 300,
        examples: [[2, 1, [2, 3, 4].map((request) => ({ request, kind: 'join', at: 0 }))]],
      },
    );
  });
});

describe('service whose list never ends', () => {
  it('fails after three pages without new users, which are not returned', async () => {
    let asked = 0;
    const scim = clientOfPages(() => {
      asked += 1;
      return { totalResults: 1_000_000, Resources: [{ id: 'W1' }] };
    });
    const seen: unknown[] = [];
    const all = async () => {
      for await (const page of streamResources(scim, { path: '/Users' }))
        for (const { id } of page.parse()) seen.push(id);
    };
    await expect(all()).rejects.toMatchObject({
      kind: 'unreachable',
      message: '/Users: the service repeats itself: 3 consecutive pages contained nothing new',
    });
    expect(seen).toEqual(['W1']);
    expect(asked).toBeLessThan(12);
  });

  it.each<[pages: number, isLeft: boolean]>([
    [1, false],
    [2, false],
    [3, true],
  ])('fails after %d repeated pages: %s', async (repeated, isLeft) => {
    const scim = clientOfPages((start) => {
      const isRepeated = start > 2 && start <= 2 + 2 * repeated;
      const length = 4 + 2 * repeated;
      const from = isRepeated ? 1 : start;
      return { totalResults: length, Resources: numbered(from, Math.min(from + 2, length + 1)) };
    });
    const read = readList(scim);
    if (isLeft) await expect(read).rejects.toMatchObject({ kind: 'unreachable' });
    else expect((await read).verdict.state).toBe('moved');
  });

  it('fails if pages repeat in a cycle or the users have no ID', async () => {
    const circle = clientOfPages((start) => ({
      Resources: numbered(((start - 1) % 6) + 1, ((start - 1) % 6) + 3),
    }));
    await expect(readList(circle)).rejects.toMatchObject({ kind: 'unreachable' });
    const nameless = clientOfPages(() => ({ Resources: [{ userName: 'a' }] }));
    await expect(readList(nameless)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('returns each user once if startIndex is ignored but the total is known', async () => {
    const scim = clientOfAnswer(200, '{"Resources": [{"id": "U1"}, {"id": "U2"}], "totalResults": 2}');
    expect(await idsOf(scim)).toEqual(['U1', 'U2']);
    expect(await idsOf(scim, { limit: 1 })).toEqual(['U1']);
  });
});

describe('resources read from a list', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'a nested object that begins like a resource',
      '{"id":"U1","manager":[{"a":1},{"id":"U9"}]},{"id":"U2"}',
      ['U1', 'U2'],
    ],
    [
      'characters that are escaped in output',
      '{"id":"U1","a":"\u202e"},{"id":"U\u009b2"}',
      ['U1', 'U\u009b2'],
    ],
    ['spaces between values', '{"id": "U1"}, {"id": "U2"}', ['U1', 'U2']],
    ['multi-byte letters', '{"id":"Ü1","a":"日本"},{"id":"U2"}', ['Ü1', 'U2']],
  ])('are correct with %s', async (_name, resources, ids) => {
    const body = `{"totalResults":2,"Resources":[${resources}]}`;
    expect(await idsOf(clientOfAnswer(200, body))).toEqual(ids);
  });

  it('are omitted if they exceed the given size', async () => {
    const body = '{"totalResults":2,"Resources":[{"id":"U1","a":"xxx"},{"id":"U2"}]}';
    const whole = streamResources(clientOfAnswer(200, body), { path: '/Users' });
    for await (const page of whole) {
      const found = [10, 11, 20, 21].map((largest) => Array.from(page.parse(largest), ({ id }) => id));
      expect(found).toEqual([[], ['U2'], ['U2'], ['U1', 'U2']]);
    }
    const sparse = streamResources(clientOfAnswer(200, body), {
      path: '/Users',
      members: (name) => name !== 'id',
    });
    for await (const page of sparse) {
      const found = [8, 9].map((largest) => [...page.parse(largest)]);
      expect(found).toEqual([[{}], [{ a: 'xxx' }, {}]]);
    }
  });

  it.each([
    [7_999_999, true],
    [8_000_000, true],
    [8_000_001, false],
  ])('are read up to the size limit; %d bytes: %s', async (size, isRead) => {
    const resource = (name: string) => `{"id":"U1","userName":"${name}"}`;
    const text = resource('x'.repeat(size - resource('').length));
    const read = idsOf(clientOfAnswer(200, `{"totalResults":1,"Resources":[${text}]}`));
    if (isRead) expect(await read).toEqual(['U1']);
    else
      await expect(read).rejects.toMatchObject({
        kind: 'unreachable',
        message: '/Users: a resource of 9 MB is too large to parse',
        hint: '-o json prints it unparsed',
      });
  });
});
