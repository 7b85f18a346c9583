import type { View } from '../../output/view.ts';
import { momentText } from '../../rules/instants.ts';
import type { Session } from '../../webapi/sessions.ts';

/** How sessions are shown: as they are now, and when they were new. */
export const SESSION_VIEW: View<Session> = {
  json: ({ body }) => body,
  columns: [
    { name: 'user', heading: 'User', importance: 1, value: ({ userId }) => userId },
    { name: 'team', heading: 'Workspace', importance: 4, value: ({ teamId }) => teamId },
    { name: 'os', heading: 'System', importance: 1, value: ({ os, osVersion }) => words(os, osVersion) },
    { name: 'client', heading: 'Client', importance: 3, value: ({ client }) => client },
    { name: 'ip', heading: 'IP address', importance: 2, value: ({ ip }) => ip },
    {
      name: 'lastSeen',
      heading: 'Last change',
      importance: 2,
      isTime: true,
      value: ({ lastSeenAt }) => date(lastSeenAt),
    },
    {
      name: 'created',
      heading: 'Created',
      importance: 5,
      isTime: true,
      value: ({ createdAt }) => date(createdAt),
    },
    { name: 'hardware', heading: 'Device', importance: 6, value: ({ hardware }) => hardware },
    { name: 'session', heading: 'Session', importance: 6, value: ({ sessionId }) => sessionId },
    { name: 'osVersion', heading: 'System version', value: ({ osVersion }) => osVersion },
  ],
};

function words(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

function date(time: number | undefined): string | undefined {
  return time === undefined ? undefined : momentText(time);
}
