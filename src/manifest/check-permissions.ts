import { MANIFEST_EVENTS } from '../spec/manifest-events.ts';
import { BOT_ONLY_SCOPES, SCOPES_WITHOUT_BOT_USER, USER_ONLY_SCOPES } from '../spec/manifest-scopes.ts';
import { listed } from './check-text.ts';
import { nearestKey } from './known-keys.ts';
import type { Path } from './path.ts';
import { placeholderIn } from './placeholders.ts';
import type { Change, Remedy } from './problem.ts';
import type { RuleId } from './rules/rule-book.ts';
import type { View } from './view.ts';

const BOT = ['oauth_config', 'scopes', 'bot'] as const;
const USER = ['oauth_config', 'scopes', 'user'] as const;
const EVENTS = ['settings', 'event_subscriptions'] as const;

/** Events and features against the scopes that they need (WEB §2.6; anchors of the table: public answers of such a service). */
export function checkPermissions(view: View): void {
  const lacksBotScopes = checkBot(view);
  checkEvents(view, 'bot_events', BOT, lacksBotScopes);
  checkEvents(view, 'user_events', USER, false);
  if (!lacksBotScopes) checkFeatureScopes(view);
  checkKindOfScopes(view, BOT, USER_ONLY_SCOPES, 'only a person can give it: move it to user');
  checkKindOfScopes(view, USER, BOT_ONLY_SCOPES, 'only a bot can have it: move it to bot');
  checkOptional(view, 'bot');
  checkOptional(view, 'user');
}

/** A bot needs a scope, and its scopes a bot. @returns whether that was the matter, from which more would follow. */
function checkBot(view: View): boolean {
  const scopes = view.texts(BOT);
  const botUser = ['features', 'bot_user'];
  if (view.isUnclear(BOT)) return true;
  if (view.object(botUser) !== undefined) {
    if (scopes.length > 0) return false;
    view.report({
      rule: 'bot-scope-missing',
      path: botUser,
      at: 'key',
      message: 'a bot user needs at least one bot scope',
      hint: 'add what it may do to oauth_config.scopes.bot, for example chat:write',
    });
    return true;
  }
  const needing = scopes.filter((scope) => !SCOPES_WITHOUT_BOT_USER.includes(scope));
  if (needing.length > 0 && view.isAbsent(botUser)) {
    view.report({
      rule: 'bot-user-missing',
      path: view.holder(botUser),
      at: 'key',
      message: `there are bot scopes (${needing.slice(0, 3).join(', ')}${needing.length > 3 ? ', …' : ''}) and no features.bot_user`,
      hint: 'add features.bot_user with a display_name, or move the scopes to user',
    });
  }
  return false;
}

function checkEvents(
  view: View,
  key: 'bot_events' | 'user_events',
  scopesPath: Path,
  lacksScopes: boolean,
): void {
  const path = [...EVENTS, key];
  const granted = view.texts(scopesPath);
  const mayJudge =
    !lacksScopes && !view.isUnclear(scopesPath) && !granted.some((scope) => isPlaceholder(scope));
  view.list(path)?.forEach((event, index, all) => {
    // An event that is there twice is said to be; what it needs is said once.
    if (all.indexOf(event) < index) return;
    if (typeof event !== 'string' || event === '' || view.isUnclear([...path, index])) return;
    if (isPlaceholder(event)) return;
    const here = [...path, index];
    if (!Object.hasOwn(MANIFEST_EVENTS, event)) {
      reportUnknownEvent(view, event, here);
      return;
    }
    const needed = MANIFEST_EVENTS[event] ?? [];
    if (!mayJudge || needed.length === 0 || needed.some((scope) => granted.includes(scope))) return;
    const mistyped = granted
      .map((scope) => nearestKey(scope, needed) !== undefined && scope)
      .find((scope) => scope !== false);
    const [scope = ''] = needed;
    view.report({
      rule: 'event-scope',
      path: here,
      at: 'value',
      message: `${event} needs the ${scopesPath.at(-1)} scope ${listed(needed)}`,
      ...(typeof mistyped === 'string' ? { hint: `"${mistyped}" is asked for; is that mistyped?` } : {}),
      remedy: addScope(view, scopesPath, scope),
    });
  });
}

function isPlaceholder(text: string): boolean {
  return placeholderIn(text, 'address') !== undefined;
}

function reportUnknownEvent(view: View, event: string, path: Path): void {
  const suggestion = nearestKey(event, Object.keys(MANIFEST_EVENTS));
  view.report({
    rule: 'unknown-event',
    path,
    at: 'value',
    message: `"${event}" is not a known event${suggestion === undefined ? '' : `; did you mean "${suggestion}"?`}`,
    ...(suggestion === undefined
      ? {}
      : {
          remedy: {
            kind: 'suggest',
            title: `write ${suggestion}`,
            change: { do: 'replace', path, value: suggestion },
          },
        }),
  });
}

function addScope(view: View, path: Path, scope: string): Remedy {
  return {
    kind: 'suggest',
    title: `add the scope ${scope}`,
    change: addItem(view, path, scope),
  };
}

/** Adds an item to a list, or a list with it. */
function addItem(view: View, path: Path, item: string): Change {
  return view.list(path) === undefined
    ? { do: 'add', path: path.slice(0, -1), key: String(path.at(-1)), value: [item] }
    : { do: 'append', path, value: item };
}

interface Need {
  readonly rule: RuleId;
  /** Where the feature is. */
  readonly path: Path;
  readonly isUsed: boolean;
  readonly scopes: readonly string[];
  /** Any of them is enough, or all are needed. */
  readonly isOneEnough?: boolean;
  readonly what: string;
  /** An event that is missing with the scope. */
  readonly event?: string;
}

function checkFeatureScopes(view: View): void {
  const granted = view.texts(BOT);
  const grantedToAnybody = [...granted, ...view.texts(USER)];
  if (view.isUnclear(BOT) || grantedToAnybody.some(isPlaceholder)) return;
  for (const need of needsOf(view)) {
    if (!need.isUsed) continue;
    const given = need.rule === 'webhook-scope' || need.rule === 'unfurl-scope' ? grantedToAnybody : granted;
    const missing = need.scopes.filter((scope) => !given.includes(scope));
    const isMet = need.isOneEnough === true ? missing.length < need.scopes.length : missing.length === 0;
    const [scope] = missing;
    if (isMet || scope === undefined) continue;
    const wanted = need.isOneEnough === true ? [scope] : missing;
    view.report({
      rule: need.rule,
      path: need.path,
      at: 'key',
      message: `${need.what} the bot scope ${wanted.join(' and ')}`,
      ...(missing.length === 1 || need.isOneEnough === true ? { remedy: remedyFor(view, need, scope) } : {}),
    });
  }
}

function remedyFor(view: View, { event }: Need, scope: string): Remedy {
  const remedy = addScope(view, BOT, scope);
  if (event === undefined) return remedy;
  const changes = [remedy.change, addItem(view, [...EVENTS, 'bot_events'], event)];
  return { ...remedy, title: `${remedy.title} and the event ${event}`, change: { do: 'all', changes } };
}

function needsOf(view: View): readonly Need[] {
  const isFilled = (path: Path) => (view.list(path)?.length ?? 0) > 0;
  const commands = ['features', 'slash_commands'];
  const shortcuts = ['features', 'shortcuts'];
  const assistant = ['features', 'assistant_view'];
  const unfurls = ['features', 'unfurl_domains'];
  const webhooks = ['settings', 'incoming_webhooks'];
  const stores = Object.keys(view.object(['datastores']) ?? {});
  const hasCommands = isFilled(commands);
  return [
    {
      rule: 'commands-scope',
      path: commands,
      isUsed: hasCommands,
      scopes: ['commands'],
      what: 'slash commands need',
    },
    // Both need the same one: it is reported once.
    {
      rule: 'commands-scope',
      path: shortcuts,
      isUsed: isFilled(shortcuts) && !hasCommands,
      scopes: ['commands'],
      what: 'shortcuts need',
    },
    {
      rule: 'assistant-scope',
      path: assistant,
      isUsed: view.object(assistant) !== undefined,
      scopes: ['assistant:write'],
      what: 'an assistant needs',
    },
    // Where the event is subscribed, it is the event that lacks the scope.
    {
      rule: 'unfurl-scope',
      path: unfurls,
      isUsed:
        isFilled(unfurls) &&
        !['bot_events', 'user_events'].some((key) => view.texts([...EVENTS, key]).includes('link_shared')),
      scopes: ['links:read', 'links:write'],
      isOneEnough: true,
      what: 'unfurling links needs the event link_shared and',
      event: 'link_shared',
    },
    {
      rule: 'webhook-scope',
      path: webhooks,
      isUsed: view.flag([...webhooks, 'incoming_webhooks_enabled']) === true,
      scopes: ['incoming-webhook'],
      what: 'incoming webhooks need',
    },
    {
      rule: 'datastore-scope',
      path: ['datastores'],
      isUsed: stores.length > 0,
      scopes: ['datastore:read', 'datastore:write'],
      what: 'datastores need',
    },
  ];
}

function checkKindOfScopes(view: View, path: Path, foreign: readonly string[], hint: string): void {
  view.list(path)?.forEach((scope, index, all) => {
    if (all.indexOf(scope) < index) return;
    if (typeof scope !== 'string' || !foreign.includes(scope)) return;
    view.report({
      rule: 'illegal-scope',
      path: [...path, index],
      at: 'value',
      message: `"${scope}" is not a ${path.at(-1)} scope`,
      hint,
    });
  });
}

function checkOptional(view: View, kind: 'bot' | 'user'): void {
  const main = ['oauth_config', 'scopes', kind];
  const path = ['oauth_config', 'scopes', `${kind}_optional`];
  const listedScopes = view.texts(main);
  if (view.isUnclear(main)) return;
  view.list(path)?.forEach((scope, index, all) => {
    if (all.indexOf(scope) < index) return;
    if (typeof scope !== 'string' || scope === '' || listedScopes.includes(scope)) return;
    view.report({
      rule: 'optional-scope-not-listed',
      path: [...path, index],
      at: 'value',
      message: `"${scope}" is optional and not in scopes.${kind}: an optional scope is in both lists`,
      remedy: addScope(view, main, scope),
    });
  });
}
