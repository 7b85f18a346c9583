import { addItem, BOT, EVENTS, scopeFix, USER } from './add-scope.ts';
import { scopesAt } from './known-scopes.ts';
import type { Path } from './path.ts';
import { placeholderIn } from './placeholders.ts';
import type { Fix } from './problem.ts';
import type { RuleId } from './rules/rule-book.ts';
import type { ManifestView } from './view.ts';

const COMMANDS: Path = ['features', 'slash_commands'];
const SHORTCUTS: Path = ['features', 'shortcuts'];
const ASSISTANT: Path = ['features', 'assistant_view'];
const UNFURLS: Path = ['features', 'unfurl_domains'];
const WEBHOOKS: Path = ['settings', 'incoming_webhooks'];
const DATASTORES: Path = ['datastores'];

/** Whether a text is a placeholder for a value to be filled in later. */
export function isPlaceholder(text: string): boolean {
  return placeholderIn(text, 'address') !== undefined;
}

interface Need {
  readonly rule: RuleId;
  /** Path of the feature. */
  readonly path: Path;
  readonly isUsed: boolean;
  /** One of these scopes is enough. */
  readonly scopes: readonly string[];
  readonly what: string;
  /** An event that is missing together with the scope. */
  readonly event?: string;
}

/** Reports features whose scope is missing. @returns whether there are any */
export function checkFeatureScopes(view: ManifestView): boolean {
  const granted = scopesAt(view, BOT);
  const grantedToAnybody = [...granted, ...scopesAt(view, USER)];
  if (view.isUnclear(BOT) || grantedToAnybody.some(isPlaceholder)) return false;
  let isMissing = false;
  for (const need of needsOf(view)) {
    if (!need.isUsed) continue;
    const given = need.rule === 'webhook-scope' || need.rule === 'unfurl-scope' ? grantedToAnybody : granted;
    const [scope] = need.scopes;
    if (scope === undefined || need.scopes.some((one) => given.includes(one))) continue;
    isMissing = true;
    view.report({
      rule: need.rule,
      path: need.path,
      at: 'key',
      message: `${need.what} the bot scope ${scope}`,
      ...fixFor(view, need, scope),
    });
  }
  return isMissing;
}

function fixFor(
  view: ManifestView,
  { event }: Need,
  scope: string,
): { readonly fix: Fix; readonly hint?: string } {
  const brought = scopeFix(view, BOT, scope);
  if (event === undefined) return brought;
  const { fix } = brought;
  const changes = [fix.change, addItem(view, [...EVENTS, 'bot_events'], event)];
  const title = `${fix.title} and the event ${event}`;
  return { ...brought, fix: { ...fix, title, change: { do: 'all', changes } } };
}

function needsOf(view: ManifestView): readonly Need[] {
  return [
    ...commandNeeds(view),
    {
      rule: 'assistant-scope',
      path: ASSISTANT,
      isUsed: view.object(ASSISTANT) !== undefined,
      scopes: ['assistant:write'],
      what: 'an assistant needs',
    },
    // If the event is subscribed, the missing scope is reported for the event.
    {
      rule: 'unfurl-scope',
      path: UNFURLS,
      isUsed: isFilled(view, UNFURLS) && !subscribesTo(view, 'link_shared'),
      scopes: ['links:read', 'links:write'],
      what: 'unfurling links needs the event link_shared and',
      event: 'link_shared',
    },
    {
      rule: 'webhook-scope',
      path: WEBHOOKS,
      isUsed: view.flag([...WEBHOOKS, 'incoming_webhooks_enabled']) === true,
      scopes: ['incoming-webhook'],
      what: 'incoming webhooks need',
    },
    ...datastoreNeeds(view),
  ];
}

/** Commands and shortcuts need the same scope: it is reported once. */
function commandNeeds(view: ManifestView): readonly Need[] {
  const hasCommands = isFilled(view, COMMANDS);
  return [
    {
      rule: 'commands-scope',
      path: COMMANDS,
      isUsed: hasCommands,
      scopes: ['commands'],
      what: 'slash commands need',
    },
    {
      rule: 'commands-scope',
      path: SHORTCUTS,
      isUsed: isFilled(view, SHORTCUTS) && !hasCommands,
      scopes: ['commands'],
      what: 'shortcuts need',
    },
  ];
}

/** Datastores need both scopes, and each is added by a fix of its own. */
function datastoreNeeds(view: ManifestView): readonly Need[] {
  const stores = Object.keys(view.object(DATASTORES) ?? {});
  return ['datastore:read', 'datastore:write'].map((scope) => ({
    rule: 'datastore-scope',
    path: DATASTORES,
    isUsed: stores.length > 0,
    scopes: [scope],
    what: 'datastores need',
  }));
}

function isFilled(view: ManifestView, path: Path): boolean {
  return (view.list(path)?.length ?? 0) > 0;
}

/** Whether the bot or the users are subscribed to an event. */
function subscribesTo(view: ManifestView, event: string): boolean {
  return ['bot_events', 'user_events'].some((key) => view.texts([...EVENTS, key]).includes(event));
}
