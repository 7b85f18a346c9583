import { Interrupted } from '../../failure/interrupted.ts';
import type { Shutdown } from '../shutdown.ts';

/**
 * Yields the parts of a list until a stop signal, so that the output is completed properly, such as an array
 * with its closing bracket.
 * @throws Interrupted as soon as a signal arrives, even while waiting for a part
 */
export async function* untilStopped<Part>(
  parts: AsyncIterable<Part>,
  { signal, cause, drain }: Shutdown,
): AsyncGenerator<Part, void> {
  const busy = drain();
  const iterator = parts[Symbol.asyncIterator]();
  let isLeft = true;
  let stopWaiting: (why: Interrupted) => void = () => {};
  const stop = () => stopWaiting(new Interrupted(cause()));
  signal.addEventListener('abort', stop);
  try {
    for (;;) {
      if (signal.aborted) throw new Interrupted(cause());
      const { value, done } = await new Promise<IteratorResult<Part>>((resolve, reject) => {
        stopWaiting = reject;
        iterator.next().then(resolve, reject);
      });
      if (done === true) {
        isLeft = false;
        return;
      }
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    // Not awaited: a pending part may never arrive.
    if (isLeft) void iterator.return?.().catch(() => undefined);
    busy.done();
  }
}
