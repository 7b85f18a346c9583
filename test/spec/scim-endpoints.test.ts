import { describe, expect, it } from 'vitest';
import { HTTP_METHODS, SCIM_VERSIONS } from '../../src/spec/protocol-types.ts';
import { SCIM_ENDPOINTS, type ScimEndpoint, SORT_ORDERS } from '../../src/spec/scim-endpoints.ts';
import { VERSION_PATHS } from '../../src/spec/scim-schemas.ts';

/**
 * Method, path and the success status on v1 and v2; undefined if that version lacks it (SCIM §4; OBSERVED
 * §4).
 */
const DOCUMENTED: readonly (readonly [string, string, number | undefined, number | undefined])[] = [
  ['GET', '/ServiceProviderConfig', undefined, 200],
  ['GET', '/ResourceTypes', undefined, 200],
  ['GET', '/Schemas', undefined, 200],
  ['GET', '/Schemas/Users', 200, 200],
  ['GET', '/Schemas/Groups', 200, 200],
  ['GET', '/Users', 200, 200],
  ['GET', '/Users/<id>', 200, 200],
  ['POST', '/Users', 201, 201],
  ['PATCH', '/Users/<id>', 200, 200],
  ['PUT', '/Users/<id>', 200, 200],
  ['DELETE', '/Users/<id>', 200, 204],
  ['GET', '/Groups', 200, 200],
  ['GET', '/Groups/<id>', 200, 200],
  ['POST', '/Groups', 201, 201],
  ['PATCH', '/Groups/<id>', 204, 200],
  ['PUT', '/Groups/<id>', 200, 200],
  ['DELETE', '/Groups/<id>', 204, 204],
];

const endpoints: readonly ScimEndpoint[] = Object.values(SCIM_ENDPOINTS);
const find = (method: string, path: string) =>
  endpoints.filter((endpoint) => endpoint.method === method && endpoint.path === path);

describe('SCIM §4: endpoints', () => {
  it.each(DOCUMENTED)('SCIM §4: %s %s answers %s on v1 and %s on v2', (method, path, v1, v2) => {
    const versions = [...(v1 === undefined ? [] : ['1.1']), ...(v2 === undefined ? [] : ['2.0'])];
    const status = { ...(v1 === undefined ? {} : { '1.1': v1 }), ...(v2 === undefined ? {} : { '2.0': v2 }) };
    expect(find(method, path)).toEqual([expect.objectContaining({ versions, status })]);
  });

  it('SCIM §4: the plural configuration path exists on v1 and, as observed, on v2', () => {
    expect(find('GET', '/ServiceProviderConfigs')).toEqual([
      expect.objectContaining({ versions: ['1.1', '2.0'], status: { '1.1': 200, '2.0': 200 } }),
    ]);
  });

  it('SCIM §4: single resource types and schemas are served on v2 only', () => {
    for (const path of ['/ResourceTypes/<id>', '/Schemas/<id>'])
      expect(find('GET', path)).toEqual([
        expect.objectContaining({ versions: ['2.0'], status: { '2.0': 200 } }),
      ]);
  });

  it('SCIM §4: has exactly these twenty endpoints', () => {
    expect(endpoints).toHaveLength(DOCUMENTED.length + 3);
  });

  it('SCIM §4: every endpoint has a purpose', () => {
    expect(endpoints.filter(({ purpose }) => purpose.trim() === '')).toEqual([]);
  });
});

describe('SCIM §1, SCIM §9: versions', () => {
  it('SCIM §1: SCIM 1.1 is served under /scim/v1 and SCIM 2.0 under /scim/v2', () => {
    expect(VERSION_PATHS).toEqual({ '1.1': '/scim/v1', '2.0': '/scim/v2' });
    expect(SCIM_VERSIONS).toEqual(['1.1', '2.0']);
  });

  it('SCIM §7 method_not_allowed: only GET, POST, PUT, PATCH and DELETE are supported', () => {
    expect([...HTTP_METHODS].sort()).toEqual(['DELETE', 'GET', 'PATCH', 'POST', 'PUT']);
  });

  it('SCIM §4.1: a list is sorted ascending or descending', () => {
    expect(SORT_ORDERS).toEqual(['ascending', 'descending']);
  });
});
