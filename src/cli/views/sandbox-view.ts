import type { View } from '../../output/view.ts';
import type { Organization } from '../../sandbox/organization.ts';
import type { RecordKind } from '../../sandbox/record-kinds.ts';

/** A sandbox and its state file. */
export interface KeptSandbox {
  readonly file: string;
  readonly organization: Organization;
}

const count =
  (kind: RecordKind) =>
  ({ organization }: KeptSandbox) =>
    organization.records.of(kind).size;
/** Stored sessions and those that are generated on request. */
const sessionCount = (status: KeptSandbox) =>
  count('session')(status) + (status.organization.records.get('crowd', 'sessions')?.count ?? 0);

const tokenCount = ({ organization }: KeptSandbox) => organization.settings.tokens.length;

/** Prints a sandbox in numbers; its tokens are only listed on request. */
export const SANDBOX_VIEW: View<KeptSandbox> = {
  json: (status) => ({
    organization: status.organization.settings.name,
    file: status.file,
    users: status.organization.userCount,
    groups: status.organization.groupCount,
    workspaces: [...status.organization.records.of('team').keys()],
    channels: count('channel')(status),
    sessions: sessionCount(status),
    logEntries: count('log')(status),
    deniedInvites: count('deniedInvite')(status),
    tokens: tokenCount(status),
  }),
  columns: [
    {
      name: 'organization',
      heading: 'Organization',
      importance: 1,
      value: ({ organization }) => organization.settings.name,
    },
    { name: 'users', heading: 'Users', importance: 1, value: ({ organization }) => organization.userCount },
    {
      name: 'groups',
      heading: 'Groups',
      importance: 1,
      value: ({ organization }) => organization.groupCount,
    },
    {
      name: 'workspaces',
      heading: 'Workspaces',
      importance: 2,
      value: ({ organization }) => [...organization.records.of('team').keys()].join(', '),
    },
    { name: 'channels', heading: 'Channels', importance: 2, value: count('channel') },
    { name: 'sessions', heading: 'Sessions', importance: 2, value: sessionCount },
    { name: 'logEntries', heading: 'Log entries', importance: 2, value: count('log') },
    { name: 'deniedInvites', heading: 'Denied invites', importance: 2, value: count('deniedInvite') },
    { name: 'tokens', heading: 'Tokens', importance: 2, value: tokenCount },
    { name: 'file', heading: 'File', importance: 2, value: ({ file }) => file },
  ],
};
