/** A call of each method that succeeds in the sandbox, by the command of the method (WEB §4). */
export const WEB_COMMANDS: readonly string[] = [
  'admin policy assign --users W12L3NPDN,W133PZN96 --yes',
  'logs',
  'admin invites denied --team T0HARBOUR',
  'admin sessions',
  'functions steps Fn0RELEASE --workflow Wf0RELEASE',
  'assistant status set D0DEPLOY 1709830800.000100 working',
  'conversations mark C0RANDOM 1709571600.000100',
  'functions permissions set Fn0RELEASE --to everyone --yes',
  'admin conversations convert-to-private C0LIGHTHOUSE --confirm C0LIGHTHOUSE',
  'migrate exchange U10IMBXVJ',
];

/** The same calls by the names of the methods, and those of methods without a command. */
export const CALLS_BY_NAME: readonly string[] = [
  'api admin.auth.policy.assignEntities entity_ids=W12L3NPDN entity_type=USER policy_name=email_password',
  'api team.integrationLogs',
  'api admin.inviteRequests.denied.list team_id=T0HARBOUR',
  'api admin.users.session.list',
  'api functions.workflows.steps.list function_id=Fn0RELEASE workflow_id=Wf0RELEASE',
  'api assistant.threads.setStatus channel_id=D0DEPLOY thread_ts=1709830800.000100 status=working',
  'api conversations.mark channel=C0RANDOM ts=1709571600.000100',
  'api functions.distributions.permissions.set function_id=Fn0RELEASE permission_type=everyone',
  'api admin.conversations.convertToPrivate channel_id=C0LIGHTHOUSE --confirm C0LIGHTHOUSE',
  'api migration.exchange users=U10IMBXVJ',
];
