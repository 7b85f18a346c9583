/** A number in [0, 1) for a seed (mulberry32). */
function fraction(seed) {
  let value = (seed + 0x6d2b79f5) | 0;
  value = Math.imul(value ^ (value >>> 15), value | 1);
  value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
  return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
}

/**
 * Returns this many items at equal distances, so that each file has its share. The same seed chooses the same
 * items.
 */
export function chooseEvenly(items, count, seed) {
  if (count >= items.length) return [...items];
  const start = fraction(seed);
  return Array.from(
    { length: count },
    (_, index) => items[Math.floor(((start + index) * items.length) / count)],
  );
}
