/** Returns why two different values look the same; undefined if the difference is visible. */
export function whyUnseen(one: string, other: string): string | undefined {
  if (one.normalize() === other.normalize()) return 'letters composed another way';
  return one.trim() === other.trim() ? 'blanks at an end' : undefined;
}
