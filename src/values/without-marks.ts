/** Removes accents and other combining marks from letters. Letters without a decomposition (ø, ł) stay. */
export function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
}
