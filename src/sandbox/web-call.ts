import type { ArgumentValue } from '../rules/check-arguments.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import type { Organization } from './organization.ts';
import type { SandboxToken, StoredUser } from './organization-data.ts';
import type { Team } from './record-kinds.ts';
import { WebError } from './web-error.ts';

/** A call of the Web API after its token and its arguments were checked. */
export interface WebCall {
  readonly organization: Organization;
  readonly token: SandboxToken;
  readonly values: Readonly<Record<string, ArgumentValue>>;
  /** Scheme and host of the request. */
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Returns the members of the answer beside `ok`. It decides first: nothing is changed when it throws a
 * WebError.
 */
export type WebHandler = (call: WebCall) => JsonObject;

/** A text argument; undefined when it was not given. */
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

/** The organization's own ID, as `enterprise_id` shows it. */
export function enterpriseId({ settings }: Organization): string {
  return settings.enterpriseId ?? 'E00000001';
}

/**
 * Returns the workspace of a call: that of the token, or the one an org-level token names (WEB §5 rule 4).
 * @throws WebError missing_argument when it names none (WEB §4.2; assumption `org-token-without-team`),
 * team_access_not_granted for one that the token does not reach.
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
 * Returns a workspace that an admin method names.
 * @throws WebError team_not_found, team_access_not_granted.
 */
export function requireTeam({ organization, token }: WebCall, id: string): Team {
  const team = organization.records.get('team', id);
  if (team === undefined) throw new WebError('team_not_found');
  if (token.teams?.includes(id) === false) throw new WebError('team_access_not_granted');
  return team;
}

/** Whether somebody is on a workspace. */
export function isOn(team: Team, userId: string): boolean {
  return team.members?.includes(userId) ?? true;
}

/**
 * An account by its ID, or by the one that it had before its workspace moved to the organization (WEB §4.10).
 */
export function accountOf({ organization }: WebCall, id: string): StoredUser | undefined {
  const { records } = organization;
  return organization.user(id) ?? organization.user(records.get('localId', id)?.userId ?? '');
}

/** What stands beside a refusal for people to read (OBSERVED §10). */
export function messages(...texts: readonly string[]): JsonObject {
  return { response_metadata: { messages: texts.map((line) => `[ERROR] ${line}`) } };
}
