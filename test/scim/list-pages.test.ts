import { describe, expect, it } from 'vitest';
import { listItems } from '../../src/scim/list-items.ts';
import { type ListQuery, listPages } from '../../src/scim/list-pages.ts';
import type { ScimClient } from '../../src/scim/scim-client.ts';
import type { Json, JsonObject } from '../../src/spec/wire.ts';
import { account } from '../support/organisation-world.ts';
import { clientOf, clientOfAnswer, noting, rewriting } from '../support/scim-client-of.ts';
import { openTestSandbox, VERSIONS } from '../support/wire.ts';

const USERS = Array.from({ length: 2345 }, (_, index) => account(`user${index}`));

interface PageOfItems {
  readonly items: Iterable<JsonObject>;
}
type ReadPages = (scim: ScimClient, query: ListQuery) => AsyncIterable<PageOfItems>;

/** Pages that are parsed as a whole, and those whose resources are parsed one by one. */
const READERS: readonly (readonly [string, ReadPages])[] = [
  ['whole pages', (scim, query) => listPages(scim, query)],
  [
    'one resource after the other',
    ({ read }, query) => {
      if (read === undefined) throw new Error('this client has no bytes');
      return listItems(read, query);
    },
  ],
];

describe.each(READERS)('%s', (_, pagesOf) => {
  async function idsOf(scim: ScimClient, query: Partial<ListQuery> = {}): Promise<readonly unknown[]> {
    const ids: unknown[] = [];
    for await (const { items } of pagesOf(scim, { path: '/Users', ...query }))
      for (const { id } of items) ids.push(id);
    return ids;
  }

  describe.each(VERSIONS)('SCIM §4.1: pages of a list over SCIM %s', (version) => {
    it('asks for pages of 1000 from position 1 until everything is there', async () => {
      const notes: string[] = [];
      const scim = clientOf(await openTestSandbox({ version, users: USERS }), { faults: [noting(notes)] });
      expect(new Set(await idsOf(scim)).size).toBe(USERS.length);
      expect(notes).toEqual([
        'GET /Users?startIndex=1&count=1000',
        'GET /Users?startIndex=1001&count=1000',
        'GET /Users?startIndex=2001&count=1000',
      ]);
    });

    it('asks for no more than is wanted', async () => {
      const notes: string[] = [];
      const scim = clientOf(await openTestSandbox({ version, users: USERS }), { faults: [noting(notes)] });
      expect(await idsOf(scim, { limit: 1002 })).toHaveLength(1002);
      expect(notes).toEqual(['GET /Users?startIndex=1&count=1000', 'GET /Users?startIndex=1001&count=2']);
    });

    it.each<[string, (resources: readonly Json[]) => JsonObject, number]>([
      ['calls every page one item long', () => ({ itemsPerPage: 1 }), 0],
      ['says nothing about totals', () => ({ totalResults: null, itemsPerPage: null }), 0],
      ['gives fewer on a page than was asked for', (all) => ({ Resources: all.slice(0, 400) }), 0],
      ['puts a null on each page', (all) => ({ Resources: [null, ...all.slice(1)] }), 3],
    ])('goes on to the end with a service that %s (service-facts §2.3)', async (_, change, missing) => {
      const rewritten = rewriting(
        () => true,
        (body) => ({ ...body, ...change(Array.isArray(body['Resources']) ? body['Resources'] : []) }),
      );
      const scim = clientOf(await openTestSandbox({ version, users: USERS }), { faults: [rewritten] });
      const ids = await idsOf(scim);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toHaveLength(USERS.length - missing);
    });
  });

  it('takes an empty list for one', async () => {
    expect(await idsOf(clientOfAnswer(200, '{"totalResults": 0}'))).toEqual([]);
    expect(await idsOf(clientOfAnswer(200, '{"Resources": [], "totalResults": 7}'))).toEqual([]);
  });

  it('says when the answer is no list', async () => {
    await expect(idsOf(clientOfAnswer(200, '{"Resources": {"a": 1}}'))).rejects.toMatchObject({
      kind: 'unreachable',
      message: '/Users: the answer is not a list',
    });
  });

  it('stops when a service does not know startIndex', async () => {
    const scim = clientOfAnswer(200, '{"Resources": [{"id": "U1"}, {"id": "U2"}]}');
    await expect(idsOf(scim)).rejects.toMatchObject({
      kind: 'unreachable',
      message: '/Users: the service gives the same page again and again',
    });
    expect(await idsOf(scim, { limit: 2 })).toEqual(['U1', 'U2']);
    const whole = clientOfAnswer(200, '{"Resources": [{"id": "U1"}, {"id": "U2"}], "totalResults": 2}');
    expect(await idsOf(whole)).toEqual(['U1', 'U2']);
  });

  it.each<[string, string, readonly string[]]>([
    [
      'a member like the one with which a resource begins',
      '{"id":"U1","manager":[{"a":1},{"id":"U9"}]},{"id":"U2"}',
      ['U1', 'U2'],
    ],
    [
      'characters that are escaped in output',
      '{"id":"U1","a":"\u202e"},{"id":"U\u009b2"}',
      ['U1', 'U\u009b2'],
    ],
    ['blanks between values', '{"id": "U1"}, {"id": "U2"}', ['U1', 'U2']],
  ])('reads resources with %s', async (_name, resources, ids) => {
    expect(await idsOf(clientOfAnswer(200, `{"totalResults":2,"Resources":[${resources}]}`))).toEqual(ids);
  });

  it('says when a resource is no JSON', async () => {
    const scim = clientOfAnswer(200, '{"totalResults":2,"Resources":[{"id":"U1"},{"id":nul}]}');
    await expect(idsOf(scim)).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'the answer is not JSON (200, application/json)',
    });
  });
});
