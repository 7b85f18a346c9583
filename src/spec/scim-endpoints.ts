import type { ScimRate } from './limits.ts';
import type { HttpMethod, ScimVersion } from './protocol-types.ts';

export interface ScimEndpoint {
  readonly method: HttpMethod;
  /** Path relative to the version's base path; `<id>` is one path segment. */
  readonly path: string;
  readonly versions: readonly ScimVersion[];
  /** Status of a successful response (OBSERVED §4). */
  readonly status: Readonly<Partial<Record<ScimVersion, number>>>;
  readonly rate: ScimRate;
  readonly purpose: string;
}

const both = (status: number) => ({ '1.1': status, '2.0': status }) as const;

/** All endpoints of SCIM §4, and the two that discovery announces. */
export const SCIM_ENDPOINTS = {
  // v2 supports the plural path as well, because a published v2 client requests only that (OBSERVED §4).
  serviceProviderConfigs: {
    method: 'GET',
    path: '/ServiceProviderConfigs',
    versions: ['1.1', '2.0'],
    status: both(200),
    rate: 'read',
    purpose: 'Configuration, including supported operations',
  },
  serviceProviderConfig: {
    method: 'GET',
    path: '/ServiceProviderConfig',
    versions: ['2.0'],
    status: { '2.0': 200 },
    rate: 'read',
    purpose: 'Configuration, including supported operations',
  },
  resourceTypes: {
    method: 'GET',
    path: '/ResourceTypes',
    versions: ['2.0'],
    status: { '2.0': 200 },
    rate: 'read',
    purpose: 'Resource types available',
  },
  // The location that the entries of the list announce (RFC 7644 §4; assumption `announced-locations`).
  resourceType: {
    method: 'GET',
    path: '/ResourceTypes/<id>',
    versions: ['2.0'],
    status: { '2.0': 200 },
    rate: 'read',
    purpose: 'One resource type, by its name',
  },
  schemas: {
    method: 'GET',
    path: '/Schemas',
    versions: ['2.0'],
    status: { '2.0': 200 },
    rate: 'read',
    purpose: 'All supported schemas',
  },
  schemaOfUsers: {
    method: 'GET',
    path: '/Schemas/Users',
    versions: ['1.1', '2.0'],
    status: both(200),
    rate: 'read',
    purpose: 'How users are formatted',
  },
  schemaOfGroups: {
    method: 'GET',
    path: '/Schemas/Groups',
    versions: ['1.1', '2.0'],
    status: both(200),
    rate: 'read',
    purpose: 'How groups are formatted',
  },
  // Like resourceType; SCIM 1.1 announces no location.
  schema: {
    method: 'GET',
    path: '/Schemas/<id>',
    versions: ['2.0'],
    status: { '2.0': 200 },
    rate: 'read',
    purpose: 'One schema, by its identifier',
  },
  listUsers: {
    method: 'GET',
    path: '/Users',
    versions: ['1.1', '2.0'],
    status: both(200),
    rate: 'read',
    purpose: 'Paginated user list',
  },
  getUser: {
    method: 'GET',
    path: '/Users/<id>',
    versions: ['1.1', '2.0'],
    status: both(200),
    rate: 'readOne',
    purpose: 'One user',
  },
  createUser: {
    method: 'POST',
    path: '/Users',
    versions: ['1.1', '2.0'],
    status: both(201),
    rate: 'createUser',
    purpose: 'Create user',
  },
  patchUser: {
    method: 'PATCH',
    path: '/Users/<id>',
    versions: ['1.1', '2.0'],
    status: both(200),
    rate: 'changeUser',
    purpose: 'Update specified attributes',
  },
  replaceUser: {
    method: 'PUT',
    path: '/Users/<id>',
    versions: ['1.1', '2.0'],
    status: both(200),
    rate: 'changeUser',
    purpose: 'Replace all attributes',
  },
  deactivateUser: {
    method: 'DELETE',
    path: '/Users/<id>',
    versions: ['1.1', '2.0'],
    status: { '1.1': 200, '2.0': 204 },
    rate: 'deleteUser',
    purpose: 'Deactivate user',
  },
  listGroups: {
    method: 'GET',
    path: '/Groups',
    versions: ['1.1', '2.0'],
    status: both(200),
    rate: 'read',
    purpose: 'Paginated group list',
  },
  getGroup: {
    method: 'GET',
    path: '/Groups/<id>',
    versions: ['1.1', '2.0'],
    status: both(200),
    rate: 'readOne',
    purpose: 'One group',
  },
  createGroup: {
    method: 'POST',
    path: '/Groups',
    versions: ['1.1', '2.0'],
    status: both(201),
    rate: 'createGroup',
    purpose: 'Create group',
  },
  patchGroup: {
    method: 'PATCH',
    path: '/Groups/<id>',
    versions: ['1.1', '2.0'],
    status: { '1.1': 204, '2.0': 200 },
    rate: 'changeGroup',
    purpose: 'Update group (members)',
  },
  replaceGroup: {
    method: 'PUT',
    path: '/Groups/<id>',
    versions: ['1.1', '2.0'],
    status: both(200),
    rate: 'changeGroup',
    purpose: 'Replace group',
  },
  deleteGroup: {
    method: 'DELETE',
    path: '/Groups/<id>',
    versions: ['1.1', '2.0'],
    status: both(204),
    rate: 'deleteGroup',
    purpose: 'Remove group permanently',
  },
} as const satisfies Record<string, ScimEndpoint>;
export type ScimEndpointName = keyof typeof SCIM_ENDPOINTS;

export const SORT_ORDERS = ['ascending', 'descending'] as const;
/** `sortOrder` of a list (SCIM §4.1). */
export type SortOrder = (typeof SORT_ORDERS)[number];
