import type { Failure } from '../../failure/failure.ts';
import { brief } from '../../output/brief.ts';
import type { Context } from '../context.ts';
import { failuresOf, type Performed } from './performed.ts';

/** Prints the failure of each failed change. */
export async function describeFailures(context: Context, performed: Performed): Promise<void> {
  for (const [change, failure] of failuresOf(performed)) await describeOne(context, change.name, failure);
}

/**
 * Prints the failure for one of several users or groups. The formatter takes 35 ms to load, so it is loaded
 * on demand.
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
  // Errors are printed with --quiet too. Do not repeat a name with which the message already starts.
  await messages.aloud().lines(failure.message.startsWith(`${name}: `) ? text : `${brief(name)}: ${text}`);
}
