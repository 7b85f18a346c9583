/**
 * Returns a text without what people take for the same: blanks around it, letter case, and how its letters
 * are composed.
 */
export function foldedText(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
