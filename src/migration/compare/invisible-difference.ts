/** Returns why two different values look the same; undefined if the difference is visible. */
export function invisibleDifference(one: string, other: string): string | undefined {
  if (one.normalize() === other.normalize()) return 'different Unicode composition';
  return one.trim() === other.trim() ? 'leading or trailing spaces' : undefined;
}
