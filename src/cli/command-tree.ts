import type { CommandModule } from './command-module.ts';

export interface Leaf {
  readonly summary: string;
  /** Loaded only when this command, or the help of it, is asked for. */
  readonly load: () => Promise<CommandModule>;
  /** Works, and is not shown: another name of a command that is. */
  readonly isHidden?: true;
}

export interface Group {
  readonly summary: string;
  readonly isHidden?: true;
  readonly commands: Readonly<Record<string, Node>>;
}

export type Node = Leaf | Group;

const leaf = (summary: string, load: () => Promise<CommandModule>): Leaf => ({ summary, load });
const group = (summary: string, commands: Readonly<Record<string, Node>>): Group => ({ summary, commands });

const hidden = <T extends Node>(node: T): T => ({ ...node, isHidden: true });

const RUNS: Group['commands'] = {
  list: leaf('List runs', () => import('./commands/bulk/runs/list.ts')),
  show: leaf('Show the outcome of each change of a run', () => import('./commands/bulk/runs/show.ts')),
  export: leaf(
    'Write a run to a file that another machine can resume',
    () => import('./commands/bulk/runs/export.ts'),
  ),
  import: leaf('Read a run that another machine exported', () => import('./commands/bulk/runs/import.ts')),
  verify: leaf('Check that an audit trail is whole', () => import('./commands/bulk/runs/verify.ts')),
  prune: leaf('Remove the records of old runs', () => import('./commands/bulk/runs/prune.ts')),
};

const USERS = group('People: list, read, create, change, deactivate', {
  list: leaf('List users', () => import('./commands/scim/users/list.ts')),
  get: leaf('Show one user', () => import('./commands/scim/users/get.ts')),
  create: leaf('Create a user', () => import('./commands/scim/users/create.ts')),
  patch: leaf('Change attributes of a user', () => import('./commands/scim/users/patch.ts')),
  replace: leaf('Replace all attributes of a user', () => import('./commands/scim/users/replace.ts')),
  deactivate: leaf('Deactivate users', () => import('./commands/scim/users/deactivate.ts')),
  activate: leaf('Reactivate users', () => import('./commands/scim/users/activate.ts')),
  convert: leaf('Make members guests, or guests members', () => import('./commands/scim/users/convert.ts')),
  export: leaf(
    'Write all users as a CSV that "bulk" reads back',
    () => import('./commands/scim/users/export.ts'),
  ),
});

const GROUPS = group('Groups: list, read, create, change, delete, members', {
  list: leaf('List groups', () => import('./commands/scim/groups/list.ts')),
  get: leaf('Show one group', () => import('./commands/scim/groups/get.ts')),
  create: leaf('Create a group', () => import('./commands/scim/groups/create.ts')),
  patch: leaf('Rename a group or change its members', () => import('./commands/scim/groups/patch.ts')),
  replace: leaf('Replace name and members of a group', () => import('./commands/scim/groups/replace.ts')),
  delete: leaf('Delete groups permanently', () => import('./commands/scim/groups/delete.ts')),
  members: group('Members of a group', {
    list: leaf('List the members of a group', () => import('./commands/scim/groups/members/list.ts')),
    add: leaf('Put users into a group', () => import('./commands/scim/groups/members/add.ts')),
    remove: leaf('Take users out of a group', () => import('./commands/scim/groups/members/remove.ts')),
    set: leaf(
      'Make these users the members, and nobody else',
      () => import('./commands/scim/groups/members/set.ts'),
    ),
    clear: leaf('Take everybody out of a group', () => import('./commands/scim/groups/members/clear.ts')),
  }),
  export: leaf('Write all memberships as a CSV', () => import('./commands/scim/groups/export.ts')),
});

/** Every command, on one page, in the order in which help shows them. A file is where its words are: scim/users/list.ts. */
export const COMMAND_TREE: Group = group(
  'Administers the people and apps of a workspace or an Enterprise organization.',
  {
    profile: group('Stored connections: URLs, version, token', {
      add: leaf('Store a connection', () => import('./commands/profile/add.ts')),
      list: leaf('List the stored connections', () => import('./commands/profile/list.ts')),
      show: leaf(
        'Show a connection and where each setting comes from',
        () => import('./commands/profile/show.ts'),
      ),
      edit: leaf('Change a connection; what is not given stays', () => import('./commands/profile/edit.ts')),
      rename: leaf('Rename a connection', () => import('./commands/profile/rename.ts')),
      copy: leaf('Copy a connection under another name', () => import('./commands/profile/copy.ts')),
      use: leaf('Choose the connection that is used by default', () => import('./commands/profile/use.ts')),
      remove: leaf('Remove a connection and its token', () => import('./commands/profile/remove.ts')),
      check: leaf(
        'Try a connection: network, token, permission',
        () => import('./commands/profile/check.ts'),
      ),
    }),
    who: leaf('Show everything known of one person', () => import('./commands/who.ts')),
    onboard: leaf('Create people, in groups and with managers', () => import('./commands/onboard.ts')),
    offboard: leaf(
      'Deactivate people, and settle their groups and reports',
      () => import('./commands/offboard.ts'),
    ),
    config: group('Settings of the current profile', {
      get: leaf('Show settings', () => import('./commands/config/get.ts')),
      set: leaf('Change a setting', () => import('./commands/config/set.ts')),
    }),
    scim: group('Users and groups of the organization, over SCIM 1.1 or 2.0', {
      service: group('Service capabilities: configuration, resource types, schemas', {
        config: leaf('Show what the service supports', () => import('./commands/scim/service/config.ts')),
        'resource-types': leaf(
          'List the kinds of resources and their extensions',
          () => import('./commands/scim/service/resource-types.ts'),
        ),
        schemas: leaf(
          'Show how users and groups are formatted',
          () => import('./commands/scim/service/schemas.ts'),
        ),
      }),
      users: USERS,
      groups: GROUPS,
    }),
    bulk: group('Many changes from a CSV, planned and journaled', {
      check: leaf('Check a CSV without the service', () => import('./commands/bulk/check.ts')),
      'init-map': leaf(
        'Propose how the headings of an HR export become columns',
        () => import('./commands/bulk/init-map.ts'),
      ),
      plan: leaf('Work out what would change', () => import('./commands/bulk/plan.ts')),
      apply: leaf('Apply a CSV or a saved plan', () => import('./commands/bulk/apply.ts')),
      finish: leaf(
        'Apply what the shards of a file left: managers, groups, and who was not created',
        () => import('./commands/bulk/finish.ts'),
      ),
      resume: leaf('The same as "orgctl resume"', () => import('./commands/bulk/resume.ts')),
      undo: leaf('The same as "orgctl undo"', () => import('./commands/bulk/undo.ts')),
      report: leaf(
        'Report on a run: counts, failures by code, throughput, plots',
        () => import('./commands/bulk/report.ts'),
      ),
      runs: group('The same as "orgctl runs"', RUNS),
    }),
    runs: group('Runs started from this machine, of bulk and of single commands', RUNS),
    resume: leaf('Resume an interrupted run', () => import('./commands/bulk/resume.ts')),
    undo: leaf('Undo a run, or a part of it', () => import('./commands/bulk/undo.ts')),
    admin: group('Sessions, invites, policies and channels of the organization', {
      sessions: leaf('List active sessions', () => import('./commands/admin/sessions.ts')),
      invites: group('Requests to invite somebody', {
        denied: leaf('List denied requests', () => import('./commands/admin/invites/denied.ts')),
      }),
      policy: group('Authentication policies', {
        assign: leaf('Assign users to a policy', () => import('./commands/admin/policy/assign.ts')),
      }),
      conversations: group('Channels', {
        'convert-to-private': leaf(
          'Make a public channel private, permanently',
          () => import('./commands/admin/conversations/convert-to-private.ts'),
        ),
      }),
    }),
    logs: leaf('List what was installed, changed and disabled', () => import('./commands/logs.ts')),
    functions: group('Functions of apps: where they are used, and who may use them', {
      steps: leaf(
        'List the steps of a workflow that use a function',
        () => import('./commands/functions/steps.ts'),
      ),
      permissions: group('Who may use a function', {
        set: leaf('Say who may use a function', () => import('./commands/functions/permissions/set.ts')),
      }),
    }),
    assistant: group('Assistant threads', {
      status: group('What a thread shows that the app is doing', {
        set: leaf(
          'Show a status, also while a command runs',
          () => import('./commands/assistant/status/set.ts'),
        ),
        clear: leaf('Show none', () => import('./commands/assistant/status/clear.ts')),
      }),
    }),
    conversations: group('Your conversations', {
      mark: leaf('Move the read cursor', () => import('./commands/conversations/mark.ts')),
    }),
    compare: leaf(
      'Compare two organizations: people, groups, memberships',
      () => import('./commands/compare.ts'),
    ),
    migrate: group('Move an organization, and translate the IDs of its users', {
      snapshot: leaf(
        'Save an organization as a file that can be compared',
        () => import('./commands/migrate/snapshot.ts'),
      ),
      map: leaf('Pair the IDs of two organizations', () => import('./commands/migrate/map.ts')),
      plan: leaf(
        'Work out what makes one organization as another',
        () => import('./commands/migrate/plan.ts'),
      ),
      apply: leaf('Apply a move, or the part that is left', () => import('./commands/migrate/apply.ts')),
      status: leaf('Show how far each wave of a move is', () => import('./commands/migrate/status.ts')),
      verify: leaf(
        'Report whether two organizations are equal, with counts and digests',
        () => import('./commands/migrate/verify.ts'),
      ),
      exchange: leaf('Translate local and global user IDs', () => import('./commands/migrate/exchange.ts')),
      rewrite: leaf(
        'Replace IDs in any text, CSV or JSON dump',
        () => import('./commands/migrate/rewrite.ts'),
      ),
    }),
    manifest: group('Validate, fix, convert and diff app manifests, offline', {
      validate: leaf('Validate manifests', () => import('./commands/manifest/validate.ts')),
      lint: leaf('Validate manifests, and fix them with --fix', () => import('./commands/manifest/lint.ts')),
      convert: leaf(
        'Convert between YAML and JSON, and between versions',
        () => import('./commands/manifest/convert.ts'),
      ),
      diff: leaf(
        'Show what an update to another manifest would change and delete',
        () => import('./commands/manifest/diff.ts'),
      ),
      schema: leaf(
        'Print a JSON Schema for completion and checks in editors',
        () => import('./commands/manifest/schema.ts'),
      ),
      init: leaf('Create a manifest', () => import('./commands/manifest/init.ts')),
      format: leaf('Format manifests', () => import('./commands/manifest/format.ts')),
      rules: leaf('List the rules of the validator', () => import('./commands/manifest/rules.ts')),
      explain: leaf(
        'Explain a field of the manifest, or a rule of the validator',
        () => import('./commands/manifest/explain.ts'),
      ),
      scopes: leaf(
        'List the scopes of a manifest and what needs each of them',
        () => import('./commands/manifest/scopes.ts'),
      ),
      matcher: leaf(
        'Print a problem matcher for GitHub or VS Code',
        () => import('./commands/manifest/matcher.ts'),
      ),
    }),
    api: leaf('Call any Web API method', () => import('./commands/api.ts')),
    sandbox: group('Built-in simulator of the service, for learning and testing', {
      serve: leaf('Serve the sandbox on loopback', () => import('./commands/sandbox/serve.ts')),
      reset: leaf('Start over with the demo organization', () => import('./commands/sandbox/reset.ts')),
      seed: leaf(
        'Set up the sandbox from a file, from exports, or in the shape of a live organization',
        () => import('./commands/sandbox/seed.ts'),
      ),
      status: leaf('Show what is in the sandbox', () => import('./commands/sandbox/status.ts')),
      report: leaf(
        'Report what a client met of the service, and what it never met',
        () => import('./commands/sandbox/report.ts'),
      ),
    }),
    tour: leaf('Walk through ten commands in a sandbox', () => import('./commands/tour.ts')),
    probe: leaf('Ask a service what the documents leave open', () => import('./commands/probe.ts')),
    doctor: leaf('Diagnose configuration and connectivity', () => import('./commands/doctor.ts')),
    bugreport: leaf(
      'Write a report of a problem, without secrets and people',
      () => import('./commands/bugreport.ts'),
    ),
    completion: leaf('Print the completion script of a shell', () => import('./commands/completion.ts')),
    users: hidden(USERS),
    groups: hidden(GROUPS),
    whoami: hidden(leaf('The same as "orgctl profile check"', () => import('./commands/profile/check.ts'))),
    status: hidden(leaf('The same as "orgctl profile check"', () => import('./commands/profile/check.ts'))),
    help: hidden(leaf('Explain a topic', () => import('./commands/help.ts'))),
    version: hidden(leaf('Print the version', () => import('./commands/version.ts'))),
    explain: leaf('Explain an error code: meaning, cause, what to do', () => import('./commands/explain.ts')),
  },
);
