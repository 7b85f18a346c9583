import { suggest } from '../rules/suggest.ts';
import { PHRASES } from './command-phrases.ts';
import { SYNONYMS } from './command-synonyms.ts';
import { COMMAND_TREE, type CommandGroup } from './command-tree.ts';

/** A command that words may mean, and how many of the words name it. */
export interface FoundCommand {
  readonly path: readonly string[];
  readonly used: number;
}

/** Words that name a command at most. */
const MOST_WORDS = 4;
/** A synonym further down its list is no better than one word more. */
const NEARLY_AS_GOOD = 0.5;
/** Commands that are worth naming; of more, none is meant. */
const MOST_FOUND = 3;

/**
 * Returns the commands that words mean which lead to none: by the whole tree, by synonyms, and by words that
 * are nearly the same.
 * @param known how many of the words lead somewhere already
 */
export function findCommands(words: readonly string[], known = 0): readonly FoundCommand[] {
  const lower = words.map((word) => word.toLowerCase());
  // Leading words that only name a product: `ad user list`.
  if (known === 0 && PRODUCTS.has(lower[0] ?? '') && lower.length > 1)
    return findCommands(words.slice(1)).map(({ path, used }) => ({ path, used: used + 1 }));
  if (known === 0 && CHECKING.has(lower[0] ?? '') && /\.(?:ya?ml|json)$/.test(lower[1] ?? ''))
    return [{ path: ['manifest', 'validate'], used: 1 }];
  if (known === 0 && CHECKING.has(lower[0] ?? '') && /\.(?:csv|tsv|ndjson|ldif)$/.test(lower[1] ?? ''))
    return [{ path: ['bulk', 'check'], used: 1 }];
  const found = inTree(lower, known) ?? inTree(lower.map(corrected), known) ?? [];
  // What is removed, the word alone does not say.
  if (found.some(({ used }) => used === 1) && REMOVING.has(lower[0] ?? '')) return REMOVALS;
  return found.map((one) => withVerb(one, lower));
}

/** Products of other companies, and parts of them, that have people. */
const PRODUCTS: ReadonlySet<string> = new Set(['ad', 'aad', 'entra', 'iam', 'identity', 'directory', 'okta']);

/** Words that mean a manifest, where a file in its format stands behind them. */
const CHECKING: ReadonlySet<string> = new Set(['validate', 'check', 'lint', 'verify']);

/** Words that remove something, of whatever kind. */
const REMOVING: ReadonlySet<string> = new Set(['rm', 'remove', 'delete', 'del', 'revoke', 'destroy', 'drop']);

const REMOVALS: readonly FoundCommand[] = [
  ['scim', 'users', 'deactivate'],
  ['scim', 'groups', 'delete'],
  ['profile', 'remove'],
].map((path) => ({ path, used: 1 }));

/** Words that only say that something is shown, as in `session list`. */
const LISTING: ReadonlySet<string> = new Set(['list', 'ls', 'show', 'get', 'view', 'print']);

/** A command that lists by itself takes no such word for a name. */
function withVerb(found: FoundCommand, words: readonly string[]): FoundCommand {
  const next = words[found.used];
  const isShown = next !== undefined && LISTING.has(next) && LISTS.has(found.path.join(' '));
  return isShown ? { path: found.path, used: found.used + 1 } : found;
}

/** Commands that list, and are not called so. */
const LISTS: ReadonlySet<string> = new Set(['admin sessions', 'logs', 'who', 'profile check']);

/** Below the group that is known; else anywhere, as for `bulk version`. */
function inTree(words: readonly string[], known: number): readonly FoundCommand[] | undefined {
  const below = search(words, known);
  if (below !== undefined || known === 0) return below;
  const elsewhere = search(words.slice(known), 0) ?? [];
  const [only] = elsewhere;
  return only === undefined || elsewhere.length > 1
    ? undefined
    : [{ path: only.path, used: only.used + known }];
}

function search(words: readonly string[], known: number): readonly FoundCommand[] | undefined {
  for (let used = Math.min(words.length, MOST_WORDS); used > known; used -= 1) {
    const wanted = words.slice(0, used);
    const phrase = wanted.join(' ');
    if (Object.hasOwn(PHRASES, phrase)) return [{ path: (PHRASES[phrase] ?? '').split(' '), used }];
    const scored = PATHS.flatMap((path) => {
      const score = scoreOf(path, wanted);
      return score === undefined ? [] : [{ path, score }];
    });
    if (scored.length === 0) continue;
    const least = Math.min(...scored.map(({ score }) => score));
    const best = scored.filter(({ score }) => score <= least + NEARLY_AS_GOOD);
    return best.length > MOST_FOUND ? [] : best.map(({ path }) => ({ path, used }));
  }
  return undefined;
}

/**
 * How far a path is from the words: its other words, and how far each synonym is down its list; undefined
 * where a word has no place in it.
 */
function scoreOf(path: readonly string[], wanted: readonly string[]): number | undefined {
  const left = [...path];
  let score = path.length - wanted.length;
  if (score < 0) return undefined;
  for (const word of wanted) {
    const meant = meaningsOf(word);
    const rank = meant.findIndex((one) => left.includes(one));
    if (rank < 0) return undefined;
    left.splice(left.indexOf(meant[rank] ?? ''), 1);
    score += rank / 2;
  }
  return score;
}

function meaningsOf(word: string): readonly string[] {
  const known = Object.hasOwn(SYNONYMS, word) ? (SYNONYMS[word] ?? []) : [];
  return [
    ...new Set([...(known.includes(word) ? [] : [word]), ...known, `${word}s`, word.replace(/s$/, '')]),
  ];
}

/** Every group and command that is shown in help, by its words; what is "the same as" another is left out. */
const PATHS: readonly (readonly string[])[] = pathsIn(COMMAND_TREE, []);

function pathsIn(group: CommandGroup, above: readonly string[]): readonly (readonly string[])[] {
  return Object.entries(group.commands).flatMap(([name, node]) => {
    if (node.isHidden === true || node.summary.startsWith('The same as')) return [];
    const path = [...above, name];
    return 'commands' in node ? [path, ...pathsIn(node, path)] : [path];
  });
}

const SEGMENTS: ReadonlySet<string> = new Set([
  ...PATHS.flat(),
  ...Object.keys(SYNONYMS),
  ...Object.keys(PHRASES),
]);

function corrected(word: string): string {
  return SEGMENTS.has(word) ? word : (suggest(word, SEGMENTS) ?? word);
}
