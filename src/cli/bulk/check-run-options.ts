import { listed } from '../../values/listed.ts';
import type { Context } from '../context.ts';
import { type RunOptions, undocumentedCodes } from '../options/run-options.ts';

/**
 * Tells which codes of --stop-on are not documented. They are not refused, because a service may have codes
 * of its own, but a wrong one would never stop the run.
 */
export async function checkRunOptions(
  { messages }: Context,
  { stopOn }: Pick<RunOptions, 'stopOn'>,
): Promise<void> {
  const codes = stopOn === undefined ? [] : undocumentedCodes(stopOn);
  if (codes.length === 0) return;
  const one = codes.length === 1;
  await messages.note(
    `--stop-on: ${listed(codes, 'and')} ${one ? 'is not a documented error code' : 'are not documented error codes'}; the run stops only if the service returns exactly ${one ? 'this code' : 'one of them'}`,
  );
}
