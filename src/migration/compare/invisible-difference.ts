/** Returns why two values look the same; undefined if they are equal or the difference is visible. */
export function invisibleDifference(one: string, other: string): string | undefined {
  if (one === other) return undefined;
  if (one.normalize() === other.normalize()) return 'different Unicode composition';
  return one.trim() === other.trim() ? 'leading or trailing spaces' : undefined;
}
