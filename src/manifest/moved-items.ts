/**
 * Returns the smallest set of items that must move to change one order into the other. Both lists contain the
 * same items.
 */
export function movedItems(before: readonly string[], after: readonly string[]): readonly string[] {
  const places = new Map(before.map((item, index) => [item, index]));
  const order = after.map((item) => places.get(item) ?? 0);
  const kept = longestRise(order);
  return after.filter((_, index) => !kept.has(index));
}

/** Returns the indexes of a longest increasing subsequence. */
function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  const lengths: number[] = [];
  const previous: number[] = [];
  let last = -1;
  numbers.forEach((number, index) => {
    lengths[index] = 1;
    previous[index] = -1;
    for (let earlier = 0; earlier < index; earlier += 1) {
      const length = (lengths[earlier] ?? 0) + 1;
      if ((numbers[earlier] ?? 0) >= number || length <= (lengths[index] ?? 0)) continue;
      lengths[index] = length;
      previous[index] = earlier;
    }
    if (last < 0 || (lengths[index] ?? 0) > (lengths[last] ?? 0)) last = index;
  });
  const rise = new Set<number>();
  for (let index = last; index >= 0; index = previous[index] ?? -1) rise.add(index);
  return rise;
}
