import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/failure/failure.ts';
import type { Transport } from '../../src/http/transport.ts';
import { createScimClient, type ScimClient } from '../../src/scim/scim-client.ts';
import { type ListQuery, streamResources } from '../../src/scim/stream-resources.ts';
import type { Json } from '../../src/spec/protocol-types.ts';
import { organizationHome } from '../support/organization-home.ts';
import { account, group } from '../support/organization-world.ts';

const numbered = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => ({ id: `W${from + index}` }));

type Page = (startIndex: number, count: number) => Json | number;

/**
 * A client of a service that answers each page request with a body or a status, and the requests it received.
 */
function serviceOf(page: Page): { readonly scim: ScimClient; readonly asked: string[] } {
  const asked: string[] = [];
  const transport: Transport = async ({ url }) => {
    const { searchParams } = new URL(url);
    const [start, count] = [Number(searchParams.get('startIndex')), Number(searchParams.get('count'))];
    asked.push(`${start}+${count}`);
    const body = page(start, count);
    if (typeof body === 'number') return { status: body, headers: {}, body: Buffer.from('{}') };
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) };
  };
  return {
    scim: createScimClient(transport, 'https://scim.example', { version: '2.0', vendor: 'service' }),
    asked,
  };
}

/** A service with this many users whose totals count all users or only those of the page. */
const counting =
  (users: number, largest: number, totals: 'all' | 'page'): Page =>
  (start, count) => {
    const Resources = numbered(start, Math.min(start + Math.min(count, largest), users + 1));
    return { totalResults: totals === 'all' ? users : Resources.length, Resources };
  };

async function readWith(scim: ScimClient, query: Partial<ListQuery> = {}) {
  const list = streamResources(scim, { path: '/Users', ...query });
  const ids = new Set<unknown>();
  for await (const page of list) for (const { id } of page.parse()) ids.add(id);
  return { count: ids.size, verdict: list.verdict() };
}

describe('list whose total may count only the first page', () => {
  it.each<[users: number, query: Partial<ListQuery>, requests: number]>([
    [0, {}, 1],
    [1, {}, 1],
    [999, {}, 1],
    [1000, {}, 2],
    [1001, {}, 2],
    [2000, {}, 2],
    [1000, { limit: 1000 }, 1],
    [1000, { limit: 1001 }, 2],
    [5, { limit: 5 }, 1],
    [0, { isSettled: true }, 1],
    [999, { isSettled: true }, 2],
    [1000, { isSettled: true }, 2],
    [1001, { isSettled: true }, 2],
  ])('reads %d users with %j in %d requests', async (users, query, requests) => {
    const { scim, asked } = serviceOf(counting(users, 1000, 'all'));
    const { count, verdict } = await readWith(scim, query);
    expect({ count, verdict }).toEqual({
      count: users,
      verdict: { state: 'whole', read: users, total: users },
    });
    expect(asked).toHaveLength(requests);
  });

  it.each<[users: number, largest: number, isSettled: boolean]>([
    [1000, 1000, false],
    [1001, 1000, false],
    [2345, 1000, false],
    [3000, 1000, false],
    [4, 5, true],
    [5, 5, true],
    [12, 5, true],
    [150, 100, true],
  ])(
    'reads all of %d users in pages of %d if the total counts only the page',
    async (users, largest, isSettled) => {
      const { scim } = serviceOf(counting(users, largest, 'page'));
      const { count, verdict } = await readWith(scim, { isSettled });
      expect(count).toBe(users);
      expect(verdict).toMatchObject({ state: 'whole', read: users });
    },
  );

  it.each<[string, Page]>([
    ['refuses positions after the end', () => 400],
    ['starts over after the end', () => ({ totalResults: 1000, Resources: numbered(1, 1001) })],
    ['returns no total after the end', () => ({ Resources: [] })],
    ['returns a total of 0 after the end', () => ({ totalResults: 0, Resources: [] })],
  ])('trusts the total of a service that %s', async (_, behind) => {
    const all = counting(1000, 1000, 'all');
    const { scim, asked } = serviceOf((start, count) =>
      start === 1 ? all(start, count) : behind(start, count),
    );
    expect(await readWith(scim)).toEqual({
      count: 1000,
      verdict: { state: 'whole', read: 1000, total: 1000 },
    });
    expect(asked).toEqual(['1+1000', '1001+1000']);
  });

  it('has the verdict "moved" if a user joins between the two requests', async () => {
    const { scim } = serviceOf((start, count) =>
      counting(start === 1 ? 1000 : 1001, 1000, 'all')(start, count),
    );
    expect((await readWith(scim)).verdict).toEqual({ state: 'moved', read: 1001, total: 1001 });
  });

  it('fails if the second request fails with another status', async () => {
    const { scim } = serviceOf((start, count) =>
      start === 1 ? counting(1000, 1000, 'all')(start, count) : 401,
    );
    await expect(readWith(scim)).rejects.toBeInstanceOf(Failure);
  });
});

const people = Array.from({ length: 12 }, (_, index) =>
  account(`user${index}`, {}, { hasCustomProfile: true }),
);
const WORLD = {
  users: people,
  groups: people.map((_, index) =>
    group([`user${index}`], { id: `S${index}`, displayName: `Team ${index}` }),
  ),
};

describe('compare, snapshot and migrate', () => {
  it('read whole lists without a probe if pages have five users and totals count the page', async () => {
    const a = await organizationHome(WORLD);
    const b = await organizationHome({
      ...WORLD,
      settings: { quirks: { largestPage: '5', totals: 'page' } },
    });
    expect((await b.orgctl(`compare ${a.home} sandbox`)).stderr).toContain(
      'sandbox (12 users, 12 groups): no differences',
    );
    expect((await b.orgctl('migrate snapshot sandbox')).stderr).toContain('12 users and 12 groups saved');
    expect((await b.orgctl(`migrate map ${a.home} sandbox --out ${b.path('ids.csv')}`)).stderr).toContain(
      '24 pairs',
    );
    expect((await b.orgctl(`migrate plan ${a.home} sandbox`)).stderr).toContain('12 unchanged');
    expect((await b.orgctl(`migrate verify ${a.home} sandbox -q`)).exit).toBe(0);
  });
});
