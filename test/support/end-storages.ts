import { AsyncLocalStorage } from 'node:async_hooks';

const begun = new Set<AsyncLocalStorage<unknown>>();
const { run } = AsyncLocalStorage.prototype;

/** Records every storage in use, because the prompt library does not expose its own. */
AsyncLocalStorage.prototype.run = function (this: AsyncLocalStorage<unknown>, ...args: unknown[]): unknown {
  begun.add(this);
  return Reflect.apply(run, this, args);
} as typeof run;

/**
 * Disables the storages that prompts started. While one is in use, Node tracks every promise, and all later
 * tests of the process take a tenth longer.
 */
export function endStorages(): void {
  for (const storage of begun) storage.disable();
  begun.clear();
}
