/**
 * The only definition of the service's limits (SCIM §8, §2.1, §4.1; WEB §8; defaults and rates: OBSERVED §4,
 * §8, §10).
 */

export const LIMITS = {
  /** Length of userName and nickName, in characters (SCIM §8). */
  userNameLength: 21,
  /** Length of displayName, in characters (SCIM §8). */
  displayNameLength: 80,
  /** Page size if `count` is not given (SCIM §4.1, §8). */
  defaultPageSize: 10,
  /** Maximum `count` on large instances (SCIM §4.1, §8). */
  largestPageSize: 1000,
  /** Users that one group call may modify (SCIM §8). */
  groupUsersPerCall: 15_000,
  /** Users that one group call should modify (SCIM §8). */
  groupUsersRecommended: 5_000,
  /** Members of a user group (SCIM §8). */
  userGroupMembers: 5_000,
  /** Members of an IDP group (SCIM §8). */
  idpGroupMembers: 15_000,
  /** Number of stored e-mails, phone numbers, photos, addresses and roles (SCIM §4.3 rules 6–10). */
  storedEmails: 2,
  storedPhones: 2,
  storedPhotos: 1,
  storedAddresses: 1,
  storedRoles: 1,
  /** Custom profile fields of a workspace (OBSERVED §2.1). */
  customProfileFields: 50,
  /** Milliseconds until a thread status without a message expires (WEB §3, §8). */
  threadStatusLifetime: 2 * 60_000,
  /** Milliseconds to wait for another mark of the same channel before sending one (WEB §4.7). */
  markDebounce: 5_000,
  /** Entities of a policy per call and in total (WEB §8; assumption `policy-entity-limit`). */
  policyEntitiesPerCall: 1_000,
  policyEntities: 10_000,
  /** Entries on a page of the integration log (assumption `log-page-size`). */
  largestLogPage: 1_000,
} as const;

/** Documented requests per minute and burst, for all SCIM apps of an organization together (OBSERVED §8). */
export const SCIM_RATES = {
  write: { perMinute: 600, burst: 180 },
  read: { perMinute: 1000, burst: 1000 },
  readOne: { perMinute: 300, burst: 300 },
  createUser: { perMinute: 180, burst: 20 },
  changeUser: { perMinute: 180, burst: 20 },
  deleteUser: { perMinute: 180, burst: 20 },
  createGroup: { perMinute: 180, burst: 20 },
  changeGroup: { perMinute: 180, burst: 80 },
  deleteGroup: { perMinute: 180, burst: 20 },
} as const;
export type ScimRate = keyof typeof SCIM_RATES;

/** Requests per minute, and maximum burst. */
export interface DocumentedRate {
  readonly perMinute: number;
  readonly burst: number;
}

/**
 * Requests per minute to a method from one app in one workspace: the documented tiers, which are minimums
 * ("or more"), and the limits of individual methods (OBSERVED §10; WEB §8; assumption `special-rate`).
 */
export const WEB_API_RATES = {
  tier1: { perMinute: 1, burst: 1 },
  tier2: { perMinute: 20, burst: 20 },
  tier3: { perMinute: 50, burst: 50 },
  tier4: { perMinute: 100, burst: 100 },
  threadStatus: { perMinute: 600, burst: 600 },
  special: { perMinute: 600, burst: 600 },
} as const;
export type WebApiRate = keyof typeof WEB_API_RATES;

/**
 * All documented quotas by name. Those of SCIM apply to all calls together, those of the Web API to each
 * method.
 */
export const DOCUMENTED_RATES = { ...SCIM_RATES, ...WEB_API_RATES } as const;

/** Quotas by name; an absent one is unlimited. */
export type DocumentedRates = { readonly [Name in ScimRate | WebApiRate]?: DocumentedRate };
