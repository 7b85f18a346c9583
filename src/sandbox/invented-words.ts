import { seededRandom } from '../values/seeded-random.ts';

const BEGINS = ['b', 'br', 'd', 'f', 'g', 'h', 'k', 'l', 'm', 'n', 'p', 'r', 's', 'st', 't', 'tr', 'v', 'z'];
const MIDDLES = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea'];
const ENDS = ['', '', '', 'l', 'n', 'r', 's', 'm'];

/** Words, names and numbers that nobody has. */
export interface WordSource {
  /** A whole number from 0 to one less than this. */
  below(count: number): number;
  /** A word with a capital letter that is not a word of anything real, and comes once. */
  word(): string;
  /** A word for a name: it may come again. */
  name(): string;
  /**
   * The first of what a function makes that is not real and was not given before; undefined when there is
   * none.
   */
  fresh(make: () => string): string | undefined;
  /** The first of what a function makes that is not real; undefined when there is none. */
  other(make: () => string): string | undefined;
  /** Whether a text is one of the real ones, or a word of one. */
  isReal(text: string): boolean;
}

const MOST_TRIES = 2_000;
/** Names repeat, as those of people do. */
const NAMES = 4_000;

/**
 * Returns an inventor that gives the same for the same number.
 * @param real every text of the real people: no invented text is one of them, or has a word of them.
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
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
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
      // Where short words are all taken, longer ones are not.
      length += 0.01;
      return text.charAt(0).toUpperCase() + text.slice(1);
    });
    if (made === undefined) throw new Error('no word is left');
    return made;
  };
  const names: string[] = [];
  return {
    below,
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
