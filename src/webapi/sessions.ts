import { isJsonObject } from '../rules/json-value.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { type UserId, userId, type WorkspaceId, workspaceId } from '../values/ids.ts';

/**
 * An active session (WEB §2.3) with its current values: those of `recent`, or of `created` if nothing has
 * changed since.
 */
export interface Session {
  readonly userId: UserId;
  readonly teamId: WorkspaceId;
  readonly sessionId: string;
  readonly hardware: string;
  readonly os: string;
  readonly osVersion: string;
  readonly client: string;
  readonly ip: string;
  /** Milliseconds since 1970; undefined if the service does not report it (assumption `session-times`). */
  readonly createdAt: number | undefined;
  readonly lastSeenAt: number | undefined;
  readonly body: JsonObject;
}

/** Reads a session as sent by the service; missing values are empty. */
export function readSession(body: JsonObject): Session {
  const created = isJsonObject(body['created']) ? body['created'] : {};
  const now = isJsonObject(body['recent']) ? body['recent'] : created;
  return {
    userId: userId(text(body, 'user_id')),
    teamId: workspaceId(text(body, 'team_id')),
    sessionId: text(body, 'session_id'),
    hardware: text(now, 'device_hardware'),
    os: text(now, 'os'),
    osVersion: text(now, 'os_version'),
    client: text(now, 'slack_client_version'),
    ip: text(now, 'ip'),
    createdAt: time(created),
    lastSeenAt: time(now),
    body,
  };
}

function text(object: JsonObject, name: string): string {
  const value = object[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Converts Unix time in seconds, as in the integration log (WEB §2.1). */
function time(state: JsonObject): number | undefined {
  const seconds = Number(text(state, 'date') || Number.NaN);
  return Number.isNaN(seconds) ? undefined : seconds * 1000;
}
