/**
 * Returns a derived value, or the value that was derived from the same input before.
 * @param of what is derived, described without personal data
 * @param from the input values
 */
export type Remember = (of: string, from: readonly string[], make: () => string) => string;

/** Derives the value each time, without remembering it. */
export const deriveAlways: Remember = (_of, _from, make) => make();
