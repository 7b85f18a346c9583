import { SCIM_VERSIONS, type ScimVersion } from '../../../src/spec/protocol-types.ts';

/** How much a command can find out by itself when an answer is lost. */
export type OperationClass =
  /** Reads one thing. */
  | 'get'
  /** Reads a list to its end, and shows what there is. */
  | 'list'
  /** Reads a list from which somebody concludes who is not there. */
  | 'export'
  /** The same, with the names from another list, which it reads first and again until it is whole. */
  | 'named export'
  /** Asks about IDs, and tells of each what became of it. */
  | 'exchange'
  /** Makes something, or takes it away: whether it is there tells what became of it. */
  | 'write'
  /** Changes something that is there, as the write before. */
  | 'update'
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
  /**
   * Whether it looks its target up by name: with SCIM 2.0 over v1 first, and if that fails in the whole list.
   */
  readonly isByName: boolean;
  /** Whether its list says how many there are in all. */
  readonly hasTotal: boolean;
}

/** Classes of which lists can lie. */
export const LISTS: ReadonlySet<OperationClass> = new Set(['list', 'export', 'named export']);

const scim = (kind: OperationClass, name: string, line: string, isByName = true): Operation => {
  const isList = LISTS.has(kind);
  const isRead = kind === 'get' || isList;
  return {
    name,
    kind,
    isByName,
    hasTotal: isList,
    line: isRead ? line : `${line} --yes`,
    aim: isRead ? 'read' : 'write',
    api: 'scim',
  };
};

/** Every verb of SCIM over users and groups, on the demo organization. */
const SCIM: readonly Operation[] = [
  scim('get', 'get config', 'scim service config', false),
  scim('get', 'get schema', 'scim service schemas users', false),
  scim('list', 'list users', 'scim users list', false),
  scim('export', 'export users', 'scim users export', false),
  scim('list', 'filter users', `scim users list --filter 'username sw "t"'`, false),
  scim('get', 'get user', 'scim users get tomas.rey'),
  scim('write', 'create user', 'scim users create --user-name eva --email eva@example.com', false),
  scim('update', 'patch user', 'scim users patch tomas.rey --title Lead'),
  scim(
    'update',
    'replace user',
    'scim users replace tomas.rey --email tomas.rey@harbour-finch.example --title Lead',
  ),
  scim('update', 'deactivate user', 'scim users deactivate tomas.rey'),
  scim('update', 'activate user', 'scim users activate former.member'),
  scim('update', 'convert user', 'scim users convert tomas.rey --to guest --expires 2037-06-30'),
  scim('list', 'list groups', 'scim groups list', false),
  scim('export', 'export groups', 'scim groups export --no-names', false),
  scim('named export', 'export groups by name', 'scim groups export', false),
  scim('get', 'get group', 'scim groups get IT'),
  scim('get', 'list members', 'scim groups members list IT'),
  scim('write', 'create group', 'scim groups create Crew'),
  scim('update', 'patch group', 'scim groups patch IT --name Computers'),
  scim('update', 'replace group', 'scim groups replace IT --name Computers --member samir.aziz'),
  scim('update', 'add member', 'scim groups members add IT tomas.rey'),
  scim('update', 'remove member', 'scim groups members remove IT samir.aziz'),
  scim('write', 'delete group', 'scim groups delete IT'),
];

const web = (kind: OperationClass, name: string, line: string): Operation => ({
  name,
  line,
  kind,
  aim: kind === 'get' || kind === 'list' || kind === 'exchange' ? 'read' : 'write',
  api: 'web',
  isByName: false,
  hasTotal: name === 'team.integrationLogs',
});

/** The methods of WEB §4. */
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
  web('exchange', 'migration.exchange', 'migrate exchange U10IMBXVJ'),
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
