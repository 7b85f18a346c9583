import type { Context } from '../context.ts';
import { describeFailure } from '../report-failure.ts';
import { failuresOf, type Performed } from './performed.ts';

/** Says of each change that failed what it was about and why. */
export async function describeFailures({ messages }: Context, performed: Performed): Promise<void> {
  for (const [change, failure] of failuresOf(performed)) {
    const text = describeFailure(failure, { palette: messages.palette, isJson: false, isDebug: false });
    await messages.block(`${change.name}: ${text}`);
  }
}
