import { describe, expect, it } from 'vitest';
import { account } from '../support/organization-world.ts';
import {
  LIST_RESPONSE,
  objectsIn,
  openTestSandbox,
  outcome,
  type TestService,
  URNS,
  VERSIONS,
} from '../support/test-sandbox.ts';

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => account(`p${String(index + 1).padStart(4, '0')}`));

async function names(service: TestService, query: string): Promise<readonly unknown[]> {
  const { Resources } = await service.read(`/Users${query}`);
  return objectsIn(Resources).map((user) => user['userName']);
}

describe('SCIM §2.3: list response', () => {
  it('answers a list on v1 with the totals first and the core schema', async () => {
    const service = await openTestSandbox({ version: '1.1', users: people(3) });
    const body = await service.read('/Users?startIndex=2&count=1');
    expect(Object.keys(body)).toEqual(['totalResults', 'itemsPerPage', 'startIndex', 'schemas', 'Resources']);
    expect(body).toMatchObject({
      totalResults: 3,
      itemsPerPage: 1,
      startIndex: 2,
      schemas: [URNS['1.1'].user],
      Resources: [await service.read('/Users/WP0002')],
    });
  });

  it('answers a list on v2 as a ListResponse with the totals last', async () => {
    const service = await openTestSandbox({ version: '2.0', users: people(3) });
    const body = await service.read('/Users?startIndex=2&count=1');
    expect(Object.keys(body)).toEqual(['schemas', 'Resources', 'totalResults', 'itemsPerPage', 'startIndex']);
    expect(body).toMatchObject({
      schemas: [LIST_RESPONSE],
      Resources: [await service.read('/Users/WP0002')],
      totalResults: 3,
      itemsPerPage: 1,
      startIndex: 2,
    });
  });

  it.each(VERSIONS)('reports in itemsPerPage the number of returned resources on %s', async (version) => {
    const service = await openTestSandbox({ version, users: people(3) });
    expect(await service.read('/Users?count=5')).toMatchObject({ totalResults: 3, itemsPerPage: 3 });
    expect(await service.read('/Users?startIndex=3&count=2')).toMatchObject({ itemsPerPage: 1 });
  });

  it.each(VERSIONS)('returns an empty array for an empty organization on %s', async (version) => {
    const service = await openTestSandbox({ version });
    expect(await service.read('/Users')).toMatchObject({ totalResults: 0, startIndex: 1, Resources: [] });
  });
});

describe.each(VERSIONS)('SCIM §4.1: the query of GET /Users on %s', (version) => {
  it('SCIM §8: returns 10 users per page if count is omitted or empty', async () => {
    const service = await openTestSandbox({ version, users: people(12) });
    expect(await names(service, '')).toHaveLength(10);
    expect(await names(service, '?count=')).toHaveLength(10);
  });

  it('SCIM §8: returns at most 1000 users for any count', async () => {
    const service = await openTestSandbox({ version, users: people(1001) });
    expect(await names(service, '?count=1000')).toHaveLength(1000);
    expect(await names(service, '?count=1001')).toHaveLength(1000);
    expect(await names(service, '?count=99999999999')).toHaveLength(1000);
  });

  it('counts startIndex from 1 and treats lower values as 1', async () => {
    const service = await openTestSandbox({ version, users: people(3) });
    expect(await names(service, '?startIndex=3')).toEqual(['p0003']);
    for (const below of ['0', '-5']) {
      const body = await service.read(`/Users?startIndex=${below}&count=1`);
      expect(body).toMatchObject({ startIndex: 1, Resources: [{ userName: 'p0001' }] });
    }
  });

  it('returns an empty page after the last user and for a count of 0 or less', async () => {
    const service = await openTestSandbox({ version, users: people(3) });
    for (const query of ['?startIndex=4', '?count=0', '?count=-1']) {
      expect(await service.read(`/Users${query}`)).toMatchObject({ totalResults: 3, Resources: [] });
    }
  });

  it.each(['count=ten', 'count=1.5', 'startIndex=x', 'startIndex=1e3', 'count=0x10'])(
    'refuses %s with invalid_query',
    async (query) => {
      const service = await openTestSandbox({ version });
      expect(outcome(await service.get(`/Users?${query}`))).toBe('400 invalid_query');
    },
  );

  it('returns each user once if startIndex advances by the number of returned users', async () => {
    const service = await openTestSandbox({ version, users: people(25) });
    const seen: unknown[] = [];
    for (let start = 1; ; ) {
      const page = await names(service, `?startIndex=${start}&count=7`);
      if (page.length === 0) break;
      seen.push(...page);
      start += page.length;
    }
    expect(seen).toEqual(people(25).map(({ values }) => values.userName));
  });

  it('lists users in creation order, or by ID in the order of sortOrder', async () => {
    const service = await openTestSandbox({ version, users: ['b', 'c', 'a'].map((name) => account(name)) });
    expect(await names(service, '')).toEqual(['b', 'c', 'a']);
    expect(await names(service, '?sortOrder=ascending')).toEqual(['a', 'b', 'c']);
    expect(await names(service, '?sortOrder=descending')).toEqual(['c', 'b', 'a']);
    expect(await names(service, '?sortOrder=descending&startIndex=2&count=1')).toEqual(['b']);
  });

  it.each(['desc', 'Ascending', ''])('refuses the sortOrder "%s" with invalid_sort_order', async (word) => {
    const service = await openTestSandbox({ version });
    expect(outcome(await service.get(`/Users?sortOrder=${word}`))).toBe('400 invalid_sort_order');
  });

  it('SCIM §3: lists a deactivated user with active false', async () => {
    const service = await openTestSandbox({ version, users: [account('gone', { active: false })] });
    expect(await service.read('/Users')).toMatchObject({ Resources: [{ userName: 'gone', active: false }] });
  });
});
