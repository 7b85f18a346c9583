import { isJsonObject } from '../rules/json-value.ts';
import { MANIFEST_EVENTS } from '../spec/manifest-events.ts';
import type { Json } from '../spec/protocol-types.ts';
import { defined } from '../values/defined.ts';
import { viewOf } from './check-manifest.ts';
import { correctedScope } from './known-scopes.ts';
import { type Path, pathText } from './path.ts';
import type { CheckOptions } from './structure-walk.ts';
import type { ManifestView } from './view.ts';

/** The holder of a scope. */
export type ScopeKind = 'bot' | 'user';

/** A part of a manifest that needs a scope. */
export interface ScopeReason {
  /** A description: `event message.im`, `slash command /tide`. */
  readonly what: string;
  readonly path: string;
}

/** A scope, whether the manifest requests it, and why. */
export interface ScopeUse {
  readonly scope: string;
  readonly kind: ScopeKind;
  /** `unused`: nothing in the manifest needs it; calls made by the code of the app are not known. */
  readonly status: 'needed' | 'missing' | 'unused';
  readonly reasons: readonly ScopeReason[];
  /** The known scope that an unused one resembles. */
  readonly didYouMean?: string;
}

interface Need extends ScopeReason {
  readonly kind: ScopeKind;
  /** Alternative scopes: one is enough. */
  readonly anyOf: readonly string[];
  /** Whether the scope may belong to the user instead of the bot, as in `checkFeatureScopes`. */
  readonly isOfEither?: true;
}

/** Returns every scope that a manifest requests or needs, missing ones first (WEB §2.6, §6). */
export function scopeUses(root: Json, options: CheckOptions): readonly ScopeUse[] {
  const view = viewOf(root, options);
  const needs = needsIn(view).map((need) => assignHolder(view, need));
  const uses = (['bot', 'user'] as const).flatMap((kind) => usesOf(view, kind, needs));
  const order = ['missing', 'needed', 'unused'];
  return uses.sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status));
}

/** Assigns a need that either holder can meet to the user if only the user has the scope. */
function assignHolder(view: ManifestView, need: Need): Need {
  const has = (kind: ScopeKind) => need.anyOf.some((scope) => requestedBy(view, kind).includes(scope));
  return need.isOfEither === true && !has('bot') && has('user') ? { ...need, kind: 'user' } : need;
}

function requestedBy(view: ManifestView, kind: ScopeKind): readonly string[] {
  return [kind, `${kind}_optional`].flatMap((key) => view.texts(['oauth_config', 'scopes', key]));
}

function usesOf(view: ManifestView, kind: ScopeKind, needs: readonly Need[]): readonly ScopeUse[] {
  const requested = new Set(requestedBy(view, kind));
  const own = needs.filter((need) => need.kind === kind);
  const asked = [...requested].map((scope): ScopeUse => {
    const reasons = own.filter(({ anyOf }) => anyOf.includes(scope)).map(reasonOf);
    if (reasons.length > 0) return { scope, kind, status: 'needed', reasons };
    const meant = correctedScope(scope, ['oauth_config', 'scopes', kind]);
    return defined({ scope, kind, status: 'unused' as const, reasons, didYouMean: meant });
  });
  const missing = new Map<string, ScopeReason[]>();
  for (const need of own) {
    const [scope] = need.anyOf;
    if (scope === undefined || need.anyOf.some((one) => requested.has(one))) continue;
    missing.set(scope, [...(missing.get(scope) ?? []), reasonOf(need)]);
  }
  return [
    ...asked,
    ...[...missing].map(([scope, reasons]) => ({ scope, kind, status: 'missing', reasons }) as const),
  ];
}

const reasonOf = ({ what, path }: Need): ScopeReason => ({ what, path });

function needsIn(view: ManifestView): readonly Need[] {
  return [
    ...eventNeeds(view, 'bot'),
    ...eventNeeds(view, 'user'),
    ...featureNeeds(view),
    ...sectionNeeds(view),
  ];
}

function eventNeeds(view: ManifestView, kind: ScopeKind): readonly Need[] {
  const path = ['settings', 'event_subscriptions', `${kind}_events`];
  return view.texts(path).flatMap((event, index) => {
    const anyOf = (Object.hasOwn(MANIFEST_EVENTS, event) ? MANIFEST_EVENTS[event] : undefined) ?? [];
    return anyOf.length === 0
      ? []
      : [{ kind, anyOf, what: `event ${event}`, path: pathText([...path, index]) }];
  });
}

/** Items of features that need a bot scope, with a description and the scope. */
const ITEMS: readonly (readonly [key: string, scope: string, what: string, nameKey: string])[] = [
  ['slash_commands', 'commands', 'slash command', 'command'],
  ['shortcuts', 'commands', 'shortcut', 'name'],
  ['workflow_steps', 'workflow.steps:execute', 'step from app', 'name'],
];

function featureNeeds(view: ManifestView): readonly Need[] {
  return ITEMS.flatMap(([key, scope, what, nameKey]) =>
    (view.list(['features', key]) ?? []).map((item, index): Need => {
      const name = isJsonObject(item) ? item[nameKey] : undefined;
      const path = pathText(['features', key, index]);
      return {
        kind: 'bot',
        anyOf: [scope],
        what: `${what} ${typeof name === 'string' ? name : index + 1}`,
        path,
      };
    }),
  );
}

function sectionNeeds(view: ManifestView): readonly Need[] {
  const need = (path: Path, isUsed: boolean, what: string, ...scopes: readonly (readonly string[])[]) =>
    isUsed ? scopes.map((anyOf): Need => ({ kind: 'bot', anyOf, what, path: pathText(path) })) : [];
  const has = (path: Path) => view.object(path) !== undefined;
  const isFilled = (path: Path) => (view.list(path)?.length ?? 0) > 0;
  const assistant = ['features', 'assistant_view'];
  const agent = ['features', 'agent_view'];
  const unfurls = ['features', 'unfurl_domains'];
  const webhooks = ['settings', 'incoming_webhooks', 'incoming_webhooks_enabled'];
  const metadata = ['settings', 'event_subscriptions', 'metadata_subscriptions'];
  const stores = Object.keys(view.object(['datastores']) ?? {});
  return [
    ...need(assistant, has(assistant), 'assistant', ['assistant:write']),
    ...need(agent, has(agent), 'agent', ['assistant:write']),
    ...forEitherHolder(need(unfurls, isFilled(unfurls), 'unfurled links', ['links:read', 'links:write'])),
    ...forEitherHolder(
      need(webhooks, view.flag(webhooks) === true, 'incoming webhooks', ['incoming-webhook']),
    ),
    ...need(metadata, isFilled(metadata), 'message metadata', ['metadata.message:read']),
    ...stores.flatMap((name) =>
      need(['datastores', name], true, `datastore ${name}`, ['datastore:read'], ['datastore:write']),
    ),
  ];
}

function forEitherHolder(needs: readonly Need[]): readonly Need[] {
  return needs.map((need) => ({ ...need, isOfEither: true }));
}
