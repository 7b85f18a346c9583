import { CHANGE_TYPES, DISABLE_REASONS } from '../spec/webapi-methods.ts';
import { defined } from '../values/defined.ts';
import { keysOf } from '../values/keys-of.ts';
import { identifier } from './identifiers.ts';
import type { Organization } from './organization.ts';
import type { StoredUser } from './organization-data.ts';
import type { DeniedInvite, LocalId, LogRecord, StoredRecord } from './record-kinds.ts';

/** Amounts of generated data that only the Web API exposes. */
export interface GeneratedActivity {
  readonly sessions: number;
  readonly logEntries: number;
  readonly deniedInvites: number;
  /** Whether every user without one gets a local ID from before the migration. */
  readonly localIds: boolean;
}

/** Seconds. */
const HOUR = 60 * 60;

/**
 * Returns generated records to add to an organization. They are identical on every machine except for the
 * times, which count back from `now` (milliseconds). All sessions together are one record, whatever their
 * number.
 */
export function* generateActivity(
  wanted: GeneratedActivity,
  organization: Organization,
  now: number,
): Generator<StoredRecord> {
  const { records } = organization;
  const sessions = (records.get('crowd', 'sessions')?.count ?? 0) + wanted.sessions;
  if (wanted.sessions > 0) yield { kind: 'crowd', id: 'sessions', count: sessions };
  const people = [...organization.users()].filter(({ isBot }) => isBot !== true);
  yield* generateLog(wanted.logEntries, organization, people, now);
  yield* generateInvites(wanted.deniedInvites, organization, people, now);
  if (wanted.localIds) yield* generateLocalIds(organization, people);
}

/** Generates log entries; the last one is the newest, half an hour old. */
function* generateLog(
  count: number,
  { records }: Organization,
  people: readonly StoredUser[],
  now: number,
): Generator<LogRecord> {
  const [first, apps] = [records.of('log').size + 1, [...records.of('app').values()]];
  const teams = [...records.of('team').keys()];
  const reasons = keysOf(DISABLE_REASONS);
  for (let index = 0; index < count; index += 1) {
    const changeType = at(CHANGE_TYPES, index * 5) ?? 'updated';
    const app = at(apps, index * 7);
    const [user, teamId] = [at(people, index * 11), at(teams, Math.floor(index / 50))];
    if (app === undefined || user === undefined || teamId === undefined) return;
    const reason = changeType === 'disabled' ? at(reasons, Math.floor(index / 6)) : undefined;
    const scope = app.installation?.scope;
    yield {
      kind: 'log',
      id: String(first + index),
      teamId,
      appId: app.id,
      userId: user.id,
      date: Math.floor(now / 1000) - HOUR / 2 - (count - 1 - index) * HOUR,
      changeType,
      ...defined({ reason, scope }),
    };
  }
}

function* generateInvites(
  count: number,
  { records }: Organization,
  people: readonly StoredUser[],
  now: number,
): Generator<DeniedInvite> {
  const [first, teams] = [records.of('deniedInvite').size + 1, [...records.of('team').keys()]];
  for (let index = 0; index < count; index += 1) {
    const [asker, denier] = [at(people, index * 3), at(people, index * 5 + 1)];
    const teamId = at(teams, index);
    if (asker === undefined || denier === undefined || teamId === undefined) return;
    yield {
      kind: 'deniedInvite',
      id: identifier('Ir', first + index),
      teamId,
      email: `guest${first + index}@partner.example`,
      realName: `Guest ${first + index}`,
      dateCreated: Math.floor(now / 1000) - (count - index) * HOUR,
      requesterIds: [asker.id],
      channelIds: [],
      deniedBy: { actorType: 'user', actorId: denier.id },
    };
  }
}

function* generateLocalIds(organization: Organization, people: readonly StoredUser[]): Generator<LocalId> {
  const { records } = organization;
  const [teamId] = records.of('team').keys();
  const moved = new Set([...records.of('localId').values()].map(({ userId }) => userId));
  for (const { id } of people) {
    if (teamId === undefined || moved.has(id)) continue;
    yield { kind: 'localId', id: `U${id.slice(1)}`, userId: id, teamId };
  }
}

function at<T>(list: readonly T[], index: number): T | undefined {
  return list[index % Math.max(1, list.length)];
}
