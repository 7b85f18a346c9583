import { OPEN_FORM_FUNCTION } from '../spec/webapi-methods.ts';
import { defined } from '../values/defined.ts';
import { identifier } from './identifiers.ts';
import type { App, AppFunction, Channel, StoredRecord, Team, Workflow } from './record-kinds.ts';

const people = (...numbers: readonly number[]) => numbers.map((number) => identifier('W', number));
const person = (number: number) => identifier('W', number);

const TEAMS: readonly Team[] = [
  { kind: 'team', id: 'T0HARBOUR', name: 'Harbour' },
  {
    kind: 'team',
    id: 'T0FINCH',
    name: 'Finch Studio',
    members: people(1, 2, 3, 5, 7),
    blocksPrivateChannels: true,
  },
  { kind: 'team', id: 'T0PIER', name: 'Pier 9', members: people(2, 6), migration: 'intermittent' },
];

const channel = (id: string, name: string, type: Channel['type'], more: Partial<Channel> = {}): Channel => ({
  kind: 'channel',
  id,
  name,
  type,
  teamId: 'T0HARBOUR',
  members: people(1, 2, 3, 4, 5, 6, 7),
  threads: [],
  ...more,
});

/** One channel of every type and every state that the rules mention (WEB §4.6, §4.7, §4.9). */
const CHANNELS: readonly Channel[] = [
  channel('C0GENERAL', 'general', 'general'),
  channel('C0RANDOM', 'random', 'public', { threads: ['1709571600.000100'] }),
  channel('C0ANNOUNCE', 'announcements', 'public', { isOrgDefault: true }),
  channel('C0SUPPORT', 'support', 'public', {
    members: [...people(2, 7), 'A0DEPLOY'],
    threads: ['1709658000.000100', '1709744400.000200'],
  }),
  channel('C0LIGHTHOUSE', 'project-lighthouse', 'public', { members: people(5, 6) }),
  channel('C0LEADERS', 'leadership', 'private', { members: people(1, 2) }),
  channel('C0CAMPAIGN', 'old-campaign', 'public', { isArchived: true }),
  channel('C0PARTNERS', 'partners', 'public', { shared: 'external' }),
  channel('C0VENTURE', 'joint-venture', 'public', { shared: 'migrating' }),
  channel('C0STUDIO', 'studio', 'public', { teamId: 'T0FINCH', members: people(3, 5) }),
  channel('D0DEPLOY', 'deploybot', 'im', {
    members: [person(2), 'A0DEPLOY'],
    threads: ['1709830800.000100'],
  }),
  channel('G0LUNCH', 'lunch', 'mpim', { members: people(2, 5, 6) }),
];

const app = (
  id: string,
  name: string,
  installation?: App['installation'],
  collaborators: readonly number[] = [],
) =>
  ({
    kind: 'app',
    id,
    name,
    collaborators: people(...collaborators),
    ...defined({ installation }),
  }) satisfies App;
const installed = (by: number, scope: string, more: Partial<NonNullable<App['installation']>> = {}) => ({
  teamId: 'T0HARBOUR',
  by: person(by),
  scope,
  isEnabled: true,
  ...more,
});

/** Apps, and services of the older kind, which have a number and post to one channel (WEB §2.1). */
const APPS: readonly App[] = [
  app('A0ADMIN', 'Directory sync', installed(1, 'admin'), [1, 2]),
  app('A0DEPLOY', 'Deploybot', installed(2, 'chat:write,channels:manage,im:write'), [2, 6]),
  app('A0INTAKE', 'Intake desk', installed(7, 'chat:write,workflow.steps:execute'), [2, 7]),
  app('A0POLLS', 'Polls', installed(5, 'commands', { isEnabled: false }), [5]),
  app('A0NOTES', 'Meeting notes'),
  {
    ...app('418200417', 'Incoming webhooks', installed(6, 'incoming-webhook', { channel: 'C0LIGHTHOUSE' })),
    isService: true,
  },
  {
    ...app('418200555', 'RSS', installed(7, 'rss', { channel: 'C0SUPPORT' })),
    isService: true,
  },
  {
    ...app(
      '418200777',
      'Outgoing webhooks',
      installed(5, 'outgoing-webhook', { channel: 'C0CAMPAIGN', isEnabled: false }),
    ),
    isService: true,
  },
];

const onlyCollaborators = { type: 'app_collaborators', userIds: [], teamIds: [], orgIds: [] };

const FUNCTIONS: readonly AppFunction[] = [
  {
    kind: 'function',
    id: OPEN_FORM_FUNCTION,
    callbackId: 'open_form',
    title: 'Open a form',
    permission: { ...onlyCollaborators, type: 'system' },
  },
  {
    kind: 'function',
    id: 'Fn0INTAKE',
    callbackId: 'file_request',
    appId: 'A0INTAKE',
    title: 'File a request',
    permission: onlyCollaborators,
  },
  {
    kind: 'function',
    id: 'Fn0RELEASE',
    callbackId: 'start_release',
    appId: 'A0DEPLOY',
    title: 'Start a release',
    permission: onlyCollaborators,
  },
];

const step = (id: string, functionId: string, title: string, versionCreated: number, isDeleted = false) => ({
  id,
  functionId,
  title,
  isDeleted,
  versionCreated,
});

const WORKFLOWS: readonly Workflow[] = [
  {
    kind: 'workflow',
    id: 'Wf0INTAKE',
    callbackId: 'intake',
    appId: 'A0INTAKE',
    isPublished: true,
    steps: [
      step('0', OPEN_FORM_FUNCTION, 'Ask what is needed', 1_709_600_000),
      step('1', OPEN_FORM_FUNCTION, 'Ask for a date', 1_709_600_000, true),
      step('0', OPEN_FORM_FUNCTION, 'Ask what is needed and by when', 1_711_900_000),
      step('2', 'Fn0INTAKE', 'File the request', 1_711_900_000),
    ],
  },
  {
    kind: 'workflow',
    id: 'Wf0RELEASE',
    callbackId: 'release',
    appId: 'A0DEPLOY',
    isPublished: true,
    steps: [step('0', 'Fn0RELEASE', 'Start the release', 1_712_300_000)],
  },
  { kind: 'workflow', id: 'Wf0DRAFT', callbackId: 'draft', appId: 'A0INTAKE', isPublished: false, steps: [] },
];

/**
 * Users who existed before the workspace moved to the organization; users who joined later have only a global
 * ID.
 */
const MOVED = [1, 2, 3, 4, 5, 6, 7, 9, 11];

/** Returns the records of the demo organization that only the Web API exposes, except its activity. */
export function* demoWorkspaces(): Generator<StoredRecord> {
  yield* [...TEAMS, ...CHANNELS, ...APPS, ...FUNCTIONS, ...WORKFLOWS];
  for (const number of MOVED)
    yield { kind: 'localId', id: identifier('U', number), userId: person(number), teamId: 'T0HARBOUR' };
}
