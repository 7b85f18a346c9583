import { MANIFEST_EVENTS } from '../spec/manifest-events.ts';
import { BOT_SCOPES, USER_SCOPES } from '../spec/manifest-scopes.ts';
import { suggestFrom } from '../values/suggest.ts';
import type { Path } from './path.ts';
import type { ManifestView } from './view.ts';

/** Words separated by dots or colons: `admin`, `users.profile:read`, `chat:write:bot`. */
const SPELLING = /^[a-z][\w-]*(?:[.:][a-z][\w-]*)*$/;

const KNOWN: ReadonlySet<string> = new Set([
  ...BOT_SCOPES,
  ...USER_SCOPES,
  ...Object.values(MANIFEST_EVENTS).flatMap((scopes) => scopes ?? []),
]);

/** Whether a scope is in the tables. The service may have others that are newer (WEB §5 "not shown"). */
export function isKnownScope(scope: string): boolean {
  return KNOWN.has(scope);
}

/** Whether a text has the form of a scope: `word:word`, with dots in the words. */
export function isSpelledAsScope(text: string): boolean {
  return SPELLING.test(text);
}

/**
 * Returns the known scope that a misspelled one resembles, with one or two different letters; undefined for a
 * known scope, and for one that may be newer than the tables.
 * @param path of the list with the scope; scopes allowed in this list are preferred
 */
export function correctedScope(scope: string, path: Path): string | undefined {
  if (isKnownScope(scope)) return undefined;
  const mostEdits = scope.length < 7 ? 1 : 2;
  const isBot = String(path[2]).startsWith('bot');
  const [own, foreign] = isBot ? [nearestBotScope, nearestUserScope] : [nearestUserScope, nearestBotScope];
  return own(scope, mostEdits) ?? foreign(scope, mostEdits);
}

const nearestBotScope = suggestFrom(BOT_SCOPES);
const nearestUserScope = suggestFrom(USER_SCOPES);

/** Returns the scopes of a list with misspelled ones corrected, so that they are not reported as missing. */
export function scopesAt(view: ManifestView, path: Path): readonly string[] {
  return view.texts(path).map((scope) => correctedScope(scope, path) ?? scope);
}
