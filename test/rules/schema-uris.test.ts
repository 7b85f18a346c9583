import { describe, expect, it } from 'vitest';
import {
  isSameUri,
  listsSchema,
  schemaUri,
  schemaUriSpellings,
  withVendor,
} from '../../src/rules/schema-uris.ts';

const V1 = { version: '1.1', vendor: 'service' } as const;
const V2 = { version: '2.0', vendor: 'service' } as const;
const ACME = { version: '2.0', vendor: 'acme' } as const;

describe('SCIM §2.1: schema URNs in requests', () => {
  it.each([
    [V1, 'guest', 'urn:scim:schemas:extension:service:guest:1.0'],
    [V2, 'guest', 'urn:ietf:params:scim:schemas:extension:service:guest:2.0:User'],
    [ACME, 'guest', 'urn:ietf:params:scim:schemas:extension:acme:guest:2.0:User'],
    [ACME, 'profile', 'urn:ietf:params:scim:schemas:extension:acme:profile:2.0:User'],
    [ACME, 'enterprise', 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  ] as const)('SCIM §2.1: in %o the schema of %s is %s', (dialect, name, uri) => {
    expect(schemaUri(dialect, name)).toBe(uri);
  });

  it('inserts a vendor name literally, even with a dollar sign', () => {
    expect(withVendor('a:{vendor}:b', '$&')).toBe('a:$&:b');
  });
});

describe('SCIM §2.1: accepted spellings of a schema URN', () => {
  it('SCIM §2.1: the v2 guest URN is read with and without ietf, and written with it', () => {
    expect(schemaUriSpellings(ACME, 'guest')).toEqual([
      'urn:ietf:params:scim:schemas:extension:acme:guest:2.0:User',
      'urn:scim:schemas:extension:acme:guest:2.0:User',
    ]);
  });

  it('SCIM §2.1: on v1 there is one spelling', () => {
    expect(schemaUriSpellings(V1, 'guest')).toEqual(['urn:scim:schemas:extension:service:guest:1.0']);
  });

  it('letter case is ignored', () => {
    expect(isSameUri('URN:SCIM:schemas:Core:1.0', 'urn:scim:schemas:core:1.0')).toBe(true);
    expect(isSameUri('urn:scim:schemas:core:1.0', 'urn:scim:schemas:core:1.1')).toBe(false);
  });

  it.each([
    [['urn:ietf:params:scim:schemas:extension:service:guest:2.0:User'], true],
    [['urn:other', 'URN:SCIM:SCHEMAS:extension:service:guest:2.0:user'], true],
    [['urn:ietf:params:scim:schemas:extension:acme:guest:2.0:User'], false],
    [['urn:scim:schemas:extension:service:guest:1.0'], false],
    [[], false],
  ])('SCIM §2.1: %j lists the guest extension of v2: %s', (uris, isListed) => {
    expect(listsSchema(V2, 'guest', uris)).toBe(isListed);
  });
});
