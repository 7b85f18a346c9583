import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LIMITS, SCIM_RATES, WEB_API_RATES } from '../../src/spec/limits.ts';
import { SCIM_ENDPOINTS } from '../../src/spec/scim-endpoints.ts';

describe('SCIM §8: limits', () => {
  it('SCIM §8: userName and nickName have at most 21 characters, displayName at most 80', () => {
    expect(LIMITS.userNameLength).toBe(21);
    expect(LIMITS.displayNameLength).toBe(80);
  });

  it('SCIM §8: a page has 10 users by default; at most 1000 are recommended', () => {
    expect(LIMITS.defaultPageSize).toBe(10);
    expect(LIMITS.largestPageSize).toBe(1000);
  });

  it('SCIM §8: a group call modifies at most 15,000 users, and 5,000 is the recommended batch', () => {
    expect(LIMITS.groupUsersPerCall).toBe(15000);
    expect(LIMITS.groupUsersRecommended).toBe(5000);
  });

  it('SCIM §8: a user group has at most 5,000 members, an IDP group 15,000', () => {
    expect(LIMITS.userGroupMembers).toBe(5000);
    expect(LIMITS.idpGroupMembers).toBe(15000);
  });

  it('SCIM §4.3 rules 6 to 10: two emails, two phone numbers, one photo, one address and one role are stored', () => {
    const { storedEmails, storedPhones, storedPhotos, storedAddresses, storedRoles } = LIMITS;
    expect([storedEmails, storedPhones, storedPhotos, storedAddresses, storedRoles]).toEqual([2, 2, 1, 1, 1]);
  });

  it('SCIM §7 unable_to_create_team_profile_fields: a workspace has at most 50 custom profile fields', () => {
    expect(LIMITS.customProfileFields).toBe(50);
  });
});

it('repeats every limit (SCIM §8, WEB §8)', () => {
  const text = readFileSync('test/spec/limits.test.ts', 'utf8');
  expect(Object.keys(LIMITS).filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

describe('SCIM §8: documented rates', () => {
  it.each([
    ['all writes', 'write', 600, 180],
    ['all reads', 'read', 1000, 1000],
    ['GET of one user or group', 'readOne', 300, 300],
    ['POST /Users', 'createUser', 180, 20],
    ['PUT or PATCH /Users/<id>', 'changeUser', 180, 20],
    ['DELETE /Users/<id>', 'deleteUser', 180, 20],
    ['POST /Groups', 'createGroup', 180, 20],
    ['PUT or PATCH /Groups/<id>', 'changeGroup', 180, 80],
    ['DELETE /Groups/<id>', 'deleteGroup', 180, 20],
  ] as const)('SCIM §8: %s (%s): %i per minute, %i at once', (_, rate, perMinute, burst) => {
    expect(SCIM_RATES[rate]).toEqual({ perMinute, burst });
  });

  it('has no undocumented SCIM rate', () => {
    expect(Object.keys(SCIM_RATES)).toHaveLength(9);
  });

  it.each([
    ['GET /Users', 'read'],
    ['GET /Users/<id>', 'readOne'],
    ['POST /Users', 'createUser'],
    ['PATCH /Users/<id>', 'changeUser'],
    ['PUT /Users/<id>', 'changeUser'],
    ['DELETE /Users/<id>', 'deleteUser'],
    ['GET /Groups', 'read'],
    ['GET /Groups/<id>', 'readOne'],
    ['POST /Groups', 'createGroup'],
    ['PATCH /Groups/<id>', 'changeGroup'],
    ['PUT /Groups/<id>', 'changeGroup'],
    ['DELETE /Groups/<id>', 'deleteGroup'],
    ['GET /ServiceProviderConfig', 'read'],
    ['GET /ServiceProviderConfigs', 'read'],
    ['GET /ResourceTypes', 'read'],
    ['GET /Schemas', 'read'],
    ['GET /Schemas/Users', 'read'],
    ['GET /Schemas/Groups', 'read'],
  ])('SCIM §8: %s counts against the rate %s', (call, rate) => {
    const found = Object.values(SCIM_ENDPOINTS).filter(({ method, path }) => `${method} ${path}` === call);
    expect(found.map((endpoint) => endpoint.rate)).toEqual([rate]);
  });
});

describe('WEB §8: limits', () => {
  it('WEB §8: a thread status expires after 2 minutes without a message', () => {
    expect(LIMITS.threadStatusLifetime).toBe(120_000);
  });

  it('WEB §4.7: marks of one channel are debounced for about 5 seconds', () => {
    expect(LIMITS.markDebounce).toBe(5000);
  });

  it('WEB §8: a policy has an upper limit, an assumption because the number is undocumented', () => {
    expect(LIMITS.policyEntitiesPerCall).toBe(1000);
    expect(LIMITS.policyEntities).toBe(10_000);
    expect(LIMITS.largestLogPage).toBe(1000);
  });

  it.each([
    ['tier1', 1],
    ['tier2', 20],
    ['tier3', 50],
    ['tier4', 100],
    ['threadStatus', 600],
    ['special', 600],
  ] as const)('WEB §8: %s is %i requests per minute', (rate, perMinute) => {
    expect(WEB_API_RATES[rate]).toEqual({ perMinute, burst: perMinute });
  });

  it('WEB §8: has no undocumented rate', () => {
    expect(Object.keys(WEB_API_RATES)).toHaveLength(6);
  });
});
