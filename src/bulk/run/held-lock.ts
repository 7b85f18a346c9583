import { hostname } from 'node:os';
import { Failure } from '../../failure/failure.ts';
import { type HolderPlace, isOnOtherMachine, type LockHolder } from '../../storage/file-lock.ts';

/**
 * Returns the Failure `storage` for a lock that another process holds; it names the process and the next
 * step.
 * @param what such as "run 20261122-… is in progress"
 */
export function heldLock(what: string, holder: LockHolder): Failure {
  const { pid, host, since } = holder;
  return new Failure('storage', `${what} (process ${pid} on ${host}, since ${since})`, {
    hint: hintOf(holder),
  });
}

/** Whether a process on another machine still runs cannot be determined here; the user must decide. */
function hintOf(holder: HolderPlace): string {
  if (!isOnOtherMachine(holder)) return 'wait for it, or stop it';
  const gone = holder.host === hostname() ? `that container on ${holder.host}` : holder.host;
  return `wait for it; if ${gone} will not come back, add --take-over`;
}
