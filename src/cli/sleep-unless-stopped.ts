import { Interrupted } from '../terminal/interrupted.ts';
import type { Shutdown } from './shutdown.ts';
import type { World } from './world.ts';

/** Waits this many milliseconds; a signal does not end the waits of what puts things back. @throws Interrupted when a signal came before or meanwhile */
export async function sleepUnlessStopped(
  world: World,
  shutdown: Shutdown,
  milliseconds: number,
): Promise<void> {
  if (shutdown.isTidyingUp()) return world.sleep(milliseconds);
  if (shutdown.signal.aborted) throw new Interrupted(shutdown.cause());
  try {
    await world.sleep(milliseconds, shutdown.signal);
  } catch (error) {
    if (shutdown.signal.aborted) throw new Interrupted(shutdown.cause());
    throw error;
  }
  if (shutdown.signal.aborted) throw new Interrupted(shutdown.cause());
}
