import type { Fragment } from './invent-words.ts';

const QUOTED = String.raw`\s*["'\`]((?:[^"'\`\\]|\\.)*)["'\`]`;
const SEARCHES = new RegExp(
  String.raw`\b(sw|co|ew)${QUOTED}|\b(starts_with|contains|ends_with)\([^,()]*,${QUOTED}`,
  'gi',
);
const PLACES: Readonly<Record<string, Fragment['place']>> = {
  sw: 'start',
  starts_with: 'start',
  ew: 'end',
  ends_with: 'end',
  co: 'within',
  contains: 'within',
};

/**
 * Returns the parts of words that the arguments of a command search for, in a filter, a query, or a pattern
 * with `*`, so that the search finds the same entries in the recording.
 */
export function fragmentsIn(argv: readonly string[]): readonly Fragment[] {
  return argv.flatMap((word) => [...searchesIn(word), ...patternsIn(word)]);
}

function searchesIn(text: string): readonly Fragment[] {
  return [...text.matchAll(SEARCHES)].flatMap(([, operator, value, call, argument]) =>
    partsOf(value ?? argument ?? '', PLACES[(operator ?? call ?? '').toLowerCase()] ?? 'within'),
  );
}

/**
 * Returns the fragments of a search text with several words: only its first and last word can be parts of
 * longer words.
 */
function partsOf(value: string, place: Fragment['place']): readonly Fragment[] {
  const words = value.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (place === 'start') return [{ text: last, place }];
  if (place === 'end') return [{ text: first, place }];
  if (words.length === 1) return [{ text: first, place }];
  return [
    { text: first, place: 'end' },
    { text: last, place: 'start' },
  ];
}

/** Returns the fragments of patterns such as `clara*` and `*finch`, which name protected users and groups. */
function patternsIn(text: string): readonly Fragment[] {
  const before = [...text.matchAll(/([\p{L}\p{M}\p{N}]+)\*/gu)].map(([, word = '']) => ({
    text: word,
    place: 'start' as const,
  }));
  const behind = [...text.matchAll(/\*([\p{L}\p{M}\p{N}]+)/gu)].map(([, word = '']) => ({
    text: word,
    place: 'end' as const,
  }));
  return [...before, ...behind];
}
