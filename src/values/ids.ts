/**
 * Branded IDs: passing the ID of a group where the ID of a user is expected does not compile. Every ID is
 * still a string. A string becomes an ID where it is known to be one: in an answer, a saved file, an
 * argument, or the sandbox.
 */

declare const OF: unique symbol;

type IdOf<Kind extends string> = string & { readonly [OF]: Kind };

/** ID of a user (SCIM §2.1). */
export type UserId = IdOf<'user'>;

/** ID of a group (SCIM §2.2). */
export type GroupId = IdOf<'group'>;

/** ID of a workspace (WEB §2). */
export type WorkspaceId = IdOf<'workspace'>;

/** ID of a run; also the name of its folder. */
export type RunId = IdOf<'run'>;

/** Marks a text as the ID of a user, without checking that such a user exists. */
export function userId(text: string): UserId {
  return text as UserId;
}

/** Marks a text as the ID of a group, without checking that such a group exists. */
export function groupId(text: string): GroupId {
  return text as GroupId;
}

/** Marks a text as the ID of a workspace, without checking that such a workspace exists. */
export function workspaceId(text: string): WorkspaceId {
  return text as WorkspaceId;
}

/** Format of a run ID: the start time, and a suffix that distinguishes runs of the same second. */
export const RUN_ID = /^[0-9]{8}-[0-9]{6}-[0-9a-z]{5}$/;

/** Marks a text as the ID of a run, without checking that such a run exists. */
export function runId(text: string): RunId {
  return text as RunId;
}

/** ID of a change, unique within its plan. */
export type ChangeId = IdOf<'change'>;

/** Marks a text as the ID of a change. */
export function changeId(text: string): ChangeId {
  return text as ChangeId;
}
