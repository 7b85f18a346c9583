import { nearestKey } from './known-keys.ts';
import { correctedScope, isKnownScope } from './known-scopes.ts';
import type { Path } from './path.ts';
import type { Fix, ManifestChange } from './problem.ts';
import { replaceFix } from './suggestion.ts';
import type { ManifestView } from './view.ts';

export const BOT = ['oauth_config', 'scopes', 'bot'] as const;

export const USER = ['oauth_config', 'scopes', 'user'] as const;

export const EVENTS = ['settings', 'event_subscriptions'] as const;

/** Returns the fix that adds a missing scope to a list, or replaces an unknown scope that resembles it. */
export function scopeFix(
  view: ManifestView,
  path: Path,
  scope: string,
): { readonly fix: Fix; readonly hint?: string } {
  const items = view.list(path) ?? [];
  const index = items.findIndex((item) => typeof item === 'string' && looksLike(item, scope, path));
  const { fix } = replaceFix(scope, [...path, index]);
  if (index !== -1 && fix !== undefined) {
    return { fix, hint: `"${items[index]}" is requested; is it a typo?` };
  }
  return {
    fix: { kind: 'suggest', title: `add the scope ${scope}`, change: addItem(view, path, scope) },
  };
}

/** Whether an item is an unknown scope that may be a misspelling of this one and not clearly of another. */
const looksLike = (item: string, scope: string, path: Path): boolean =>
  !isKnownScope(item) && correctedScope(item, path) === undefined && nearestKey(item, [scope]) !== undefined;

/** Returns the change that appends an item to a list, and creates the list if necessary. */
export function addItem(view: ManifestView, path: Path, item: string): ManifestChange {
  return view.list(path) === undefined
    ? { do: 'add', path: path.slice(0, -1), key: String(path.at(-1)), value: [item] }
    : { do: 'append', path, value: item };
}
