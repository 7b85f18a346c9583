import type { HttpMethod, Json, JsonObject } from '../../../src/spec/protocol-types.ts';
import { PATCH_OP, URNS } from '../test-sandbox.ts';

/** The steps of an identity provider in the life of a user and a group, in order. */
export const STEPS = [
  'match a person',
  'create',
  'update by PUT',
  'update by PATCH with a path',
  'update by PATCH without a path',
  'externalId in a PATCH',
  'manager',
  'manager as an object of the standard',
  'deactivate',
  'reactivate',
  'push a group',
  'add one member',
  'remove one member',
  'replace the members',
  'rename the group',
  'full resync',
  'a deleted person',
] as const;
export type Step = (typeof STEPS)[number];

/** IDs from earlier steps. */
export interface Known {
  readonly user: string;
  readonly group: string;
  /** Two other users who exist from the start. */
  readonly boss: string;
  readonly other: string;
}

export interface ProviderRequest {
  readonly method: HttpMethod;
  readonly path: string;
  readonly body?: Json;
}

/** The visible state of the user or group afterwards. */
export interface Seen {
  readonly user?: JsonObject;
  readonly group?: JsonObject;
  /** Number of results of a list. */
  readonly found?: number;
}

export interface ProviderStep {
  readonly requests: (known: Known) => readonly ProviderRequest[];
  readonly seen?: (known: Known) => Seen;
}

/** An identity provider with the requests of its published guide, written by hand for this project. */
export interface Provider {
  readonly name: string;
  readonly steps: { readonly [Name in Step]?: ProviderStep };
}

const { user, group, enterprise } = URNS['2.0'];
export const USER = user;
export const GROUP = group;
export const ENTERPRISE = enterprise;
export const ADDRESS = 'ana.lind@corp.example';

export const get = (path: string): ProviderRequest => ({ method: 'GET', path });
export const post = (path: string, body: Json): ProviderRequest => ({ method: 'POST', path, body });
export const put = (path: string, body: Json): ProviderRequest => ({ method: 'PUT', path, body });
export const remove = (path: string): ProviderRequest => ({ method: 'DELETE', path });
export const patch = (path: string, ...operations: readonly JsonObject[]): ProviderRequest => ({
  method: 'PATCH',
  path,
  body: { schemas: [PATCH_OP], Operations: operations },
});
export const filtered = (path: string, filter: string, more = ''): ProviderRequest =>
  get(`${path}?filter=${encodeURIComponent(filter)}${more}`);
