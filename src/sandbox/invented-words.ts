import { seededRandom } from '../values/seeded-random.ts';

const BEGINS = ['b', 'br', 'd', 'f', 'g', 'h', 'k', 'l', 'm', 'n', 'p', 'r', 's', 'st', 't', 'tr', 'v', 'z'];
const MIDDLES = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea'];
const ENDS = ['', '', '', 'l', 'n', 'r', 's', 'm'];

/** Generates invented words, names and numbers. */
export interface WordSource {
  /** Returns a random integer from 0 to `count` − 1. */
  randomBelow(count: number): number;
  /** Returns a unique capitalized word that does not occur in the real data. */
  word(): string;
  /** Returns a word for a name; names may repeat. */
  name(): string;
  /** Calls `make` until its result is neither real nor returned before; undefined if that fails. */
  fresh(make: () => string): string | undefined;
  /** Calls `make` until its result is not real; undefined if that fails. */
  other(make: () => string): string | undefined;
  /** Whether a text is one of the real texts, or a word of one. */
  isReal(text: string): boolean;
}

const MAX_TRIES = 2_000;
/** Number of different names. Names repeat, as in reality. */
const NAMES = 4_000;

/**
 * Creates a word source; the same seed gives the same words.
 * @param real all texts of the live organization. No invented text equals one of them or one of their words.
 */
export function createWordSource(seed: number, real: Iterable<string>): WordSource {
  const random = seededRandom(seed);
  const taken = new Set<string>();
  const given = new Set<string>();
  for (const text of real) {
    taken.add(text.toLowerCase());
    for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) taken.add(word);
  }
  const below = (count: number) => Math.floor(random() * count);
  const pick = (list: readonly string[]) => list[below(list.length)] ?? '';
  const syllable = () => pick(BEGINS) + pick(MIDDLES) + pick(ENDS);
  const isReal = (text: string) => taken.has(text.toLowerCase());
  const first = (make: () => string, isWanted: (made: string) => boolean): string | undefined => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const made = make();
      if (isWanted(made)) return made;
    }
    return undefined;
  };
  const fresh = (make: () => string): string | undefined => {
    const made = first(make, (text) => !isReal(text) && !given.has(text.toLowerCase()));
    if (made !== undefined) given.add(made.toLowerCase());
    return made;
  };
  const word = () => {
    let length = 2;
    const made = fresh(() => {
      const text = Array.from({ length: Math.min(6, Math.floor(length)) }, syllable).join('');
      // Increase the length slowly, in case all short words are taken.
      length += 0.01;
      return text.charAt(0).toUpperCase() + text.slice(1);
    });
    if (made === undefined) throw new Error('no word is left');
    return made;
  };
  const names: string[] = [];
  return {
    randomBelow: below,
    word,
    fresh,
    other: (make) => first(make, (text) => !isReal(text)),
    isReal,
    name: () => {
      const index = below(NAMES);
      names[index] ??= word();
      return names[index];
    },
  };
}
