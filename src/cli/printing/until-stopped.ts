import { Interrupted } from '../../failure/interrupted.ts';
import type { Shutdown } from '../shutdown.ts';

/**
 * Hands on the parts of a list until a signal comes: what was printed of it then ends as it should, an array
 * with its bracket.
 * @throws Interrupted as soon as the signal comes, also while a part is waited for.
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
    // Not waited for: a part may be on its way that never comes.
    if (isLeft) void iterator.return?.().catch(() => undefined);
    busy.done();
  }
}
