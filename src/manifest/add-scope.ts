import type { Path } from './path.ts';
import type { Change, Remedy } from './problem.ts';
import type { View } from './view.ts';

export const BOT = ['oauth_config', 'scopes', 'bot'] as const;

export const USER = ['oauth_config', 'scopes', 'user'] as const;

export const EVENTS = ['settings', 'event_subscriptions'] as const;

/** The remedy that adds a scope to a list of scopes. */
export function addScope(view: View, path: Path, scope: string): Remedy {
  return {
    kind: 'suggest',
    title: `add the scope ${scope}`,
    change: addItem(view, path, scope),
  };
}

/** Adds an item to a list, or a list with it. */
export function addItem(view: View, path: Path, item: string): Change {
  return view.list(path) === undefined
    ? { do: 'add', path: path.slice(0, -1), key: String(path.at(-1)), value: [item] }
    : { do: 'append', path, value: item };
}
