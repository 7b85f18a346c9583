import { AsyncLocalStorage } from 'node:async_hooks';

const begun = new Set<AsyncLocalStorage<unknown>>();
const { run } = AsyncLocalStorage.prototype;

/** Remembers who uses one: the library that asks questions keeps its own to itself. */
AsyncLocalStorage.prototype.run = function (this: AsyncLocalStorage<unknown>, ...args: unknown[]): unknown {
  begun.add(this);
  return Reflect.apply(run, this, args);
} as typeof run;

/**
 * Ends what a question began: as long as one storage is in use, Node watches every promise, and all later
 * tests of the process take a tenth longer.
 */
export function endStorages(): void {
  for (const storage of begun) storage.disable();
  begun.clear();
}
