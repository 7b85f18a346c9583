/**
 * Resource limits of the sandbox on a port, so that no client can exhaust its memory or block other clients
 * (assumption `sandbox-bounds`). The quotas and limits of the service itself are in `spec/limits`.
 */
export const BOUNDS = {
  /** Bytes per request body. */
  bodyBytes: 32 * 1024 * 1024,
  /**
   * Bytes per body before the sender has presented a valid token. The Web API accepts a token in the body
   * (WEB §5).
   */
  strangerBodyBytes: 1024 * 1024,
  /** Bytes of all request bodies held at a time, over all connections. */
  heldBytes: 64 * 1024 * 1024,
  /** Simultaneous connections. */
  connections: 1024,
  /**
   * Milliseconds during which the rest of a refused body is read and discarded, so that its sender receives
   * the response.
   */
  discardTime: 10_000,
} as const;
export type Bounds = { readonly [Name in keyof typeof BOUNDS]: number };

/** Limits on the content of one request. */
export const REQUEST_BOUNDS = {
  /** Nesting depth of arrays and objects in a JSON body. */
  jsonDepth: 64,
  /** Operations in a PATCH of a user. */
  userOperations: 1_000,
  /** Operations in a PATCH of a group, as many as the users that one group call may modify (SCIM §8). */
  groupOperations: 15_000,
  /** Characters in the path of an operation. */
  pathLength: 4_096,
} as const;

/** Limits on the answered requests and changes kept for the inspect page (assumption `sandbox-bounds`). */
export const WATCH_BOUNDS = {
  /** Requests, in the sandbox and on the page. */
  exchanges: 10_000,
  /** Characters shown per body, and of a path with its query. */
  bodyCharacters: 16 * 1024,
  pathCharacters: 2_000,
  /** Characters of all bodies together. */
  heldCharacters: 32 * 1024 * 1024,
  /** Changes of the organization. */
  changes: 1_000,
  /** Pages connected at a time. */
  streams: 8,
  /**
   * Bytes queued for a page that does not read. Beyond that the page is disconnected and has to reconnect.
   */
  waitingBytes: 16 * 1024 * 1024,
} as const;
