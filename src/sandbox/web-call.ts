import type { ArgumentValue } from '../rules/check-arguments.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import type { Organization } from './organization.ts';
import type { SandboxToken, StoredUser } from './organization-data.ts';
import type { Team } from './record-kinds.ts';
import { WebError } from './web-error.ts';

/** A Web API call whose token and arguments have been checked. */
export interface WebCall {
  readonly organization: Organization;
  readonly token: SandboxToken;
  readonly values: Readonly<Record<string, ArgumentValue>>;
  /** Scheme and host of the request. */
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Returns the members of the response besides `ok`. A handler that throws a WebError has changed nothing. */
export type WebHandler = (call: WebCall) => JsonObject;

/** Returns a text argument; undefined if it was not given. */
export function text({ values }: WebCall, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

export function number({ values }: WebCall, name: string): number {
  const value = values[name];
  return typeof value === 'number' ? value : 0;
}

export function list({ values }: WebCall, name: string): readonly string[] {
  const value = values[name];
  return Array.isArray(value) ? value : [];
}

/** Returns the ID of the organization, the `enterprise_id` of responses. */
export function enterpriseId({ settings }: Organization): string {
  return settings.enterpriseId ?? 'E00000001';
}

/**
 * Returns the workspace of a call: that of the token, or the one given with an org-level token (WEB §5 rule
 * 4).
 * @throws WebError missing_argument if none is given (WEB §4.2; assumption `org-token-without-team`),
 * team_access_not_granted if the token has no access to it
 */
export function teamOfCall(call: WebCall): Team {
  const { organization, token } = call;
  const isBound = token.installedOn === 'workspace';
  const id = isBound ? token.teams?.[0] : text(call, 'team_id');
  if (id === undefined) throw new WebError('missing_argument', messages('missing required field: team_id'));
  const team = organization.records.get('team', id);
  if (team === undefined || token.teams?.includes(id) === false)
    throw new WebError('team_access_not_granted');
  return team;
}

/**
 * Returns the workspace given to an admin method.
 * @throws WebError team_not_found, team_access_not_granted
 */
export function requireTeam({ organization, token }: WebCall, id: string): Team {
  const team = organization.records.get('team', id);
  if (team === undefined) throw new WebError('team_not_found');
  if (token.teams?.includes(id) === false) throw new WebError('team_access_not_granted');
  return team;
}

/** Whether a user is a member of a workspace. */
export function isOn(team: Team, userId: string): boolean {
  return team.members?.includes(userId) ?? true;
}

/**
 * Returns an account by its ID, or by its ID from before its workspace moved to the organization (WEB §4.10).
 */
export function accountOf({ organization }: WebCall, id: string): StoredUser | undefined {
  const { records } = organization;
  return organization.user(id) ?? organization.user(records.get('localId', id)?.userId ?? '');
}

/** Returns human-readable messages for a refusal (OBSERVED §10). */
export function messages(...texts: readonly string[]): JsonObject {
  return { response_metadata: { messages: texts.map((line) => `[ERROR] ${line}`) } };
}
