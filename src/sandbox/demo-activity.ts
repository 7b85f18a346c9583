import type { ChangeType, DisableReason } from '../spec/webapi-methods.ts';
import { defined } from '../values/defined.ts';
import { identifier } from './identifiers.ts';
import type { DeniedInvite, LogRecord, SessionRecord, SessionState, StoredRecord } from './record-kinds.ts';

const START = Date.UTC(2024, 2, 4, 9, 0, 0) / 1000;
const DAY = 24 * 60 * 60;
const person = (number: number) => identifier('W', number);

const DEVICES = {
  mac: ['MacBookPro18,3', 'macOS', '14.6.1', '4.39.95'],
  oldMac: ['MacBookAir7,2', 'macOS', '10.15.7', '4.23.0'],
  windows: ['x86_64', 'Windows', '10.0.22631', '4.39.95'],
  oldWindows: ['x86_64', 'Windows', '10.0.19045', '4.29.149'],
  linux: ['x86_64', 'Linux', '6.8.0', '4.38.125'],
  phone: ['iPhone14,5', 'iOS', '17.5.1', '24.07.40'],
  android: ['Pixel 8', 'Android', '14', '24.07.30.0'],
  browser: ['', 'Web', '', ''],
} as const;
type Device = keyof typeof DEVICES;

const state = (device: Device, ip: string, ageDays: number): SessionState => {
  const [device_hardware, os, os_version, slack_client_version] = DEVICES[device];
  return { device_hardware, os, os_version, slack_client_version, ip, ageDays };
};

/**
 * User, workspace, state at creation and, if it differs, the latest state. A state is a client, an IP address
 * and an age in days.
 */
const SESSIONS: readonly (readonly [number, string, SessionState, SessionState?])[] = [
  [1, 'T0HARBOUR', state('mac', '192.0.2.10', 210), state('mac', '192.0.2.14', 0)],
  [1, 'T0HARBOUR', state('phone', '198.51.100.7', 120), state('phone', '198.51.100.93', 1)],
  [1, 'T0FINCH', state('browser', '192.0.2.10', 3)],
  [2, 'T0HARBOUR', state('oldWindows', '192.0.2.21', 400), state('windows', '192.0.2.21', 2)],
  [2, 'T0HARBOUR', state('linux', '192.0.2.22', 60), state('linux', '192.0.2.22', 0)],
  [2, 'T0PIER', state('browser', '203.0.113.4', 95)],
  [3, 'T0FINCH', state('mac', '203.0.113.80', 33), state('mac', '203.0.113.81', 5)],
  [3, 'T0FINCH', state('oldMac', '203.0.113.80', 700)],
  [4, 'T0HARBOUR', state('windows', '192.0.2.30', 14)],
  [4, 'T0HARBOUR', state('android', '198.51.100.41', 300), state('android', '198.51.100.44', 130)],
  [5, 'T0HARBOUR', state('mac', '192.0.2.51', 80), state('mac', '192.0.2.51', 1)],
  [5, 'T0FINCH', state('mac', '192.0.2.51', 80), state('mac', '192.0.2.51', 4)],
  [5, 'T0HARBOUR', state('phone', '198.51.100.52', 45), state('phone', '198.51.100.58', 0)],
  [6, 'T0HARBOUR', state('linux', '192.0.2.61', 20), state('linux', '192.0.2.61', 3)],
  [6, 'T0HARBOUR', state('linux', '203.0.113.200', 500)],
  [6, 'T0PIER', state('browser', '203.0.113.200', 91)],
  [8, 'T0HARBOUR', state('browser', '203.0.113.150', 10)],
  [9, 'T0HARBOUR', state('android', '198.51.100.99', 7), state('android', '198.51.100.99', 6)],
  [10, 'T0HARBOUR', state('linux', '192.0.2.200', 30)],
  [11, 'T0HARBOUR', state('oldWindows', '203.0.113.9', 800)],
];

function* sessions(): Generator<SessionRecord> {
  for (const [index, [who, teamId, created, recent]] of SESSIONS.entries()) {
    const id = String(40_110 + index * 7);
    yield { kind: 'session', id, userId: person(who), teamId, created, ...(recent && { recent }) };
  }
}

type LogDetails = Partial<Pick<LogRecord, 'scope' | 'channel' | 'rssFeed' | 'teamId'>>;
const webhook = { scope: 'incoming-webhook', channel: 'C0LIGHTHOUSE' };
const outgoing = { scope: 'outgoing-webhook', channel: 'C0CAMPAIGN' };
const feed = (changeType: string) => ({
  scope: 'rss',
  channel: 'C0SUPPORT',
  rssFeed: { changeType, title: 'Status of our suppliers', url: 'https://status.example/feed.xml' },
});
const studio = { teamId: 'T0FINCH' };

/**
 * Day, app or service, user, change, reason, further fields. Covers every change type and every reason (WEB
 * §2.1).
 */
const LOG: readonly (readonly [
  number,
  string,
  number,
  ChangeType,
  (DisableReason | undefined)?,
  LogDetails?,
])[] = [
  [0, 'A0ADMIN', 1, 'added', undefined, { scope: 'admin' }],
  [1, 'A0DEPLOY', 2, 'added', undefined, { scope: 'chat:write' }],
  [2, '418200417', 6, 'added', undefined, webhook],
  [5, 'A0DEPLOY', 2, 'expanded', undefined, { scope: 'chat:write,channels:manage' }],
  [6, 'A0INTAKE', 7, 'added', undefined, { scope: 'chat:write' }],
  [8, '418200555', 7, 'added', undefined, feed('added')],
  [9, '418200777', 5, 'added', undefined, outgoing],
  [11, '418200417', 6, 'disabled', 'rate_limits', webhook],
  [11, '418200417', 6, 'enabled', undefined, webhook],
  [14, 'A0POLLS', 5, 'added', undefined, { scope: 'commands' }],
  [15, 'A0NOTES', 11, 'added', undefined, { scope: 'channels:history' }],
  [19, 'A0INTAKE', 7, 'expanded', undefined, { scope: 'chat:write,workflow.steps:execute' }],
  [21, '418200555', 7, 'updated', undefined, feed('updated')],
  [24, 'A0POLLS', 5, 'disabled', 'errors', { scope: 'commands' }],
  [25, 'A0POLLS', 5, 'enabled', undefined, { scope: 'commands' }],
  [30, '418200777', 5, 'disabled', 'system', outgoing],
  [33, 'A0NOTES', 4, 'disabled', 'admin', { scope: 'channels:history' }],
  [34, 'A0NOTES', 4, 'removed', undefined, { scope: 'channels:history' }],
  [38, 'A0DEPLOY', 2, 'updated', undefined, { scope: 'chat:write,channels:manage,im:write' }],
  [41, 'A0POLLS', 5, 'disabled', 'slack', { scope: 'commands' }],
  [42, 'A0POLLS', 5, 'enabled', undefined, { scope: 'commands' }],
  [47, '418200555', 7, 'disabled', 'user', feed('removed')],
  [48, '418200555', 7, 'enabled', undefined, feed('added')],
  [52, 'A0POLLS', 5, 'disabled', 'api_decline', { scope: 'commands' }],
  [53, 'A0POLLS', 5, 'enabled', undefined, { scope: 'commands' }],
  [60, 'A0POLLS', 5, 'disabled', 'deauth', { scope: 'commands' }],
  [12, 'A0INTAKE', 3, 'added', undefined, { scope: 'chat:write', ...studio }],
  [44, 'A0INTAKE', 3, 'removed', undefined, { scope: 'chat:write', ...studio }],
];

function* log(): Generator<LogRecord> {
  for (const [index, [day, appId, who, changeType, reason, more = {}]] of LOG.entries()) {
    yield {
      kind: 'log',
      id: String(index + 1),
      teamId: 'T0HARBOUR',
      appId,
      userId: person(who),
      date: START + day * DAY + ((index * 1847) % 28_800),
      changeType,
      ...defined({ reason }),
      ...more,
    };
  }
}

const invite = (number: number, name: string, more: Partial<DeniedInvite> = {}): DeniedInvite => ({
  kind: 'deniedInvite',
  id: identifier('Ir', number),
  teamId: 'T0HARBOUR',
  email: `${name.toLowerCase().replace(' ', '.')}@partner.example`,
  realName: name,
  dateCreated: START + number * 3 * DAY,
  requesterIds: [person(5)],
  channelIds: ['C0LIGHTHOUSE'],
  deniedBy: { actorType: 'user', actorId: person(4) },
  ...more,
});

/** Invites denied by users and by an app, for members and guests (WEB §2.2). */
const INVITES: readonly DeniedInvite[] = [
  invite(1, 'Nils Berg', { guest: 'restricted', reason: 'Reviews the harbour plans' }),
  invite(2, 'Ada Okoye', { guest: 'ultraRestricted', dateExpire: START + 90 * DAY }),
  invite(3, 'Bo Lind', { requesterIds: [person(6), person(7)], channelIds: ['C0SUPPORT', 'C0RANDOM'] }),
  invite(4, 'Cleo Marsh', { deniedBy: { actorType: 'app', actorId: 'A0ADMIN' }, reason: 'Temporary help' }),
  invite(5, 'Emil Roth', { email: 'emil@mail.example', channelIds: [] }),
  invite(6, 'Fay Quill', { teamId: 'T0FINCH', channelIds: ['C0STUDIO'], requesterIds: [person(3)] }),
  invite(7, 'Gus Vale', {
    teamId: 'T0FINCH',
    channelIds: ['C0STUDIO'],
    requesterIds: [person(3)],
    guest: 'restricted',
    deniedBy: { actorType: 'app', actorId: 'A0ADMIN' },
  }),
];

/**
 * Returns the activity of the demo organization: sessions of various clients and ages, a log with every
 * reason, denied invites.
 */
export function* demoActivity(): Generator<StoredRecord> {
  yield* sessions();
  yield* log();
  yield* INVITES;
  yield { kind: 'policyEntity', id: `email_password/${person(8)}` };
}
