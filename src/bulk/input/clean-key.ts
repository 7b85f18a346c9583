/** Characters that show nothing: copied from a page or a message, they make two keys of one. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;

/**
 * Returns a key as it is compared and written: without blanks around it, of any kind, and without characters
 * that show nothing.
 */
export function cleanKey(text: string): string {
  return text.replace(INVISIBLE, '').trim();
}
