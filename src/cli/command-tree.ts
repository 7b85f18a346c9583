import type { CommandModule } from './command-module.ts';

export interface Leaf {
  readonly summary: string;
  /** Loads the command file; called only for this command or its help. */
  readonly load: () => Promise<CommandModule>;
  /** Works but is not listed: a second name of a listed command. */
  readonly isHidden?: true;
}

export interface CommandGroup {
  readonly summary: string;
  readonly isHidden?: true;
  readonly commands: Readonly<Record<string, Node>>;
}

export type Node = Leaf | CommandGroup;

const leaf = (summary: string, load: () => Promise<CommandModule>): Leaf => ({ summary, load });
const group = (summary: string, commands: Readonly<Record<string, Node>>): CommandGroup => ({
  summary,
  commands,
});

const hidden = <T extends Node>(node: T): T => ({ ...node, isHidden: true });

const RUNS: CommandGroup['commands'] = {
  list: leaf('List runs', () => import('./commands/bulk/runs/list.ts')),
  show: leaf('Show the outcome of each change of a run', () => import('./commands/bulk/runs/show.ts')),
  export: leaf(
    'Export a run to a file that another machine can resume',
    () => import('./commands/bulk/runs/export.ts'),
  ),
  import: leaf('Import a run exported by another machine', () => import('./commands/bulk/runs/import.ts')),
  verify: leaf(
    'Check that an audit trail is complete and unedited',
    () => import('./commands/bulk/runs/verify.ts'),
  ),
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
  convert: leaf(
    'Convert members to guests, or guests to members',
    () => import('./commands/scim/users/convert.ts'),
  ),
  export: leaf(
    'Export all users as a CSV that "bulk" reads',
    () => import('./commands/scim/users/export.ts'),
  ),
});

const GROUPS = group('Groups: list, read, create, change, delete, members', {
  list: leaf('List groups', () => import('./commands/scim/groups/list.ts')),
  get: leaf('Show one group', () => import('./commands/scim/groups/get.ts')),
  create: leaf('Create a group', () => import('./commands/scim/groups/create.ts')),
  patch: leaf('Rename a group or change its members', () => import('./commands/scim/groups/patch.ts')),
  replace: leaf('Replace the name and members of a group', () => import('./commands/scim/groups/replace.ts')),
  delete: leaf('Delete groups permanently', () => import('./commands/scim/groups/delete.ts')),
  members: group('Members of a group', {
    list: leaf('List the members of a group', () => import('./commands/scim/groups/members/list.ts')),
    add: leaf('Add users to a group', () => import('./commands/scim/groups/members/add.ts')),
    remove: leaf('Remove users from a group', () => import('./commands/scim/groups/members/remove.ts')),
    set: leaf(
      'Set the complete list of members of a group',
      () => import('./commands/scim/groups/members/set.ts'),
    ),
    clear: leaf('Remove all members of a group', () => import('./commands/scim/groups/members/clear.ts')),
  }),
  export: leaf('Export all group memberships as a CSV', () => import('./commands/scim/groups/export.ts')),
});

/**
 * All commands, in the order in which help lists them. The path of a command file follows its words:
 * scim/users/list.ts.
 */
export const COMMAND_TREE: CommandGroup = group(
  'Administers the people and apps of a workspace or an Enterprise organization.',
  {
    profile: group('Stored connections: URLs, version, token', {
      add: leaf('Store a connection', () => import('./commands/profile/add.ts')),
      list: leaf('List the stored connections', () => import('./commands/profile/list.ts')),
      show: leaf(
        'Show a connection and where each setting comes from',
        () => import('./commands/profile/show.ts'),
      ),
      edit: leaf(
        'Change a connection; settings not given stay unchanged',
        () => import('./commands/profile/edit.ts'),
      ),
      rename: leaf('Rename a connection', () => import('./commands/profile/rename.ts')),
      copy: leaf('Copy a connection under another name', () => import('./commands/profile/copy.ts')),
      use: leaf('Set the default connection', () => import('./commands/profile/use.ts')),
      remove: leaf('Remove a connection and its token', () => import('./commands/profile/remove.ts')),
      check: leaf(
        'Test a connection: network, token, permissions',
        () => import('./commands/profile/check.ts'),
      ),
    }),
    who: leaf('Show everything known about a person', () => import('./commands/who.ts')),
    onboard: leaf('Create people, with their groups and managers', () => import('./commands/onboard.ts')),
    offboard: leaf(
      'Deactivate people, and hand over their groups and reports',
      () => import('./commands/offboard.ts'),
    ),
    config: group('Settings of the current profile', {
      get: leaf('Show settings of a profile', () => import('./commands/config/get.ts')),
      set: leaf('Change a setting of a profile', () => import('./commands/config/set.ts')),
    }),
    scim: group('Users and groups of the organization, over SCIM 1.1 or 2.0', {
      service: group('Service capabilities: configuration, resource types, schemas', {
        config: leaf('Show what the service supports', () => import('./commands/scim/service/config.ts')),
        'resource-types': leaf(
          'List resource types and their extensions',
          () => import('./commands/scim/service/resource-types.ts'),
        ),
        schemas: leaf(
          'Show the schemas of users and groups',
          () => import('./commands/scim/service/schemas.ts'),
        ),
      }),
      users: USERS,
      groups: GROUPS,
    }),
    bulk: group('Apply many changes from a CSV: plan, apply, resume, undo', {
      check: leaf('Check a CSV offline', () => import('./commands/bulk/check.ts')),
      'init-map': leaf(
        'Propose a map from the headings of an HR export to columns',
        () => import('./commands/bulk/init-map.ts'),
      ),
      plan: leaf('Show what a CSV would change', () => import('./commands/bulk/plan.ts')),
      apply: leaf('Apply a CSV or a saved plan', () => import('./commands/bulk/apply.ts')),
      finish: leaf(
        'Finish a sharded file: set managers and groups, and create missing users',
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
    runs: group('Records of bulk runs and single commands on this machine', RUNS),
    resume: leaf('Resume an interrupted run', () => import('./commands/bulk/resume.ts')),
    undo: leaf('Undo a run, or part of it', () => import('./commands/bulk/undo.ts')),
    admin: group('Sessions, invites, policies and channels of the organization', {
      sessions: leaf('List active sessions', () => import('./commands/admin/sessions.ts')),
      invites: group('Invite requests', {
        denied: leaf('List denied invite requests', () => import('./commands/admin/invites/denied.ts')),
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
    logs: leaf('List the integration log: apps added, changed, disabled', () => import('./commands/logs.ts')),
    functions: group('Functions of apps: where they are used and who may use them', {
      steps: leaf(
        'List the steps of a workflow that use a function',
        () => import('./commands/functions/steps.ts'),
      ),
      permissions: group('Who may use a function', {
        set: leaf('Set who may use a function', () => import('./commands/functions/permissions/set.ts')),
      }),
    }),
    assistant: group('Assistant threads', {
      status: group('Status of an assistant thread', {
        set: leaf(
          'Set the status of an assistant thread',
          () => import('./commands/assistant/status/set.ts'),
        ),
        clear: leaf(
          'Clear the status of an assistant thread',
          () => import('./commands/assistant/status/clear.ts'),
        ),
      }),
    }),
    conversations: group('Your conversations', {
      mark: leaf(
        'Mark a conversation as read up to a message',
        () => import('./commands/conversations/mark.ts'),
      ),
    }),
    compare: leaf(
      'Compare two organizations: people, groups, memberships',
      () => import('./commands/compare.ts'),
    ),
    migrate: group('Move an organization, and translate user IDs', {
      snapshot: leaf(
        'Save an organization to a file for compare',
        () => import('./commands/migrate/snapshot.ts'),
      ),
      map: leaf(
        'Map the IDs of one organization to those of another',
        () => import('./commands/migrate/map.ts'),
      ),
      plan: leaf(
        'Plan the changes that make one organization match another',
        () => import('./commands/migrate/plan.ts'),
      ),
      apply: leaf('Apply or resume a migration', () => import('./commands/migrate/apply.ts')),
      status: leaf(
        'Show the progress of each wave of a migration',
        () => import('./commands/migrate/status.ts'),
      ),
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
        'List the scopes of a manifest and what needs each one',
        () => import('./commands/manifest/scopes.ts'),
      ),
      matcher: leaf(
        'Print a problem matcher for GitHub or VS Code',
        () => import('./commands/manifest/matcher.ts'),
      ),
    }),
    api: leaf('Call any Web API method', () => import('./commands/api.ts')),
    sandbox: group('Built-in simulator of the service, for learning and testing', {
      serve: leaf('Serve the sandbox on a local port', () => import('./commands/sandbox/serve.ts')),
      reset: leaf('Start over with the demo organization', () => import('./commands/sandbox/reset.ts')),
      seed: leaf(
        'Fill the sandbox from a file, from exports, or with the shape of a live organization',
        () => import('./commands/sandbox/seed.ts'),
      ),
      status: leaf('Show what is in the sandbox', () => import('./commands/sandbox/status.ts')),
      report: leaf(
        'Report which operations and errors a client used, and which it never used',
        () => import('./commands/sandbox/report.ts'),
      ),
    }),
    tour: leaf('Try ten commands in a temporary sandbox', () => import('./commands/tour.ts')),
    probe: leaf(
      'Probe service behavior that the documentation leaves open',
      () => import('./commands/probe.ts'),
    ),
    doctor: leaf('Diagnose configuration and connectivity', () => import('./commands/doctor.ts')),
    bugreport: leaf(
      'Write a problem report without secrets and personal data',
      () => import('./commands/bugreport.ts'),
    ),
    completion: leaf('Print a shell completion script', () => import('./commands/completion.ts')),
    users: hidden(USERS),
    groups: hidden(GROUPS),
    whoami: hidden(leaf('The same as "orgctl profile check"', () => import('./commands/profile/check.ts'))),
    status: hidden(leaf('The same as "orgctl profile check"', () => import('./commands/profile/check.ts'))),
    help: hidden(leaf('Explain a topic', () => import('./commands/help.ts'))),
    version: hidden(leaf('Print the version', () => import('./commands/version.ts'))),
    explain: leaf('Explain an error code: meaning, cause, what to do', () => import('./commands/explain.ts')),
  },
);
