import { Interrupted } from '../failure/interrupted.ts';
import type { Host } from './host.ts';
import type { Shutdown } from './shutdown.ts';

/**
 * Waits this many milliseconds, or until a stop signal; work that restores a state is not interrupted.
 * @throws Interrupted if a signal arrived before or during the wait
 */
export async function sleepUnlessStopped(
  host: Host,
  shutdown: Shutdown,
  milliseconds: number,
): Promise<void> {
  if (shutdown.isTidyingUp()) return host.sleep(milliseconds);
  if (shutdown.signal.aborted) throw new Interrupted(shutdown.cause());
  try {
    await host.sleep(milliseconds, shutdown.signal);
  } catch (error) {
    if (shutdown.signal.aborted) throw new Interrupted(shutdown.cause());
    throw error;
  }
  if (shutdown.signal.aborted) throw new Interrupted(shutdown.cause());
}
