/**
 * What the sandbox takes on a port at most, so that nobody can exhaust its memory or keep the others waiting
 * (assumption `sandbox-bounds`). The quotas and limits of the service itself are in `spec/limits`.
 */
export const BOUNDS = {
  /** Bytes of one request body. */
  bodyBytes: 32 * 1024 * 1024,
  /** Bytes of a body whose sender has not shown a token: the Web API takes one inside a body (WEB §5). */
  strangerBodyBytes: 1024 * 1024,
  /** Bytes of all request bodies that are kept at one time, over all connections. */
  heldBytes: 64 * 1024 * 1024,
  /** Connections at one time. */
  connections: 1024,
  /**
   * Milliseconds for which the rest of a refused body is read and thrown away, so that its sender gets the
   * answer.
   */
  discardTime: 10_000,
} as const;
export type Bounds = { readonly [Name in keyof typeof BOUNDS]: number };

/** What one request may ask for. */
export const REQUEST_BOUNDS = {
  /** Arrays and objects inside each other in a JSON body. */
  jsonDepth: 64,
  /** Operations in a PATCH of a user. */
  userOperations: 1_000,
  /** Operations in a PATCH of a group; a group call may modify as many users (SCIM §8). */
  groupOperations: 15_000,
  /** Characters in the path of an operation. */
  pathLength: 4_096,
} as const;

/** What is kept of the requests that were answered, for those who watch (assumption `sandbox-bounds`). */
export const WATCH_BOUNDS = {
  /** Requests, in the sandbox and in the page. */
  exchanges: 10_000,
  /** Characters that are shown of one body. */
  bodyCharacters: 16 * 1024,
  /** Characters of all bodies together. */
  heldCharacters: 32 * 1024 * 1024,
  /** Changes of the organization. */
  changes: 1_000,
  /** Pages that watch at one time. */
  streams: 8,
  /** Bytes that wait for a page that does not read; then it is cut off, and asks again. */
  waitingBytes: 16 * 1024 * 1024,
} as const;
