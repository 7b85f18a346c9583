import { isPlaceholder } from './check-feature-scopes.ts';
import { correctedScope, isSpelledAsScope } from './known-scopes.ts';
import type { Path } from './path.ts';
import { didYouMean, replaceFix } from './suggestion.ts';
import type { ManifestView } from './view.ts';

/**
 * Reports misspelled scopes of a list. An unknown scope with a valid form that resembles no known one is
 * accepted: it may be newer than the tables.
 */
export function checkScopeNames(view: ManifestView, path: Path): void {
  const scopes = view.list(path) ?? [];
  scopes.forEach((scope, index) => {
    if (scopes.indexOf(scope) < index || typeof scope !== 'string' || scope === '') return;
    const here = [...path, index];
    if (isPlaceholder(scope) || view.isUnclear(here)) return;
    const meant = correctedScope(scope, path);
    if (meant === undefined && isSpelledAsScope(scope)) return;
    const isThere = meant !== undefined && scopes.includes(meant);
    view.report({
      rule: 'unknown-scope',
      path: here,
      at: 'value',
      message: `"${scope}" is not a known scope${didYouMean(meant)}`,
      ...(meant === undefined ? { hint: 'write one scope per item, for example chat:write' } : {}),
      ...(isThere ? removing(here, meant) : replaceFix(meant, here)),
    });
  });
}

/** Returns the fix for a misspelled scope whose correct form is also in the list. */
const removing = (path: Path, meant: string) =>
  ({
    fix: {
      kind: 'suggest',
      title: `remove it: ${meant} is in the list`,
      change: { do: 'remove', path },
    },
  }) as const;
