/**
 * IDs that the compiler tells apart: the ID of a group where that of a user is expected does not compile, and
 * every ID is still a text. They are made where a text becomes known as an ID: from an answer, a saved file,
 * an argument, or in the sandbox.
 */

declare const OF: unique symbol;

type IdOf<Kind extends string> = string & { readonly [OF]: Kind };

/** Of a user (SCIM §2.1). */
export type UserId = IdOf<'user'>;

/** Of a group (SCIM §2.2). */
export type GroupId = IdOf<'group'>;

/** Of a workspace (WEB §2). */
export type WorkspaceId = IdOf<'workspace'>;

/** Of a run, which is the name of its folder. */
export type RunId = IdOf<'run'>;

/** Takes a text for the ID of a user; whether there is one with it says the service. */
export function userId(text: string): UserId {
  return text as UserId;
}

/** Takes a text for the ID of a group. */
export function groupId(text: string): GroupId {
  return text as GroupId;
}

/** Takes a text for the ID of a workspace. */
export function workspaceId(text: string): WorkspaceId {
  return text as WorkspaceId;
}

/** What the ID of a run looks like: when it began, and what tells it from others of that second. */
export const RUN_ID = /^[0-9]{8}-[0-9]{6}-[0-9a-z]{5}$/;

/** Takes a text for the ID of a run; whether there is one is known when it is opened. */
export function runId(text: string): RunId {
  return text as RunId;
}

/** Of a change, within its plan. */
export type ChangeId = IdOf<'change'>;

/** Takes a text for the ID of a change. */
export function changeId(text: string): ChangeId {
  return text as ChangeId;
}
