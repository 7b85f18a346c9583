import { nearest, sharedStart } from '../values/suggest.ts';
import { PHRASES } from './command-phrases.ts';
import { SYNONYMS } from './command-synonyms.ts';
import { COMMAND_TREE, type CommandGroup } from './command-tree.ts';

/** A command that the words may mean, and the number of words that name it. */
export interface FoundCommand {
  readonly path: readonly string[];
  readonly used: number;
  /** Whether a word was taken for a misspelled one. */
  readonly isRespelled?: boolean;
}

/** Maximum number of words in a command. */
const MAX_WORDS = 4;
/** Tolerance for equally good matches: a synonym lower in its list costs as much as half a surplus word. */
const SCORE_TOLERANCE = 0.5;
/** Maximum number of candidates to suggest; if there are more, suggest none. */
const MAX_RESULTS = 3;

/**
 * Returns the commands that unknown words may mean, found by position in the tree, synonyms and spelling.
 * @param known number of leading words that already name a group
 */
export function findCommands(words: readonly string[], known = 0): readonly FoundCommand[] {
  const lower = words.map((word) => word.toLowerCase());
  // Skip a leading word that only names a product: `ad user list`.
  if (known === 0 && PRODUCTS.has(lower[0] ?? '') && lower.length > 1)
    return findCommands(words.slice(1)).map((one) => ({ ...one, used: one.used + 1 }));
  if (known === 0 && CHECKING.has(lower[0] ?? '') && /\.(?:ya?ml|json)$/.test(lower[1] ?? ''))
    return [{ path: ['manifest', 'validate'], used: 1 }];
  if (known === 0 && CHECKING.has(lower[0] ?? '') && /\.(?:csv|tsv|ndjson|ldif)$/.test(lower[1] ?? ''))
    return [{ path: ['bulk', 'check'], used: 1 }];
  const found =
    inTree(lower, known) ?? respelled(lower, known)?.map((one) => ({ ...one, isRespelled: true })) ?? [];
  // A verb of removal alone does not tell what to remove.
  if (found.some(({ used }) => used === 1) && REMOVING.has(lower[0] ?? '')) return REMOVALS;
  const meant = known === 0 && found.every(({ used }) => used === 1) ? withSameNamed(lower[0], found) : found;
  return meant.map((one) => withVerb(one, lower));
}

/** Adds every command that the word names without its group, unless the word has a meaning of its own. */
function withSameNamed(word: string | undefined, found: readonly FoundCommand[]): readonly FoundCommand[] {
  if (word === undefined || Object.hasOwn(PHRASES, word)) return found;
  const named = commandsNamed(word).map((path) => ({ path, used: 1 }));
  const others = found.filter(({ path }) => path.at(-1) !== word);
  return named.length > 0 && named.length + others.length > MAX_RESULTS ? named : [...named, ...others];
}

/** Returns the commands and groups with this last word, such as `manifest validate` for "validate". */
export function commandsNamed(word: string): readonly (readonly string[])[] {
  return PATHS.filter((path) => path.at(-1) === word);
}

/** Products of other vendors, and parts of them, that manage users. */
const PRODUCTS: ReadonlySet<string> = new Set(['ad', 'aad', 'entra', 'iam', 'identity', 'directory', 'okta']);

/** Verbs that mean `manifest validate` or `bulk check`, depending on the file that follows. */
const CHECKING: ReadonlySet<string> = new Set(['validate', 'check', 'lint', 'verify']);

/** Verbs that remove something, whatever it is. */
const REMOVING: ReadonlySet<string> = new Set(['rm', 'remove', 'delete', 'del', 'revoke', 'destroy', 'drop']);

const REMOVALS: readonly FoundCommand[] = [
  ['scim', 'users', 'deactivate'],
  ['scim', 'groups', 'delete'],
  ['profile', 'remove'],
].map((path) => ({ path, used: 1 }));

/** Verbs that only ask to show something, as in `session list`. */
const LISTING: ReadonlySet<string> = new Set(['list', 'ls', 'show', 'get', 'view', 'print']);

/**
 * Counts a verb such as "list" as part of a command that lists by itself, so that it is not read as a name.
 */
function withVerb(found: FoundCommand, words: readonly string[]): FoundCommand {
  const next = words[found.used];
  const isShown = next !== undefined && LISTING.has(next) && LISTS.has(found.path.join(' '));
  return isShown ? { ...found, used: found.used + 1 } : found;
}

/** Commands that list, but whose names do not include "list". */
const LISTS: ReadonlySet<string> = new Set(['admin sessions', 'logs', 'who', 'profile check']);

/** Searches below the known group first, then the whole tree, as for `bulk version`. */
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
  for (let used = Math.min(words.length, MAX_WORDS); used > known; used -= 1) {
    const wanted = words.slice(0, used);
    const phrase = wanted.join(' ');
    if (Object.hasOwn(PHRASES, phrase)) return [{ path: (PHRASES[phrase] ?? '').split(' '), used }];
    const scored = PATHS.flatMap((path) => {
      const score = scoreOf(path, wanted);
      return score === undefined ? [] : [{ path, score }];
    });
    if (scored.length === 0) continue;
    const least = Math.min(...scored.map(({ score }) => score));
    const best = scored.filter(({ score }) => score <= least + SCORE_TOLERANCE);
    return best.length > MAX_RESULTS ? [] : best.map(({ path }) => ({ path, used }));
  }
  return undefined;
}

/**
 * Returns the distance of a path from the words: its surplus words, plus half the rank of each synonym.
 * Undefined if a word does not match.
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

/** The words of every group and command listed in help, except those that are "the same as" another one. */
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

/**
 * Finds commands by the words as they are spelled right: by the words of the known group if one of its
 * commands is meant, or else by those of the whole tree.
 */
function respelled(words: readonly string[], known: number): readonly FoundCommand[] | undefined {
  const named = words.slice(0, known + MAX_WORDS);
  const below =
    known === 0
      ? undefined
      : longest(named, segmentsBelow(words.slice(0, known)), (one) => search(one, known));
  return below ?? longest(named, SEGMENTS, (one) => inTree(one, known));
}

/**
 * Returns what is found for the spellings in which the most words name a command; of several such spellings,
 * for those that start like the typed words.
 */
function longest(
  typed: readonly string[],
  segments: ReadonlySet<string>,
  find: (words: readonly string[]) => readonly FoundCommand[] | undefined,
): readonly FoundCommand[] | undefined {
  const found = spellings(typed, segments).flatMap((words) => {
    const commands = find(words);
    return commands === undefined ? [] : [{ commands, start: sharedStarts(words, typed) }];
  });
  const most = Math.max(...found.map(({ commands }) => usedWordCount(commands)));
  const named = found.filter(({ commands }) => usedWordCount(commands) === most);
  const closest = Math.max(...named.map(({ start }) => start));
  const best = named.filter(({ start }) => start === closest).map(({ commands }) => commands);
  const all = new Map(best.flat().map((command) => [command.path.join(' '), command]));
  return best[0] === undefined || all.size > MAX_RESULTS ? best[0] : [...all.values()];
}

const sharedStarts = (words: readonly string[], typed: readonly string[]) =>
  words.reduce((sum, word, index) => sum + sharedStart(word, typed[index] ?? ''), 0);

const usedWordCount = ([first]: readonly FoundCommand[]) => first?.used ?? 0;

/** Returns the words with each misspelled one replaced, in all ways that are equally likely. */
function spellings(words: readonly string[], segments: ReadonlySet<string>): readonly (readonly string[])[] {
  let lines: readonly (readonly string[])[] = [[]];
  for (const word of words) {
    const near = SEGMENTS.has(word) ? [] : nearest(word, segments);
    const meant = near.length === 0 ? [word] : near;
    lines = lines.flatMap((line) => meant.map((one) => [...line, one])).slice(0, MAX_SPELLINGS);
  }
  return lines;
}

/** Maximum number of ways to spell the words of a command line. */
const MAX_SPELLINGS = 64;

/** The words below a group, and the words of other tools for them. */
function segmentsBelow(group: readonly string[]): ReadonlySet<string> {
  const below = new Set(
    PATHS.filter((path) => group.every((word, at) => path[at] === word)).flatMap((path) =>
      path.slice(group.length),
    ),
  );
  return new Set([...SEGMENTS].filter((word) => meaningsOf(word).some((one) => below.has(one))));
}
