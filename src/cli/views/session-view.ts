import type { ListView, View } from '../../output/view.ts';
import { momentText } from '../../rules/date-time.ts';
import type { Session } from '../../webapi/sessions.ts';

/** Prints sessions: their current state, and when they were created. @param names names of users by ID */
export function sessionView(names: ReadonlyMap<string, string>): ListView<Session> {
  return {
    noun: ['session', 'sessions'],
    json: ({ body }) => body,
    columns: [
      {
        name: 'lastSeen',
        heading: 'Last change',
        importance: 1,
        isWhole: true,
        value: ({ lastSeenAt }) => date(lastSeenAt),
      },
      { name: 'name', heading: 'Name', importance: 1, value: ({ userId }) => names.get(userId) ?? userId },
      { name: 'team', heading: 'Workspace', importance: 2, value: ({ teamId }) => teamId },
      { name: 'os', heading: 'System', importance: 1, value: ({ os, osVersion }) => words(os, osVersion) },
      { name: 'ip', heading: 'IP address', importance: 2, value: ({ ip }) => ip },
      {
        name: 'age',
        heading: 'Age',
        importance: 3,
        isTime: true,
        isAge: true,
        value: ({ lastSeenAt }) => date(lastSeenAt),
      },
      { name: 'client', heading: 'Client', importance: 4, value: ({ client }) => client },
      {
        name: 'created',
        heading: 'Created',
        importance: 5,
        isWhole: true,
        overridesMember: true,
        value: ({ createdAt }) => date(createdAt),
      },
      { name: 'hardware', heading: 'Device', importance: 6, value: ({ hardware }) => hardware },
      { name: 'session', heading: 'Session', importance: 6, value: ({ sessionId }) => sessionId },
      { name: 'user', heading: 'User ID', importance: 6, value: ({ userId }) => userId },
      { name: 'osVersion', heading: 'System version', value: ({ osVersion }) => osVersion },
    ],
  };
}

/** Like `sessionView`, without user names. */
export const SESSION_VIEW: View<Session> = sessionView(new Map());

function words(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

function date(time: number | undefined): string | undefined {
  return time === undefined ? undefined : momentText(time);
}
