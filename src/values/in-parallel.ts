/**
 * Runs an action for each item, at most `atOnce` at a time, and returns the results in item order. After a
 * failure no further action starts; actions in progress are awaited.
 * @throws the failure of the earliest failed item
 */
export async function inParallel<T, Result>(
  items: readonly T[],
  atOnce: number,
  act: (item: T) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const failures = new Map<number, unknown>();
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) {
      try {
        results[index] = await act(item);
      } catch (error) {
        failures.set(index, error);
      }
      if (failures.size > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
  return results;
}
