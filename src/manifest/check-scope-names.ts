import { isPlaceholder } from './check-feature-scopes.ts';
import { isSpelledAsScope, meantScope } from './known-scopes.ts';
import type { Path } from './path.ts';
import { didYouMean, writing } from './suggestion.ts';
import type { ManifestView } from './view.ts';

/**
 * Reports scopes of a list that are mistyped. One that is spelled as scopes are and near to none may be newer
 * than the tables.
 */
export function checkScopeNames(view: ManifestView, path: Path): void {
  const scopes = view.list(path) ?? [];
  scopes.forEach((scope, index) => {
    if (scopes.indexOf(scope) < index || typeof scope !== 'string' || scope === '') return;
    const here = [...path, index];
    if (isPlaceholder(scope) || view.isUnclear(here)) return;
    const meant = meantScope(scope, path);
    if (meant === undefined && isSpelledAsScope(scope)) return;
    const isThere = meant !== undefined && scopes.includes(meant);
    view.report({
      rule: 'unknown-scope',
      path: here,
      at: 'value',
      message: `"${scope}" is not a known scope${didYouMean(meant)}`,
      ...(meant === undefined ? { hint: 'write one scope per item, for example chat:write' } : {}),
      ...(isThere ? removing(here, meant) : writing(meant, here)),
    });
  });
}

/** The fix of a mistyped scope that is in the list as it is meant, too. */
const removing = (path: Path, meant: string) =>
  ({
    fix: {
      kind: 'suggest',
      title: `remove it: ${meant} is in the list`,
      change: { do: 'remove', path },
    },
  }) as const;
