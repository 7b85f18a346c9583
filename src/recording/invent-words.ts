import { createHmac } from 'node:crypto';
import { alphabetOf, smallLetterOf } from './alphabets.ts';

/**
 * Replaces words by invented words of the same shape. A word always gets the same replacement, and no two
 * words share one.
 */
export interface WordInventor {
  /**
   * Replaces a sequence of letters and digits. Letter case is preserved; words that differ only in case get
   * the same letters; a decomposed word gets the decomposed form of its composed form's replacement.
   */
  word(real: string): string;
  /** Replaces a part of an IP address, 0 to 255, by one with as many digits. */
  octet(real: string): string;
  /** Days by which all dates are shifted; whole weeks, to preserve weekdays. */
  readonly days: number;
}

/** Words that are not personal and that YAML quotes. */
const NOT_PERSONAL = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n']);
const MAX_TRIES = 50;
/** One year to twenty years. */
const [MIN_WEEKS, MAX_WEEKS] = [52, 1040];

/** A word that YAML would read as a number, unlike the real word. */
const IS_POWER = /^\d+e\d+$/;

/**
 * First letters of IDs of users, groups and other resources (SCIM §4, WEB §4), by which the program tells
 * them apart.
 */
const ID_STARTS = [...'uws', ...'abcdefg', ...'ltx'].join('');
/** First letters that make a short word an ID of a user or a group for the program. */
const SHORT_ID_STARTS = 'uws';
/** A word that may be an ID: from 8 characters, or from 6 characters with a digit. */
const MAY_BE_ID = /^(?=[a-z0-9]{6})(?:[a-z0-9]{8,}$|[a-z0-9]*\d[a-z0-9]*$)/;
/** Two-letter prefixes of IDs of functions, workflows and triggers (WEB §4.7, §4.8). */
const TWO_LETTERS = /^(?:fn|wf|ft)(?=[a-z0-9]*\d)/;

/**
 * A part of a word that a command searches for. Exactly the words that contain it at this place get its
 * replacement at the same place.
 */
export interface Fragment {
  readonly text: string;
  readonly place: 'start' | 'end' | 'within';
}

/**
 * Creates a word inventor.
 * @param key random bytes that are not stored: without them no invention can be traced back.
 */
export function createWordInventor(key: Uint8Array, fragments: readonly Fragment[] = []): WordInventor {
  const given = new Map<string, string>();
  const taken = new Set<string>();
  const invent = (text: string, alphabets: readonly Alphabet[], mayBe: (made: string) => boolean): string => {
    const known = given.get(text);
    if (known !== undefined) return known;
    const isFree = (made: string) => !taken.has(made) && !NOT_PERSONAL.has(made) && !IS_POWER.test(made);
    const made =
      firstFree(key, text, alphabets, (one) => isFree(one) && one !== text && mayBe(one)) ??
      firstFree(key, text, alphabets, (one) => isFree(one) && one !== text) ??
      text;
    const free = isFree(made) ? made : nextFree(made, alphabets, isFree);
    given.set(text, free);
    taken.add(free);
    return free;
  };
  const parts = fragments.map(({ text, place }) => {
    const folded = toLowerLetters(text.normalize('NFC'));
    const real = folded.join('');
    // The search itself keeps such a word, so the words that contain it must keep it, too.
    const made = isKept(real) ? real : invent(real, fragmentAlphabets(folded), () => true);
    return { place, real, made };
  });
  const wordOf = (folded: readonly string[]) => {
    const text = folded.join('');
    const alphabets = [...alphabetsOf(folded)];
    for (const { real, made, place } of parts) {
      const at = placeOf(text, real, place);
      Array.from(made).forEach((letter, index) => {
        if (at !== undefined) alphabets[at + index] = [letter];
      });
    }
    return invent(
      text,
      alphabets,
      (one) =>
        // A letter and a mark that are one letter together would be another form of the word.
        one.normalize('NFC') === one &&
        parts.every(
          ({ real, made, place }) =>
            (placeOf(text, real, place) === undefined) === (placeOf(one, made, place) === undefined),
        ),
    );
  };
  const octets = createOctets(key);
  return {
    word(real) {
      const composed = real.normalize('NFC');
      const folded = toLowerLetters(composed);
      if (isKept(folded.join(''))) return real;
      const made = inCaseOf(Array.from(composed), Array.from(wordOf(folded)));
      return composed === real ? made : made.normalize('NFD');
    },
    octet: octets,
    days: 7 * (MIN_WEEKS + (numbers(key, 'days').next().value % (MAX_WEEKS - MIN_WEEKS))),
  };
}

/** Whether a word is not replaced: it is not personal, or a single digit. */
function isKept(text: string): boolean {
  return NOT_PERSONAL.has(text) || /^\d$/.test(text);
}

function toLowerLetters(real: string): readonly string[] {
  return Array.from(real, (character) => smallLetterOf(character) ?? character);
}

/** Returns the position of a fragment in a word, in characters; undefined if the word does not contain it. */
function placeOf(word: string, fragment: string, place: Fragment['place']): number | undefined {
  if (place === 'start') return word.startsWith(fragment) ? 0 : undefined;
  const at = place === 'end' ? word.length - fragment.length : word.indexOf(fragment);
  return at >= 0 && word.startsWith(fragment, at) ? Array.from(word.slice(0, at)).length : undefined;
}

/** Creates a permutation of the parts of an IP address for each number of digits. */
function createOctets(key: Uint8Array): (real: string) => string {
  const orders = [1, 2, 3].map((length) => {
    const octets = Array.from({ length: 256 }, (_, octet) => String(octet)).filter(
      (text) => text.length === length,
    );
    const random = numbers(key, `octets ${length}`);
    const ranks = new Map(octets.map((octet) => [octet, random.next().value]));
    return {
      octets,
      moved: [...octets].sort((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0)),
    };
  });
  return (real) => {
    const { octets, moved } = orders[real.length - 1] ?? { octets: [], moved: [] };
    return moved[octets.indexOf(real)] ?? '0';
  };
}

type Alphabet = readonly string[];

function alphabetsOf(folded: readonly string[]): readonly Alphabet[] {
  const text = folded.join('');
  const isNumber = /^\d+$/.test(text);
  const starts = MAY_BE_ID.test(text) ? ID_STARTS : SHORT_ID_STARTS;
  const kept = TWO_LETTERS.test(text) ? 2 : 0;
  return folded.map((character, at) => {
    if (at < kept) return [character];
    const alphabet = alphabetOf(character);
    if (at > 0 || !/[a-z0-9]/.test(character)) return alphabet;
    if (isNumber) return character === '0' ? ['0'] : alphabet.filter((digit) => digit !== '0');
    return starts.includes(character) ? [character] : alphabet.filter((letter) => !starts.includes(letter));
  });
}

/**
 * Returns the alphabets of a fragment, without ID prefixes as its first letter. Words that start like an ID
 * keep their first letter, so a search for such a replacement would find them too.
 */
function fragmentAlphabets(folded: readonly string[]): readonly Alphabet[] {
  return alphabetsOf(folded).map((alphabet, at) => {
    const others = at > 0 ? alphabet : alphabet.filter((letter) => !ID_STARTS.includes(letter));
    return others.length === 0 ? alphabet : others;
  });
}

/** Returns the first acceptable word that the key generates; undefined if none of the first MAX_TRIES is. */
function firstFree(
  key: Uint8Array,
  text: string,
  alphabets: readonly Alphabet[],
  mayUse: (made: string) => boolean,
): string | undefined {
  const random = numbers(key, text);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const made = alphabets.map((alphabet) => alphabet[random.next().value % alphabet.length]).join('');
    if (mayUse(made)) return made;
  }
  return undefined;
}

/**
 * Returns the next free word, counting through the alphabets. One exists, because there are no more real
 * words of a shape than inventions.
 */
function nextFree(text: string, alphabets: readonly Alphabet[], isFree: (made: string) => boolean): string {
  const places = alphabets.map((alphabet, at) => alphabet.indexOf(Array.from(text)[at] ?? ''));
  const size = alphabets.reduce((product, { length }) => product * length, 1);
  for (let tries = 0; tries < size; tries += 1) {
    for (let at = places.length - 1; at >= 0; at -= 1) {
      const next = ((places[at] ?? 0) + 1) % (alphabets[at]?.length ?? 1);
      places[at] = next;
      if (next !== 0) break;
    }
    const made = places.map((place, at) => alphabets[at]?.[place] ?? '').join('');
    if (isFree(made)) return made;
  }
  return text;
}

/** Yields numbers that depend only on the key and the text. */
function* numbers(key: Uint8Array, text: string): Generator<number, never> {
  for (let block = 0; ; block += 1) {
    const bytes = createHmac('sha256', key).update(`${block} ${text}`).digest();
    for (let at = 0; at < bytes.length; at += 4) yield bytes.readUInt32BE(at);
  }
}

function inCaseOf(real: readonly string[], made: readonly string[]): string {
  return made
    .map((character, at) =>
      smallLetterOf(real[at] ?? '') === undefined ? character : character.toUpperCase(),
    )
    .join('');
}
