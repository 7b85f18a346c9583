import { nearestKey } from './known-keys.ts';
import { isKnownScope, meantScope } from './known-scopes.ts';
import type { Path } from './path.ts';
import type { Change, Remedy } from './problem.ts';
import { writing } from './suggestion.ts';
import type { View } from './view.ts';

export const BOT = ['oauth_config', 'scopes', 'bot'] as const;

export const USER = ['oauth_config', 'scopes', 'user'] as const;

export const EVENTS = ['settings', 'event_subscriptions'] as const;

/** The remedy that brings a missing scope to a list of scopes: an unknown one that looks like it becomes it, else it is added. */
export function bringScope(
  view: View,
  path: Path,
  scope: string,
): { readonly remedy: Remedy; readonly hint?: string } {
  const items = view.list(path) ?? [];
  const index = items.findIndex((item) => typeof item === 'string' && looksLike(item, scope, path));
  const { remedy } = writing(scope, [...path, index]);
  if (index !== -1 && remedy !== undefined) {
    return { remedy, hint: `"${items[index]}" is asked for; is that mistyped?` };
  }
  return {
    remedy: { kind: 'suggest', title: `add the scope ${scope}`, change: addItem(view, path, scope) },
  };
}

/** Whether an item is no known scope and might mean this one; one that surely means another does not. */
const looksLike = (item: string, scope: string, path: Path): boolean =>
  !isKnownScope(item) && meantScope(item, path) === undefined && nearestKey(item, [scope]) !== undefined;

/** Adds an item to a list, or a list with it. */
export function addItem(view: View, path: Path, item: string): Change {
  return view.list(path) === undefined
    ? { do: 'add', path: path.slice(0, -1), key: String(path.at(-1)), value: [item] }
    : { do: 'append', path, value: item };
}
