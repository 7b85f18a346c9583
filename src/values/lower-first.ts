/**
 * Returns a sentence with a lowercase first letter, to continue another one. A name in capitals
 * such as "URL" stays as it is.
 */
export function lowerFirst(text: string): string {
  return /^[A-Z][a-z ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
