import { SCIM_VERSIONS, type ScimVersion } from '../../../src/spec/protocol-types.ts';

/** Kinds of operations, by what the program can find out after a lost response. */
export type OperationClass =
  /** Reads one resource. */
  | 'get'
  /** Reads and prints a whole list. */
  | 'list'
  /** Reads a list whose missing items have a meaning. */
  | 'export'
  /** An export with names from another list, which is read first, and again until it is complete. */
  | 'named export'
  /** Translates IDs and reports the result of each. */
  | 'exchange'
  /** Creates or deletes a resource, so that a look-up shows whether it was done. */
  | 'write'
  /** Changes an existing resource; a look-up shows whether it was done. */
  | 'update'
  /** Writes a value that cannot be read back. */
  | 'blind write'
  /** Writes a value that may be written again with the same effect. */
  | 'repeatable write';

/** A command as a user types it, and its requests that faults are injected into. */
export interface Operation {
  readonly name: string;
  readonly kind: OperationClass;
  readonly line: string;
  readonly api: 'scim' | 'web';
  /** Its main requests. */
  readonly aim: 'read' | 'write';
  /**
   * Whether it looks its target up by name: with SCIM 2.0 first over v1, and if that fails in the whole list.
   */
  readonly isByName: boolean;
  /** Whether its list has a total. */
  readonly hasTotal: boolean;
}

/** Kinds of operations that read a list. */
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

/** Every SCIM operation on users and groups of the demo organization. */
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
  scim('update', 'set members', 'scim groups members set IT samir.aziz'),
  scim('update', 'clear members', 'scim groups members clear IT'),
  scim('write', 'delete group', 'scim groups delete IT'),
  scim('write', 'onboard', 'onboard --user-name eva --email eva@example.com', false),
  scim('update', 'offboard', 'offboard tomas.rey'),
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

/** An operation with a version of SCIM, or on the Web API. */
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
