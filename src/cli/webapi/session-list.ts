import { Failure } from '../../failure/failure.ts';
import { getUser } from '../../scim/users.ts';
import { userId } from '../../values/ids.ts';
import { methodPages } from '../../webapi/method-pages.ts';
import { readSession, type Session } from '../../webapi/sessions.ts';
import type { Context } from '../context.ts';
import { type Moment, momentAt } from '../options/parse-values.ts';
import { namesInWords } from '../writes/where-words.ts';

export const SESSIONS_METHOD = 'admin.users.session.list';

/** Which sessions are wanted. */
export interface WantedSessions {
  /** Users; undefined for all. */
  readonly ids: readonly string[] | undefined;
  readonly team: string | undefined;
  /** Minimum age of the last change, in milliseconds. */
  readonly stale: number | undefined;
  readonly since: Moment | undefined;
}

/** The sessions, and what is known about them once all are read. */
export interface SessionList {
  readonly sessions: AsyncIterable<Session>;
  /** Number of sessions without a date, once all are read. */
  undated(): number;
  /** Returns a warning if no session confirms that the workspace exists, once all are read. */
  missingTeam(): string | undefined;
}

/**
 * Streams sessions, filtered by age if requested. A user without sessions has an empty list. The service
 * accepts a user only together with a workspace (WEB §4.4); for a user without a workspace, all sessions are
 * read and filtered here.
 */
export function readSessions(context: Context, { ids, team, stale, since }: WantedSessions): SessionList {
  let undated = 0;
  const teams = new Set<string>();
  const [only, ...others] = ids ?? [];
  const isAsked = team !== undefined && only !== undefined && others.length === 0;
  const asked = isAsked ? { user_id: only, team_id: team } : {};
  const isWanted = ({ userId, teamId }: Session) =>
    isAsked || ((ids === undefined || ids.includes(userId)) && (team === undefined || teamId === team));
  const noted = (session: Session) => {
    teams.add(session.teamId);
    return session;
  };
  async function* read(): AsyncGenerator<Session, void> {
    const { client, serverNow } = await context.webApi();
    try {
      for await (const { items } of methodPages(client, { method: SESSIONS_METHOD, arguments: asked })) {
        const isInTime = createTimeFilter({ stale, since }, serverNow());
        for (const session of items.map((item) => noted(readSession(item))).filter(isWanted)) {
          const { lastSeenAt } = session;
          if ((stale ?? since) !== undefined && lastSeenAt === undefined) undated += 1;
          if (isInTime(lastSeenAt)) yield session;
        }
      }
    } catch (error) {
      if (!isNoSessionsError(error)) throw await explainNotFound(context, asked, error);
    }
  }
  const isNobody = ids?.length === 0;
  return {
    sessions: isNobody ? noSessions() : read(),
    undated: () => undated,
    missingTeam: () =>
      team === undefined || isAsked || isNobody || teams.has(team) ? undefined : noSessionIn(team, teams),
  };
}

/** The service judges a workspace only for a single user: the sessions read are all that may show it. */
function noSessionIn(team: string, teams: ReadonlySet<string>): string {
  const known = [...teams].sort();
  const meant =
    known.length === 0 ? '' : `; --team takes an ID; workspaces with sessions: ${namesInWords(known)}`;
  return `no session is in a workspace "${team}"${meant}`;
}

/**
 * Returns a predicate for the last change of a session, according to `--stale` and `--since`; sessions
 * without a date do not match.
 */
function createTimeFilter(
  { stale, since }: Pick<WantedSessions, 'stale' | 'since'>,
  now: number,
): (at: number | undefined) => boolean {
  const newest = now - (stale ?? 0);
  const oldest = since === undefined ? undefined : momentAt(since, now);
  return (at) =>
    (stale === undefined || (at ?? newest) < newest) && (oldest === undefined || (at ?? 0) >= oldest);
}

/**
 * For a user of another workspace, the service reports that there is no such user.
 * @returns a failure that explains this, or the error itself
 */
async function explainNotFound(
  context: Context,
  { user_id: id, team_id: team }: { readonly user_id?: string; readonly team_id?: string },
  error: unknown,
): Promise<unknown> {
  if (id === undefined || !(error instanceof Failure) || error.code !== 'user_not_found') return error;
  try {
    const { scim } = await context.connection();
    const { userName = id } = (await getUser(scim, userId(id))).values;
    return new Failure('refused', `${userName} is not in the workspace ${team}`, {
      code: error.code,
      hint: `sessions in every workspace: orgctl admin sessions ${userName}`,
      cause: error,
    });
  } catch (unread) {
    if (unread instanceof Failure) return error;
    throw unread;
  }
}

function isNoSessionsError(error: unknown): boolean {
  return error instanceof Failure && error.code === 'no_active_sessions';
}

/** Sessions of an empty list of users. */
async function* noSessions(): AsyncGenerator<Session, void> {}
