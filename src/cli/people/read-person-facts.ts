import { Failure, type FailureKind } from '../../failure/failure.ts';
import { withCommas } from '../../output/pluralize.ts';
import type { ResourceList } from '../../scim/list-resources.ts';
import { readComplete } from '../../scim/read-complete.ts';
import type { User } from '../../scim/user.ts';
import { jsonMemberOf } from '../../scim/user-members.ts';
import { getUser, listUsers } from '../../scim/users.ts';
import type { WebErrorCode } from '../../spec/webapi-error-codes.ts';
import { defined } from '../../values/defined.ts';
import { userId } from '../../values/ids.ts';
import { inParallel } from '../../values/in-parallel.ts';
import { readLog } from '../../webapi/integration-log.ts';
import { methodPages } from '../../webapi/method-pages.ts';
import { readSession, type Session } from '../../webapi/sessions.ts';
import type { Context } from '../context.ts';
import type { LogEntry } from '../views/log-view.ts';
import { logCompleteness } from '../webapi/incomplete-log.ts';

/**
 * The items, or why they could not be read: a token with full SCIM access may not be allowed to use the Web
 * API.
 */
export type Readable<T> = { readonly items: readonly T[] } | { readonly why: string };

/** Everything known about one user. */
export interface PersonFacts {
  readonly user: User;
  readonly manager: User | undefined;
  /** Active users who have this user as their manager. */
  readonly reports: readonly User[];
  /** Active sessions in every workspace. */
  readonly sessions: Readable<Session>;
  /** What the user added, changed or removed, newest first. */
  readonly entries: Readable<LogEntry>;
}

/** Maximum number of log entries read per user. */
const ENTRIES = 1000;

/**
 * Reads everything known about some users. The users and sessions of the organization are read once for all
 * of them.
 * @param options.isUrgent continues without the Web API if it cannot be reached
 * @param options.team the workspace whose log is read; that of the token if absent
 */
export async function readPersonFacts(
  context: Context,
  people: readonly User[],
  { isUrgent = false, team }: { readonly isUrgent?: boolean; readonly team?: string | undefined } = {},
): Promise<readonly PersonFacts[]> {
  if (people.length === 0) return [];
  const ids = new Set(people.map(({ id }) => id));
  const progress = context.messages.progress();
  try {
    progress.update('reading users');
    const reports = await reportsOf(context, ids);
    progress.update('reading sessions');
    const sessions = await readable(() => sessionsOf(context, ids), isUrgent);
    progress.update('reading the log');
    return await inParallel(people, context.common.concurrency, async (user) => ({
      user,
      manager: await managerOf(context, user),
      reports: reports.filter(({ values }) => values.manager === user.id),
      sessions:
        'why' in sessions ? sessions : { items: sessions.items.filter((one) => one.userId === user.id) },
      entries: await readable(() => entriesOf(context, user, team), isUrgent),
    }));
  } finally {
    progress.stop();
  }
}

/** Returns the manager of a user; undefined if there is none, or if the service has no such user. */
export async function managerOf(context: Context, { values }: User): Promise<User | undefined> {
  if (values.manager === undefined) return undefined;
  const { scim } = await context.connection();
  try {
    return await getUser(scim, userId(values.manager));
  } catch (error) {
    if (error instanceof Failure && error.kind === 'refused') return undefined;
    throw error;
  }
}

/** JSON members read for each user of the organization. */
const READ_OF_REPORTS = new Set([
  'id',
  'meta',
  ...(['userName', 'email', 'displayName', 'active', 'manager'] as const).map(jsonMemberOf),
]);

/** Returns the active users who report to one of these managers. Reads the complete list of users. */
async function reportsOf(context: Context, managers: ReadonlySet<string>): Promise<readonly User[]> {
  const { scim } = await context.connection();
  return readComplete(
    'users',
    () => listUsers(scim, { members: READ_OF_REPORTS }),
    async (list: ResourceList<User>) => {
      const reports: User[] = [];
      for await (const user of list.items)
        if (user.values.active && managers.has(user.values.manager ?? '')) reports.push(user);
      return reports;
    },
  );
}

/**
 * Returns the sessions of these users. The service filters by user only within a workspace, so all sessions
 * are read.
 */
async function sessionsOf(context: Context, ids: ReadonlySet<string>): Promise<readonly Session[]> {
  const { client } = await context.webApi();
  const found: Session[] = [];
  for await (const { items } of methodPages(client, { method: 'admin.users.session.list', arguments: {} }))
    for (const item of items) {
      const session = readSession(item);
      if (ids.has(session.userId)) found.push(session);
    }
  return found;
}

async function entriesOf(
  context: Context,
  { id, values }: User,
  team: string | undefined,
): Promise<readonly LogEntry[]> {
  const { client } = await context.webApi();
  const entries: LogEntry[] = [];
  const completeness = logCompleteness(context);
  for await (const entry of readLog(
    client,
    { user: id, ...defined({ team_id: team }) },
    undefined,
    completeness.onShort,
  )) {
    if (entries.length === ENTRIES) {
      const name = values.userName ?? id;
      await context.messages.warn(
        `only the latest ${withCommas(ENTRIES)} log entries of ${name} were read; apps added before are not shown`,
      );
      break;
    }
    entries.push(entry);
  }
  await completeness.warnIfIncomplete();
  return entries;
}

const MISSING_ARGUMENT: WebErrorCode = 'missing_argument';

/** Failure kinds of a Web API that is not configured, or not available to this token. */
const CLOSED: readonly FailureKind[] = ['usage', 'unauthorized', 'refused'];

async function readable<T>(read: () => Promise<readonly T[]>, isUrgent: boolean): Promise<Readable<T>> {
  try {
    return { items: await read() };
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'internal') throw error;
    if (error.code === 'no_active_sessions') return { items: [] };
    // Of the methods that are read, only the log needs an argument: the workspace, with an org-level token.
    if (error.code === MISSING_ARGUMENT) return { why: 'an org-level token needs --team ID' };
    if (!isUrgent && !CLOSED.includes(error.kind)) throw error;
    return { why: error.message };
  }
}
