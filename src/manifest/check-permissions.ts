import { MANIFEST_EVENTS } from '../spec/manifest-events.ts';
import { BOT_ONLY_SCOPES, SCOPES_WITHOUT_BOT_USER, USER_ONLY_SCOPES } from '../spec/manifest-scopes.ts';
import { listed } from '../values/listed.ts';
import { suggestFrom } from '../values/suggest.ts';
import { BOT, EVENTS, scopeFix, USER } from './add-scope.ts';
import { checkFeatureScopes, isPlaceholder } from './check-feature-scopes.ts';
import { checkScopeNames } from './check-scope-names.ts';
import { mostEditsOf } from './known-keys.ts';
import { correctedScope, scopesAt } from './known-scopes.ts';
import type { Path } from './path.ts';
import { didYouMean, replaceFix } from './suggestion.ts';
import type { ManifestView } from './view.ts';

/**
 * Checks that events and features have the scopes they need (WEB §2.6; the table is based on public responses
 * of such a service).
 */
export function checkPermissions(view: ManifestView): void {
  const needs = [checkEvents(view, 'bot_events', BOT), checkFeatureScopes(view)];
  checkEvents(view, 'user_events', USER);
  checkBot(view, needs.includes(true));
  checkKindOfScopes(view, BOT, USER_ONLY_SCOPES, 'it is for users only: move it to user');
  checkKindOfScopes(view, USER, BOT_ONLY_SCOPES, 'it is for bots only: move it to bot');
  checkOptional(view, 'bot');
  checkOptional(view, 'user');
  for (const key of ['bot', 'user', 'bot_optional', 'user_optional']) {
    checkScopeNames(view, ['oauth_config', 'scopes', key]);
  }
}

/**
 * Checks that a bot has scopes, and that bot scopes have a bot.
 * @param isNeeding whether the lack of a certain bot scope was reported; with it, a bot has one
 */
function checkBot(view: ManifestView, isNeeding: boolean): void {
  const scopes = scopesAt(view, BOT);
  const botUser = ['features', 'bot_user'];
  if (view.isUnclear(BOT)) return;
  if (view.object(botUser) !== undefined) {
    if (scopes.length > 0 || isNeeding) return;
    view.report({
      rule: 'bot-scope-missing',
      path: botUser,
      at: 'key',
      message: 'a bot user needs at least one bot scope',
      hint: 'add its scopes to oauth_config.scopes.bot, for example chat:write',
    });
    return;
  }
  const needing = [...new Set(scopes)].filter((scope) => !SCOPES_WITHOUT_BOT_USER.includes(scope));
  if (needing.length > 0 && view.isAbsent(botUser)) {
    view.report({
      rule: 'bot-user-missing',
      path: view.holder(botUser),
      at: 'key',
      message: `there are bot scopes (${needing.slice(0, 3).join(', ')}${needing.length > 3 ? ', …' : ''}) and no features.bot_user`,
      hint: 'add features.bot_user with a display_name, or move the scopes to user',
    });
  }
}

/** @returns whether a scope is missing */
function checkEvents(view: ManifestView, key: 'bot_events' | 'user_events', scopesPath: Path): boolean {
  const path = [...EVENTS, key];
  const granted = scopesAt(view, scopesPath);
  const mayJudge = !view.isUnclear(scopesPath) && !granted.some((scope) => isPlaceholder(scope));
  let isMissing = false;
  view.list(path)?.forEach((event, index, all) => {
    // A duplicate event is reported by another rule; its needs are reported once.
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
    const [scope = ''] = needed;
    isMissing = true;
    view.report({
      rule: 'event-scope',
      path: here,
      at: 'value',
      message: `${event} needs the ${scopesPath.at(-1)} scope ${listed(needed, 'or')}`,
      ...scopeFix(view, scopesPath, scope),
    });
  });
  return isMissing;
}

const nearestEvent = suggestFrom(Object.keys(MANIFEST_EVENTS));

function reportUnknownEvent(view: ManifestView, event: string, path: Path): void {
  const suggestion = nearestEvent(event, mostEditsOf(event));
  view.report({
    rule: 'unknown-event',
    path,
    at: 'value',
    message: `"${event}" is not a known event${didYouMean(suggestion)}`,
    ...replaceFix(suggestion, path),
  });
}

function checkKindOfScopes(view: ManifestView, path: Path, foreign: readonly string[], hint: string): void {
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

function checkOptional(view: ManifestView, kind: 'bot' | 'user'): void {
  const main = ['oauth_config', 'scopes', kind];
  const path = ['oauth_config', 'scopes', `${kind}_optional`];
  const listedScopes = [...view.texts(main), ...scopesAt(view, main)];
  if (view.isUnclear(main)) return;
  view.list(path)?.forEach((scope, index, all) => {
    if (all.indexOf(scope) < index) return;
    if (typeof scope !== 'string' || scope === '') return;
    if (listedScopes.includes(correctedScope(scope, path) ?? scope)) return;
    view.report({
      rule: 'optional-scope-not-listed',
      path: [...path, index],
      at: 'value',
      message: `"${scope}" is optional, but not in scopes.${kind}: an optional scope is in both lists`,
      ...scopeFix(view, main, scope),
    });
  });
}
