import { suggest } from '../rules/suggest.ts';
import { MANIFEST_EVENTS } from '../spec/manifest-events.ts';
import { BOT_SCOPES, USER_SCOPES } from '../spec/manifest-scopes.ts';
import type { Path } from './path.ts';
import type { ManifestView } from './view.ts';

/**
 * Words with dots between them, and colons between those: `admin`, `users.profile:read`, `chat:write:bot`.
 */
const SPELLING = /^[a-z][\w-]*(?:[.:][a-z][\w-]*)*$/;

const KNOWN: ReadonlySet<string> = new Set([
  ...BOT_SCOPES,
  ...USER_SCOPES,
  ...Object.values(MANIFEST_EVENTS).flatMap((scopes) => scopes ?? []),
]);

/**
 * Whether a scope is one of those that the tables have. The tables can age: others may exist (WEB §5 "not
 * shown").
 */
export function isKnownScope(scope: string): boolean {
  return KNOWN.has(scope);
}

/** Whether a text is spelled as scopes are: `word:word`, with dots in the words. */
export function isSpelledAsScope(text: string): boolean {
  return SPELLING.test(text);
}

/**
 * Returns the known scope that a mistyped one means: one or two letters differ. Of a known one, and of one
 * that may be newer than the tables, nothing.
 * @param path of the list that it is in: those that can be in it come first.
 */
export function meantScope(scope: string, path: Path): string | undefined {
  if (isKnownScope(scope)) return undefined;
  const mostEdits = scope.length < 7 ? 1 : 2;
  const isBot = String(path[2]).startsWith('bot');
  const [own, foreign] = isBot ? [BOT_SCOPES, USER_SCOPES] : [USER_SCOPES, BOT_SCOPES];
  return suggest(scope, own, mostEdits) ?? suggest(scope, foreign, mostEdits);
}

/**
 * Returns the scopes of a list, those that are mistyped as they are meant: what they are for is not missing.
 */
export function scopesAt(view: ManifestView, path: Path): readonly string[] {
  return view.texts(path).map((scope) => meantScope(scope, path) ?? scope);
}
