import type { ScimVersion } from './protocol-types.ts';
import { namesAt } from './user-attributes.ts';

/** Where each version lives below `{scim_base_url}` (SCIM §1, §9). */
export const VERSION_PATHS = { '1.1': '/scim/v1', '2.0': '/scim/v2' } as const satisfies Record<
  ScimVersion,
  string
>;

export const EXTENSIONS = ['enterprise', 'guest', 'profile'] as const;
/** The extension objects of a user (SCIM §2.1, extension objects). */
export type Extension = (typeof EXTENSIONS)[number];
export type SchemaName = 'user' | 'group' | Extension;

/**
 * Schema identifiers of each version; `{vendor}` is the vendor's word (SCIM §2.1, §2.2; v2: OBSERVED §2.1).
 */
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

/**
 * Other spellings that are read as the same schema: the v2 guest identifier of SCIM §2.1 lacks the ietf
 * prefix.
 */
export const SCHEMA_URI_SPELLINGS = {
  '1.1': {},
  '2.0': {
    guest: 'urn:scim:schemas:extension:{vendor}:guest:2.0:User',
    profile: 'urn:scim:schemas:extension:{vendor}:profile:2.0:User',
  },
} as const satisfies Record<ScimVersion, Partial<Record<SchemaName, string>>>;

/** The schemas of what discovery answers (OBSERVED §2.1; RFC 7643 §5–7). */
export const DISCOVERY_URIS = {
  config: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
} as const;

/** Identifiers of the envelopes of v2 (SCIM §2.3). */
export const MESSAGE_URIS = {
  listResponse: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patchOp: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const;

/** The only value of the guest extension's `type` (SCIM §2.1). */
export const GUEST_TYPE = 'multi';

/** Setting a value to a single space clears it (SCIM §4.3 rule 1). */
export const BLANK = ' ';

/** The sub-attributes of an address that the service supports (SCIM §2.1). */
export const ADDRESS_SUB_ATTRIBUTES = namesAt('addresses[0].');
export type AddressSubAttribute = (typeof ADDRESS_SUB_ATTRIBUTES)[number];

/** The sub-attributes of a name (SCIM §2.1, §4.3 rule 11). */
export const NAME_SUB_ATTRIBUTES = namesAt('name.');
export type NameSubAttribute = (typeof NAME_SUB_ATTRIBUTES)[number];

/** The plain strings of the enterprise extension; `manager` is an object (SCIM §2.1). */
export const ENTERPRISE_STRINGS = namesAt('enterprise.');
export type EnterpriseString = (typeof ENTERPRISE_STRINGS)[number];

/** Singular strings that a PATCH sets one by one (SCIM §4.3 rule 5). */
export const PLAIN_STRINGS = namesAt('');
export type PlainString = (typeof PLAIN_STRINGS)[number];

/**
 * Attributes of the standard's core user that the service does not name. A request that carries one is
 * accepted and the attribute is ignored (assumption `other-core-attributes`).
 */
export const IGNORED_CORE_ATTRIBUTES = ['ims', 'entitlements', 'x509Certificates', 'externalId'] as const;

/**
 * Phone numbers of the standard that the service does not keep: they are no phones (assumption
 * `other-core-attributes`).
 */
export const IGNORED_PHONE_TYPES = ['fax', 'pager'] as const;

/** What the service adds by itself and what a client may send back unchanged (OBSERVED §12.5). */
export const READ_ONLY_ATTRIBUTES = ['id', 'meta', 'groups'] as const;

/** The multi-valued attributes of a user and the code for a damaged element (SCIM §2.1, §7). */
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
 * What an object in a request may carry: the sub-attributes of SCIM §2.1, and those of the standard that are
 * ignored (assumption `other-core-attributes`).
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

/** What a group in a request may carry: SCIM §2.2, and what a client sends back that fetched it. */
export const GROUP_ATTRIBUTES = ['schemas', 'id', 'externalId', 'meta', 'displayName', 'members'] as const;

/** What a member in a request may carry (SCIM §2.2), and what the standard adds. */
export const MEMBER_SUB_ATTRIBUTES = ['value', 'display', 'operation', 'type', '$ref'] as const;
