/** The latest of several values for one key that arrived within the delay. */
export interface Settled {
  readonly key: string;
  readonly value: string;
  /** Number of other values that were not used. */
  readonly passedOver: number;
}

/**
 * Yields the latest value of each key, at most the delay (in milliseconds) after the first pending value of
 * that key. At the end of the input, yields all pending values. Further values do not extend the delay.
 */
export async function* debounced(
  input: AsyncIterable<{ readonly key: string; readonly value: string }>,
  milliseconds: number,
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>,
  isLater: (value: string, than: string) => boolean,
): AsyncGenerator<Settled, void> {
  const waiting = new Map<string, Settled>();
  const due: string[] = [];
  const timers = new AbortController();
  let wake: () => void = () => {};
  let isOver = false;
  let failure: unknown;
  const read = async () => {
    for await (const { key, value } of input) {
      const before = waiting.get(key);
      if (before !== undefined) {
        const latest = isLater(value, before.value) ? value : before.value;
        waiting.set(key, { key, value: latest, passedOver: before.passedOver + 1 });
        continue;
      }
      waiting.set(key, { key, value, passedOver: 0 });
      const isDue = () => {
        due.push(key);
        wake();
      };
      sleep(milliseconds, timers.signal).then(isDue, () => {});
    }
  };
  void read()
    .catch((error: unknown) => {
      failure = error;
    })
    .finally(() => {
      isOver = true;
      timers.abort();
      wake();
    });
  while (!isOver || waiting.size > 0) {
    const keys = isOver ? [...waiting.keys()] : due.splice(0);
    for (const key of keys) {
      const settled = waiting.get(key);
      waiting.delete(key);
      if (settled !== undefined) yield settled;
    }
    if (!isOver && due.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  if (failure !== undefined) throw failure;
}
