/**
 * Normalizes a text for comparison: ignores surrounding whitespace, letter case, and composed versus
 * decomposed letters (NFC).
 */
export function comparisonKey(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
