import type { ScimVersion } from './protocol-types.ts';
import { namesAt } from './user-attributes.ts';

/** Base path of each version below `{scim_base_url}` (SCIM §1, §9). */
export const VERSION_PATHS = { '1.1': '/scim/v1', '2.0': '/scim/v2' } as const satisfies Record<
  ScimVersion,
  string
>;

export const EXTENSIONS = ['enterprise', 'guest', 'profile'] as const;
/** The extensions of a user (SCIM §2.1, extension objects). */
export type Extension = (typeof EXTENSIONS)[number];
export type SchemaName = 'user' | 'group' | Extension;

/** Schema URIs of each version; `{vendor}` is the vendor name (SCIM §2.1, §2.2; v2: OBSERVED §2.1). */
export const SCHEMA_URIS = {
  '1.1': {
    user: 'urn:scim:schemas:core:1.0',
    group: 'urn:scim:schemas:core:1.0',
    enterprise: 'urn:scim:schemas:extension:enterprise:1.0',
    guest: 'urn:scim:schemas:extension:{vendor}:guest:1.0',
    profile: 'urn:scim:schemas:extension:{vendor}:profile:1.0',
  },
  '2.0': {
    user: 'urn:ietf:params:scim:schemas:core:2.0:User',
    group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
    enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
    guest: 'urn:ietf:params:scim:schemas:extension:{vendor}:guest:2.0:User',
    profile: 'urn:ietf:params:scim:schemas:extension:{vendor}:profile:2.0:User',
  },
} as const satisfies Record<ScimVersion, Record<SchemaName, string>>;

/** Other accepted spellings of schema URIs: the v2 guest URI of SCIM §2.1 lacks the ietf prefix. */
export const SCHEMA_URI_SPELLINGS = {
  '1.1': {},
  '2.0': {
    guest: 'urn:scim:schemas:extension:{vendor}:guest:2.0:User',
    profile: 'urn:scim:schemas:extension:{vendor}:profile:2.0:User',
  },
} as const satisfies Record<ScimVersion, Partial<Record<SchemaName, string>>>;

/** Schema URIs of discovery responses (OBSERVED §2.1; RFC 7643 §5–7). */
export const DISCOVERY_URIS = {
  config: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
} as const;

/** Schema URIs of v2 messages (SCIM §2.3). */
export const MESSAGE_URIS = {
  listResponse: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patchOp: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const;

/** The only value of the guest extension's `type` (SCIM §2.1). */
export const GUEST_TYPE = 'multi';

/** The value that clears an attribute: a single space (SCIM §4.3 rule 1). */
export const BLANK = ' ';

/** The supported sub-attributes of an address (SCIM §2.1). */
export const ADDRESS_SUB_ATTRIBUTES = namesAt('addresses[0].');
export type AddressSubAttribute = (typeof ADDRESS_SUB_ATTRIBUTES)[number];

/** The sub-attributes of a name (SCIM §2.1, §4.3 rule 11). */
export const NAME_SUB_ATTRIBUTES = namesAt('name.');
export type NameSubAttribute = (typeof NAME_SUB_ATTRIBUTES)[number];

/** The string attributes of the enterprise extension; `manager` is an object (SCIM §2.1). */
export const ENTERPRISE_STRINGS = namesAt('enterprise.');
export type EnterpriseString = (typeof ENTERPRISE_STRINGS)[number];

/** Singular string attributes that a PATCH sets individually (SCIM §4.3 rule 5). */
export const PLAIN_STRINGS = namesAt('');
export type PlainString = (typeof PLAIN_STRINGS)[number];

/**
 * Core attributes of the standard that the service does not document. A request with one is accepted and the
 * attribute is ignored (assumption `other-core-attributes`).
 */
export const IGNORED_CORE_ATTRIBUTES = ['ims', 'entitlements', 'x509Certificates', 'externalId'] as const;

/**
 * Types of phone numbers that the service does not store, because they are not phones (assumption
 * `other-core-attributes`).
 */
export const IGNORED_PHONE_TYPES = ['fax', 'pager'] as const;

/** Attributes that the service adds and a client may send back unchanged (OBSERVED §12.5). */
export const READ_ONLY_ATTRIBUTES = ['id', 'meta', 'groups'] as const;

/** The multi-valued attributes of a user with the error code for an invalid entry (SCIM §2.1, §7). */
export const MULTI_VALUED = {
  emails: 'emails_invalid',
  phoneNumbers: 'phoneNumbers_invalid',
  photos: 'photos_invalid',
  addresses: 'addresses_invalid',
  roles: 'roles_invalid',
  groups: 'groups_invalid',
} as const;
export type MultiValued = keyof typeof MULTI_VALUED;

const ENTRY = ['value', 'type', 'primary', 'operation', 'display', '$ref'] as const;

/**
 * Allowed sub-attributes in a request: those of SCIM §2.1, and those of the standard, which are ignored
 * (assumption `other-core-attributes`).
 */
export const SUB_ATTRIBUTES = {
  name: [...NAME_SUB_ATTRIBUTES, 'formatted', 'middleName', 'honorificSuffix'],
  emails: ENTRY,
  phoneNumbers: ENTRY,
  photos: ENTRY,
  roles: ENTRY,
  groups: ENTRY,
  addresses: [...ADDRESS_SUB_ATTRIBUTES, ...ENTRY, 'formatted'],
  enterprise: [...ENTERPRISE_STRINGS, 'manager'],
  manager: ['managerId', 'value', 'displayName', '$ref'],
  guest: ['type', 'expiration', 'channels'],
  profile: ['startDate'],
} as const satisfies Record<'name' | 'manager' | MultiValued | Extension, readonly string[]>;

/**
 * Allowed attributes of a group in a request: those of SCIM §2.2, and those that a client sends back after a
 * read.
 */
export const GROUP_ATTRIBUTES = ['schemas', 'id', 'externalId', 'meta', 'displayName', 'members'] as const;

/** Allowed sub-attributes of a member in a request: those of SCIM §2.2 and those of the standard. */
export const MEMBER_SUB_ATTRIBUTES = ['value', 'display', 'operation', 'type', '$ref'] as const;
