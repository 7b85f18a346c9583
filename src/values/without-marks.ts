/**
 * Returns a text without accents and other marks over or under its letters; letters of their own (ø, ł) stay.
 */
export function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
}
