import type { JsonObject } from '../spec/protocol-types.ts';
import { identifier } from './identifiers.ts';
import type { Organization } from './organization.ts';
import type { SessionRecord, SessionState } from './record-kinds.ts';
import { accountOf, isOn, requireTeam, text, type WebCall } from './web-call.ts';
import { WebError } from './web-error.ts';
import { cursorPage } from './web-pages.ts';

/** admin.users.session.list (WEB §4.4): all sessions, or those of one user in one workspace. */
export function listSessions(call: WebCall): JsonObject {
  const of = sessionOwnerOf(call);
  const page = cursorPage(call, {
    name: 'session',
    after: (id) => activeSessions(call.organization, id, of),
    idOf: ({ id }) => id,
    // The session of a cursor may have ended.
    isId: (id) => /^[0-9]+$/.test(id),
    badCursor: 'invalid_cursor',
  });
  if (of !== undefined && page.items.length === 0) throw new WebError('no_active_sessions');
  return {
    active_sessions: page.items.map((session) => sessionBody(session, call.now)),
    response_metadata: page.response_metadata,
  };
}

interface SessionOwner {
  readonly userId: string;
  readonly teamId: string;
}

function sessionOwnerOf(call: WebCall): SessionOwner | undefined {
  const [userId, teamId] = [text(call, 'user_id'), text(call, 'team_id')];
  if (userId === undefined || teamId === undefined) return undefined;
  const team = requireTeam(call, teamId);
  const user = accountOf(call, userId);
  if (user === undefined || !isOn(team, user.id)) throw new WebError('user_not_found');
  if (user.isBot === true) throw new WebError('bots_not_allowed');
  return { userId: user.id, teamId };
}

/**
 * Yields sessions in the order of their IDs. A deactivated account has no active session, and those of bots
 * are not listed (WEB §4.4).
 */
function* activeSessions(
  organization: Organization,
  after: string | undefined,
  of: SessionOwner | undefined,
): Generator<SessionRecord> {
  const start = after === undefined ? 0 : Number(after);
  for (const session of allSessions(organization, start)) {
    if (of !== undefined && (session.userId !== of.userId || session.teamId !== of.teamId)) continue;
    const user = organization.user(session.userId);
    if (user?.values.active === true && user.isBot !== true) yield session;
  }
}

/** ID of the first generated session (see Crowd). */
const FIRST_GENERATED_ID = 1_000_000_000;

function* allSessions({ records, userCount }: Organization, after: number): Generator<SessionRecord> {
  if (after < FIRST_GENERATED_ID)
    for (const session of records.of('session').values()) if (Number(session.id) > after) yield session;
  const crowd = records.get('crowd', 'sessions')?.count ?? 0;
  const teams = [...records.of('team').keys()];
  const first = Math.max(0, after - FIRST_GENERATED_ID + 1);
  for (let index = first; index < crowd; index += 1) yield generatedSession(index, userCount, teams);
}

function generatedSession(index: number, userCount: number, teams: readonly string[]): SessionRecord {
  const created = generatedState(index, index * 7);
  return {
    kind: 'session',
    id: String(FIRST_GENERATED_ID + index),
    userId: identifier('W', 1 + (index % Math.max(1, userCount))),
    teamId: teams[index % Math.max(1, teams.length)] ?? '',
    created,
    ...(index % 3 === 0 ? { recent: generatedState(index, index * 5) } : {}),
  };
}

const DEVICES: readonly (readonly [hardware: string, os: string, version: string, client: string])[] = [
  ['MacBookPro18,3', 'macOS', '14.6.1', '4.39.95'],
  ['MacBookAir10,1', 'macOS', '13.6.9', '4.36.140'],
  ['x86_64', 'Windows', '10.0.22631', '4.39.95'],
  ['x86_64', 'Windows', '10.0.19045', '4.29.149'],
  ['iPhone14,5', 'iOS', '17.5.1', '24.07.40'],
  ['Pixel 8', 'Android', '14', '24.07.30.0'],
  ['SM-G991B', 'Android', '13', '23.11.20.0'],
  ['x86_64', 'Linux', '6.8.0', '4.38.125'],
  ['', 'Web', '', ''],
];

function generatedState(index: number, spread: number): SessionState {
  const [device_hardware, os, os_version, slack_client_version] = DEVICES[index % DEVICES.length] ?? [
    '',
    '',
    '',
    '',
  ];
  const ip = `198.51.${100 + (index % 3)}.${1 + (spread % 254)}`;
  return { device_hardware, os, os_version, slack_client_version, ip, ageDays: (spread * 13) % 365 };
}

/** Returns a session as JSON; `recent` is present only if something changed since its creation (WEB §2.3). */
function sessionBody({ userId, teamId, id, created, recent }: SessionRecord, now: number): JsonObject {
  return {
    user_id: userId,
    team_id: teamId,
    session_id: Number(id),
    created: stateBody(created, now),
    ...(recent === undefined ? {} : { recent: stateBody(recent, now) }),
  };
}

/**
 * Returns the state of a device. The time is an addition to the documented members (assumption
 * `session-times`).
 */
function stateBody({ ageDays, ...device }: SessionState, now: number): JsonObject {
  return { ...device, date: String((Math.floor(now / 1000 / DAY) - ageDays) * DAY) };
}

/** Seconds. */
const DAY = 24 * 60 * 60;
