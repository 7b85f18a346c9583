import { SCIM_VERSIONS, type ScimVersion } from '../../../src/spec/wire.ts';

/** How much a command can find out by itself when an answer is lost. */
export type OperationClass =
  /** Reads one thing. */
  | 'get'
  /** Reads a list to its end. */
  | 'list'
  /** Writes what can be looked up afterwards. */
  | 'write'
  /** Writes what nothing shows afterwards. */
  | 'blind write'
  /** Writes what may be written again: the second time is as the first one. */
  | 'repeatable write';

/** A command as a person types it, and the request of it that a fault is for. */
export interface Operation {
  readonly name: string;
  readonly kind: OperationClass;
  readonly line: string;
  readonly api: 'scim' | 'web';
  /** The requests that matter most of it. */
  readonly aim: 'read' | 'write';
}

const read = (name: string, line: string): Operation => ({
  name,
  line,
  kind: 'get',
  aim: 'read',
  api: 'scim',
});
const list = (name: string, line: string): Operation => ({
  name,
  line,
  kind: 'list',
  aim: 'read',
  api: 'scim',
});
const write = (name: string, line: string): Operation => ({
  name,
  line: `${line} --yes`,
  kind: 'write',
  aim: 'write',
  api: 'scim',
});

/** Every verb of SCIM over users and groups, on the demo organization. */
const SCIM: readonly Operation[] = [
  read('get config', 'scim service config'),
  read('get schema', 'scim service schemas users'),
  list('list users', 'scim users list'),
  list('export users', 'scim users export'),
  list('filter users', `scim users list --filter 'username sw "t"'`),
  read('get user', 'scim users get tomas.rey'),
  write('create user', 'scim users create --user-name eva --email eva@example.com'),
  write('patch user', 'scim users patch tomas.rey --title Lead'),
  write('replace user', 'scim users replace tomas.rey --email tomas.rey@harbour-finch.example --title Lead'),
  write('deactivate user', 'scim users deactivate tomas.rey'),
  write('activate user', 'scim users activate former.member'),
  write('convert user', 'scim users convert tomas.rey --to guest --expires 2037-06-30'),
  list('list groups', 'scim groups list'),
  list('export groups', 'scim groups export'),
  read('get group', 'scim groups get IT'),
  list('list members', 'scim groups members list IT'),
  write('create group', 'scim groups create Crew'),
  write('patch group', 'scim groups patch IT --name Computers'),
  write('replace group', 'scim groups replace IT --name Computers --member samir.aziz'),
  write('add member', 'scim groups members add IT tomas.rey'),
  write('remove member', 'scim groups members remove IT samir.aziz'),
  write('delete group', 'scim groups delete IT'),
];

const web = (kind: OperationClass, name: string, line: string): Operation => ({
  name,
  line,
  kind,
  aim: kind === 'get' || kind === 'list' ? 'read' : 'write',
  api: 'web',
});

/** The ten methods (WEB §4). */
export const WEB_OPERATIONS: readonly Operation[] = [
  web(
    'blind write',
    'admin.auth.policy.assignEntities',
    'admin policy assign --users clara.voss,tomas.rey --yes',
  ),
  web('list', 'team.integrationLogs', 'logs'),
  web('list', 'admin.inviteRequests.denied.list', 'admin invites denied --team T0HARBOUR'),
  web('list', 'admin.users.session.list', 'admin sessions'),
  web('get', 'functions.workflows.steps.list', 'functions steps Fn0RELEASE --workflow Wf0RELEASE'),
  web(
    'repeatable write',
    'assistant.threads.setStatus',
    `assistant status set D0DEPLOY 1709830800.000100 'is looking into it…'`,
  ),
  web('repeatable write', 'conversations.mark', 'conversations mark C0RANDOM 1709571600.000100'),
  web(
    'repeatable write',
    'functions.distributions.permissions.set',
    'functions permissions set Fn0RELEASE --to everyone --yes',
  ),
  web(
    'blind write',
    'admin.conversations.convertToPrivate',
    'admin conversations convert-to-private C0LIGHTHOUSE --confirm C0LIGHTHOUSE',
  ),
  web('get', 'migration.exchange', 'migrate exchange U10IMBXVJ'),
];

/** An operation on one version of SCIM, or over the Web API. */
export interface VersionedOperation extends Operation {
  readonly title: string;
  readonly version: ScimVersion;
}

export const OPERATIONS: readonly VersionedOperation[] = [
  ...SCIM_VERSIONS.flatMap((version) =>
    SCIM.map((operation) => ({ ...operation, version, title: `${operation.name} on ${version}` })),
  ),
  ...WEB_OPERATIONS.map((operation) => ({ ...operation, version: '2.0' as const, title: operation.name })),
];
