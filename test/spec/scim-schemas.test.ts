import { describe, expect, it } from 'vitest';
import { DEFAULT_VENDOR } from '../../src/spec/default-vendor.ts';
import {
  DISCOVERY_URIS,
  EXTENSIONS,
  GUEST_TYPE,
  MESSAGE_URIS,
  MULTI_VALUED,
  SCHEMA_URI_SPELLINGS,
  SCHEMA_URIS,
} from '../../src/spec/scim-schemas.ts';

/** Replaces the placeholder by the default vendor name, as the specification prints the URNs. */
const service = (uri: string) => uri.replace('{vendor}', 'service');

describe('SCIM §2.1, SCIM §2.2: schema URNs', () => {
  it.each([
    ['user', 'urn:scim:schemas:core:1.0'],
    ['group', 'urn:scim:schemas:core:1.0'],
    ['enterprise', 'urn:scim:schemas:extension:enterprise:1.0'],
    ['guest', 'urn:scim:schemas:extension:service:guest:1.0'],
    ['profile', 'urn:scim:schemas:extension:service:profile:1.0'],
  ] as const)('SCIM §2.1: on v1 the schema of %s is %s', (name, uri) => {
    expect(service(SCHEMA_URIS['1.1'][name])).toBe(uri);
  });

  it.each([
    ['user', 'urn:ietf:params:scim:schemas:core:2.0:User'],
    ['group', 'urn:ietf:params:scim:schemas:core:2.0:Group'],
    ['enterprise', 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
    ['guest', 'urn:ietf:params:scim:schemas:extension:service:guest:2.0:User'],
    ['profile', 'urn:ietf:params:scim:schemas:extension:service:profile:2.0:User'],
  ] as const)('SCIM §2.2: on v2 the schema of %s is %s', (name, uri) => {
    expect(service(SCHEMA_URIS['2.0'][name])).toBe(uri);
  });

  it('SCIM §2.1: the documented v2 guest URN without ietf is an alternative spelling', () => {
    expect(service(SCHEMA_URI_SPELLINGS['2.0'].guest)).toBe(
      'urn:scim:schemas:extension:service:guest:2.0:User',
    );
    expect(SCHEMA_URI_SPELLINGS['1.1']).toEqual({});
  });

  it('RFC 7643 §5–7: contains the schema URNs of the discovery resources', () => {
    expect(DISCOVERY_URIS).toEqual({
      config: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
      resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
      schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
    });
  });

  it('SCIM §2.1: the default vendor name is service, and the tables have a placeholder for it', () => {
    expect(DEFAULT_VENDOR).toBe('service');
    const tables = JSON.stringify([SCHEMA_URIS, SCHEMA_URI_SPELLINGS]);
    expect(tables).not.toContain(':service:');
  });
});

describe('SCIM §2.3: v2 message URNs', () => {
  it('SCIM §2.3: list response, patch request and error have their own URNs', () => {
    expect(MESSAGE_URIS).toEqual({
      listResponse: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
      patchOp: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
      error: 'urn:ietf:params:scim:api:messages:2.0:Error',
    });
  });
});

describe('SCIM §2.1: extensions and multi-valued attributes', () => {
  it('SCIM §2.1: the extensions are enterprise, guest and profile; a guest is of type multi', () => {
    expect([...EXTENSIONS].sort()).toEqual(['enterprise', 'guest', 'profile']);
    expect(GUEST_TYPE).toBe('multi');
  });

  it('SCIM §7: each multi-valued attribute has a code for an invalid element', () => {
    expect(MULTI_VALUED).toEqual({
      emails: 'emails_invalid',
      phoneNumbers: 'phoneNumbers_invalid',
      photos: 'photos_invalid',
      addresses: 'addresses_invalid',
      roles: 'roles_invalid',
      groups: 'groups_invalid',
    });
  });
});
