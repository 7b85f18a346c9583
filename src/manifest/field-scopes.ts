/** Scopes that a field needs, from public sources (assumption `manifest-event-scopes`). */
const SCOPES: readonly (readonly [pattern: RegExp, scopes: string])[] = [
  [/^features\.(?:slash_commands|shortcuts)\b/, 'commands (bot)'],
  [/^features\.workflow_steps\b/, 'workflow.steps:execute (bot)'],
  [/^features\.(?:assistant_view|agent_view)\b/, 'assistant:write (bot)'],
  [/^features\.unfurl_domains\b/, 'links:read (bot), with the event link_shared'],
  [/^settings\.incoming_webhooks\b/, 'incoming-webhook'],
  [/^settings\.event_subscriptions\.metadata_subscriptions\b/, 'metadata.message:read (bot)'],
  [
    /^settings\.event_subscriptions\.bot_events\b/,
    'those of each event, as bot scopes: app_mention needs app_mentions:read, message.im needs im:history; see: orgctl manifest scopes FILE',
  ],
  [
    /^settings\.event_subscriptions\.user_events\b/,
    'those of each event, as user scopes: reaction_added needs reactions:read; see: orgctl manifest scopes FILE',
  ],
  [/^datastores\b/, 'datastore:read and datastore:write (bot)'],
  [/^features\.bot_user\b/, 'at least one bot scope, for example chat:write'],
];

/** Returns the scopes that a field needs, in words. @param name as returned by `findField` */
export function scopesOfField(name: string): string {
  return SCOPES.find(([pattern]) => pattern.test(name))?.[1] ?? 'none';
}
