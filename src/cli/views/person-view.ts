import type { Column, ListView, View } from '../../output/view.ts';
import { momentText } from '../../rules/date-time.ts';
import type { User } from '../../scim/user.ts';
import { isAnyGuest } from '../../scim/user-state.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import type { Session } from '../../webapi/sessions.ts';
import { quoted } from '../command-words.ts';
import { hintAtConnection } from '../hint-at-connection.ts';
import { appsHeld, appsInWords, byWorkspace, fullNameOf, personName } from '../people/describe-person.ts';
import type { PersonFacts, Readable } from '../people/read-person-facts.ts';
import { namesInWords } from '../writes/where-words.ts';
import { appOf, changeOf, dateOf, type LogEntry, reasonOf } from './log-view.ts';
import { USER_VIEW } from './user-view.ts';

/** Log entries shown in a table. */
const ENTRIES_SHOWN = 10;
/** Sessions per workspace shown in a table. */
const SESSIONS_SHOWN = 10;

/**
 * Prints everything known about one user, with a line for each recent session of a workspace and each recent
 * log entry.
 * @param argv the command line, whose connection the commands that show more need too
 */
export function personView(facts: PersonFacts, argv: readonly string[]): View<PersonFacts> {
  const more = (count: number, command: string) => hintAtConnection(`${count} more: orgctl ${command}`, argv);
  return {
    json: jsonOf,
    columns: [
      ...USER_VIEW.columns.map(ofUser),
      field('reports', 'Reports', namesInWords(facts.reports.map(fullNameOf)) || 'none'),
      ...sessionFields(facts.sessions, personName(facts.user), more),
      field('apps', 'Apps', appsInWords(facts.entries)),
      field('policies', 'Policies', 'the API does not list them'),
      ...entryFields(facts.entries, personName(facts.user), more),
    ],
  };
}

/** Prints several users in one table. */
export const PEOPLE_VIEW: ListView<PersonFacts> = {
  noun: ['user', 'users'],
  json: jsonOf,
  columns: [
    ...USER_VIEW.columns.map(ofUser),
    {
      name: 'reports',
      heading: 'Reports',
      importance: 9,
      value: ({ reports }) => reports.map(personName).join('; '),
    },
  ],
};

function ofUser(column: Column<User>): Column<PersonFacts> {
  const { paint } = column;
  return {
    name: column.name,
    heading: column.heading,
    ...(column.isTime === true ? { isTime: true } : {}),
    ...(column.isRedundant === true ? { isRedundant: true } : {}),
    importance: column.importance ?? 9,
    value: ({ user, manager }) =>
      column.name === 'manager' && manager !== undefined ? fullNameOf(manager) : column.value(user),
    ...(paint === undefined ? {} : { paint: (text, { user }, palette) => paint(text, user, palette) }),
  };
}

function field(name: string, heading: string, text: string): Column<PersonFacts> {
  return { name, heading, importance: 9, value: () => text };
}

/** Returns the words for what is not shown, with the command that shows it. */
type MoreHint = (count: number, command: string) => string;

function sessionFields(
  sessions: Readable<Session>,
  name: string,
  more: MoreHint,
): readonly Column<PersonFacts>[] {
  if ('why' in sessions) return [field('sessions', 'Sessions', `not read: ${sessions.why}`)];
  if (sessions.items.length === 0) return [field('sessions', 'Sessions', 'none')];
  return [...byWorkspace(sessions.items)].flatMap(([team, own]) => {
    const latest = own.toSorted((one, other) => (other.lastSeenAt ?? 0) - (one.lastSeenAt ?? 0));
    const lines = latest.slice(0, SESSIONS_SHOWN).map(sessionInWords);
    const rest = own.length - lines.length;
    if (rest > 0) lines.push(more(rest, `admin sessions ${quoted(name)} --team ${team}`));
    return lines.map((line, index) => field('sessions', index === 0 ? `Sessions in ${team}` : '', line));
  });
}

function sessionInWords({ os, osVersion, ip, lastSeenAt }: Session): string {
  const when = lastSeenAt === undefined ? '' : ` on ${(momentText(lastSeenAt) ?? '').slice(0, 10)}`;
  return `${[os, osVersion].filter((word) => word !== '').join(' ')} from ${ip}${when}`;
}

function entryFields(
  entries: Readable<LogEntry>,
  name: string,
  more: MoreHint,
): readonly Column<PersonFacts>[] {
  if ('why' in entries) return [field('log', 'Log', `not read: ${entries.why}`)];
  const shown = entries.items.slice(0, ENTRIES_SHOWN).map((entry) => {
    const reason = reasonOf(entry);
    const why = reason === undefined ? '' : `: ${reason}`;
    return field('log', dateOf(entry), `${changeOf(entry)} ${appOf(entry)}${why}`);
  });
  const rest = entries.items.length - shown.length;
  return rest > 0 ? [...shown, field('log', '', more(rest, `logs --user ${quoted(name)}`))] : shown;
}

function jsonOf({ user, manager, reports, sessions, entries }: PersonFacts): JsonObject {
  const held = 'why' in entries ? null : appsHeld(entries.items).map(({ app, since }) => ({ app, since }));
  return {
    user: user.resource,
    state: user.values.active ? (isAnyGuest(user.values) ? 'guest' : 'active') : 'deactivated',
    manager: manager === undefined ? null : namedUser(manager),
    groups: user.groups.map(({ id, name }) => ({ id, name })),
    reports: reports.map(namedUser),
    sessions: 'why' in sessions ? null : sessions.items.map(({ body }) => body),
    apps: held,
    log: 'why' in entries ? null : [...entries.items],
    notRead: [...reasons('sessions', sessions), ...reasons('log', entries)],
  };
}

function reasons(what: string, read: Readable<unknown>): readonly JsonObject[] {
  return 'why' in read ? [{ what, why: read.why }] : [];
}

function namedUser(user: User): JsonObject {
  return { id: user.id, userName: personName(user), displayName: user.values.displayName ?? null };
}
