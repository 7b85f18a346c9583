/** Types of requests and responses. The spelling is that of the standard (RFC 7643, RFC 7644; SCIM §2). */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

export const SCIM_VERSIONS = ['1.1', '2.0'] as const;
/** The protocol versions that the service supports (SCIM §1, §9). */
export type ScimVersion = (typeof SCIM_VERSIONS)[number];

export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** The HTTP methods that the service supports (SCIM §7 method_not_allowed). */
export type HttpMethod = (typeof HTTP_METHODS)[number];

export const TOKEN_KINDS = ['user', 'bot', 'org'] as const;
/** The kind of a token: of a user, a bot, or an app installed on the whole organization (SCIM §5, WEB §5). */
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** One page of a list in either version (SCIM §2.3; v1: OBSERVED §2.3). */
export interface ListResponse {
  readonly schemas: readonly string[];
  readonly Resources: readonly JsonObject[];
  readonly totalResults: number;
  readonly itemsPerPage: number;
  readonly startIndex: number;
}
