import { pluralize } from '../../output/pluralize.ts';
import { breakLines } from '../../output/text-width.ts';
import { momentText } from '../../rules/date-time.ts';
import type { User } from '../../scim/user.ts';
import type { Session } from '../../webapi/sessions.ts';
import { appOf, changeOf, dayOf, idOf, type LogEntry } from '../views/log-view.ts';
import { namesInWords } from '../writes/where-words.ts';
import type { PersonFacts, Readable } from './read-person-facts.ts';

/** Returns the name of a user for messages: userName, else displayName, else the ID. */
export function personName({ id, values }: User): string {
  return values.userName ?? values.displayName ?? id;
}

/** Returns "Tomás Rey (tomas.rey)". */
export function fullNameOf(user: User): string {
  const { displayName } = user.values;
  const name = personName(user);
  return displayName === undefined || displayName === name ? name : `${displayName} (${name})`;
}

/** An app or service that a user installed, and the date. */
export interface HeldApp {
  readonly app: string;
  readonly since: string;
}

/**
 * Returns the apps that a user installed and did not remove or disable since, newest first. An app that was
 * renamed counts once, by its ID, with its latest name.
 */
export function appsHeld(entries: readonly LogEntry[]): readonly HeldApp[] {
  const latest = new Map<string, LogEntry>();
  for (const entry of entries) {
    const app = idOf(entry) ?? appOf(entry);
    if (app !== '' && !latest.has(app)) latest.set(app, entry);
  }
  return [...latest.values()].flatMap((entry) => {
    const isGone = changeOf(entry) === 'removed' || changeOf(entry) === 'disabled';
    return isGone ? [] : [{ app: appOf(entry), since: dayOf(entry) }];
  });
}

/** Groups sessions by workspace. */
export function byWorkspace(sessions: readonly Session[]): ReadonlyMap<string, readonly Session[]> {
  const teams = new Map<string, Session[]>();
  for (const session of sessions) teams.set(session.teamId, [...(teams.get(session.teamId) ?? []), session]);
  return teams;
}

/**
 * Returns "T0HARBOUR 2 (last change 2026-11-19), T0PIER 1 (…)"; "none"; or why the sessions could not be
 * read.
 */
export function sessionsInWords(sessions: Readable<Session>): string {
  if ('why' in sessions) return `not read: ${sessions.why}`;
  if (sessions.items.length === 0) return 'none';
  const words = [...byWorkspace(sessions.items)].map(([team, own]) => {
    const last = Math.max(...own.map(({ lastSeenAt }) => lastSeenAt ?? 0));
    const when = last === 0 ? '' : ` (last change ${(momentText(last) ?? '').slice(0, 10)})`;
    return `${team} ${own.length}${when}`;
  });
  return words.join(', ');
}

/**
 * Returns "Polls (A0POLLS) since 2026-11-19" for each app of the user; "none"; or why the log could not be
 * read.
 */
export function appsInWords(entries: Readable<LogEntry>): string {
  if ('why' in entries) return `not read: ${entries.why}`;
  const apps = appsHeld(entries.items);
  return apps.length === 0 ? 'none' : namesInWords(apps.map(({ app, since }) => `${app} since ${since}`));
}

/** The options of an offboarding. */
export interface OffboardingRequest {
  readonly leavesGroups: boolean;
  readonly successor: Successor | undefined;
}

/** The new manager of reports. */
export interface Successor {
  readonly user: User;
  /** The name of the manager that this user gets, as a report of a user who leaves; undefined for none. */
  readonly manager: string | undefined;
}

/** Returns lines that describe one user in an offboarding: what the user has, and what happens to it. */
export function offboardingLines(
  facts: PersonFacts,
  { leavesGroups, successor }: OffboardingRequest,
  width: number | undefined,
): readonly string[] {
  const { user, reports, sessions, entries } = facts;
  const { values, groups } = user;
  const state = values.active ? '' : ', already deactivated';
  const rows: readonly (readonly [string, string])[] = [
    ['sessions', sessionsInWords(sessions)],
    [
      'groups',
      groups.length === 0
        ? 'none'
        : `${namesInWords(groups.map(({ id, name }) => name || id))}${groupsNote(leavesGroups)}`,
    ],
    [
      'reports',
      reports.length === 0
        ? 'none'
        : `${namesInWords(reports.map(personName))}${reportsNote(reports, successor)}`,
    ],
    ['apps', appsInWords(entries)],
    ['policies', 'the API does not list them'],
  ];
  return [
    `${fullNameOf(user)}${values.title === undefined ? '' : `, ${values.title}`}${state}`,
    ...rows.flatMap(([name, text]) =>
      wrapped(text, width).map((line, index) => `  ${(index === 0 ? name : '').padEnd(8)}  ${line}`),
    ),
  ];
}

/**
 * Returns what a deactivated user leaves behind: "still a member of IT; may stop working: Polls (A0POLLS)";
 * empty for nothing.
 */
export function leftoversInWords({ user, entries }: PersonFacts, leavesGroups: boolean): string {
  const groups = leavesGroups ? [] : user.groups.map(({ id, name }) => name || id);
  const apps = 'why' in entries ? [] : appsHeld(entries.items).map(({ app }) => app);
  return [
    ...(groups.length === 0 ? [] : [`still a member of ${namesInWords(groups)}`]),
    ...(apps.length === 0 ? [] : [`may stop working: ${namesInWords(apps)}`]),
  ].join('; ');
}

/** Columns before the text about a user. */
const INDENT = 12;
/** Below this width texts are not wrapped. */
const NARROWEST = 20;

function wrapped(text: string, width: number | undefined): readonly string[] {
  return width === undefined || width - INDENT < NARROWEST ? [text] : breakLines(text, width - INDENT);
}

function groupsNote(leaves: boolean): string {
  return leaves ? '; to be removed' : '; kept (--leave-groups removes them)';
}

function reportsNote(reports: readonly User[], successor: Successor | undefined): string {
  if (successor === undefined)
    return `; ${pluralize(reports.length, 'report')} would keep a deactivated manager; reassign with --manager-to PERSON`;
  const { user, manager } = successor;
  const others = reports.filter(({ id }) => id !== user.id);
  const then = manager === undefined ? 'has no manager' : `reports to ${manager}`;
  return [
    ...(others.length === 0 ? [] : [`; new manager ${fullNameOf(user)}`]),
    ...(others.length === reports.length ? [] : [`; ${personName(user)} then ${then}`]),
  ].join('');
}
