import type { Failure } from '../../failure/failure.ts';
import type { Context } from '../context.ts';
import { failuresOf, type Performed } from './performed.ts';

/** Says of each change that failed what it was about and why. */
export async function describeFailures(context: Context, performed: Performed): Promise<void> {
  for (const [change, failure] of failuresOf(performed)) await describeOne(context, change.name, failure);
}

/**
 * Says of one of several users or groups why it failed. Laying text out takes 35 ms to load, so it is loaded
 * when it is needed.
 */
export async function describeOne(
  { messages, host }: Context,
  name: string,
  failure: Failure,
): Promise<void> {
  const { describeFailure } = await import('../report-failure.ts');
  const text = describeFailure(failure, {
    palette: messages.palette,
    isJson: false,
    isDebug: false,
    argv: host.argv,
  });
  // A message that names it needs no name in front.
  await messages.block(failure.message.startsWith(`${name}: `) ? text : `${name}: ${text}`);
}
