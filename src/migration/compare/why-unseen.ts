/** Returns why two values look alike and are different; undefined where a reader sees what is different. */
export function whyUnseen(one: string, other: string): string | undefined {
  if (one.normalize() === other.normalize()) return 'letters composed another way';
  return one.trim() === other.trim() ? 'blanks at an end' : undefined;
}
