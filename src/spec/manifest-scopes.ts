/**
 * Scopes that an editor suggests. The list may be outdated, so unknown scopes are accepted (WEB §5 "not
 * shown").
 */

const FOR_BOTH = [
  'bookmarks:read',
  'bookmarks:write',
  'calls:read',
  'calls:write',
  'canvases:read',
  'canvases:write',
  'channels:history',
  'channels:read',
  'channels:write.invites',
  'channels:write.topic',
  'chat:write',
  'conversations.connect:manage',
  'conversations.connect:read',
  'conversations.connect:write',
  'dnd:read',
  'emoji:read',
  'files:read',
  'files:write',
  'groups:history',
  'groups:read',
  'groups:write',
  'groups:write.invites',
  'groups:write.topic',
  'im:history',
  'im:read',
  'im:write',
  'incoming-webhook',
  'links:read',
  'links:write',
  'lists:read',
  'lists:write',
  'mpim:history',
  'mpim:read',
  'mpim:write',
  'pins:read',
  'pins:write',
  'reactions:read',
  'reactions:write',
  'remote_files:read',
  'remote_files:share',
  'search:read.files',
  'search:read.public',
  'search:read.users',
  'team:read',
  'usergroups:read',
  'usergroups:write',
  'users.profile:read',
  'users:read',
  'users:read.email',
  'users:write',
] as const;

/** Scopes for bots only. */
export const BOT_ONLY_SCOPES = [
  'app_mentions:read',
  'assistant:write',
  'chat:write.customize',
  'chat:write.public',
] as const;

/** Scopes for users only, and former bot scopes (V: illegal_bot_scopes). */
export const USER_ONLY_SCOPES = [
  'admin',
  'auditlogs:read',
  'chat:write:bot',
  'chat:write:user',
  'client',
  'dnd:write',
  'files:write:user',
  'identify',
  'identity.avatar',
  'identity.basic',
  'identity.email',
  'identity.team',
  'search:read',
  'stars:read',
  'stars:write',
  'users.profile:write',
] as const;

export const BOT_SCOPES: readonly string[] = [
  ...FOR_BOTH,
  ...BOT_ONLY_SCOPES,
  'channels:join',
  'channels:manage',
  'commands',
  'datastore:read',
  'datastore:write',
  'metadata.message:read',
  'reminders:read',
  'reminders:write',
  'remote_files:write',
  'team.billing:read',
  'team.preferences:read',
  'tokens.basic',
  'triggers:read',
  'triggers:write',
  'workflow.steps:execute',
].sort();

export const USER_SCOPES: readonly string[] = [
  ...FOR_BOTH,
  ...USER_ONLY_SCOPES,
  'channels:write',
  'reminders:read',
  'reminders:write',
  'search:read.im',
  'search:read.mpim',
  'search:read.private',
].sort();

/** Scopes that do not require a bot user (assumption `manifest-bot-user`). */
export const SCOPES_WITHOUT_BOT_USER: readonly string[] = ['commands', 'incoming-webhook'];

/** Built-in commands, which no app may declare (V: invalid_name at /features/slash_commands). */
export const RESERVED_COMMANDS: readonly string[] = ['/me'];
