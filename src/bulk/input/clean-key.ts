/** Invisible characters, often copied from a page or a message: with them, equal keys would differ. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;

/**
 * Returns a key as it is compared and written: without invisible characters and surrounding whitespace of any
 * kind.
 */
export function cleanKey(text: string): string {
  return text.replace(INVISIBLE, '').trim();
}
