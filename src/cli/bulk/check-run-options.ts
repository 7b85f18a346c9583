import { listed } from '../../values/listed.ts';
import type { Context } from '../context.ts';
import { type RunOptions, undocumentedCodes } from '../options/run-options.ts';
import { refuseForeignEvents } from './refuse-foreign-events.ts';

/**
 * Checks the options of a run before anything is sent, and in a dry run as well. Codes of --stop-on that are
 * not documented are not refused, because a service may have codes of its own; a note names them, because a
 * wrong one would never stop the run.
 * @throws Failure `usage`, `storage` if no events can be appended to the file of --events
 */
export async function checkRunOptions(
  { messages }: Context,
  { events, stopOn }: Pick<RunOptions, 'events' | 'stopOn'>,
): Promise<void> {
  if (events !== undefined) refuseForeignEvents(events);
  const codes = stopOn === undefined ? [] : undocumentedCodes(stopOn);
  if (codes.length === 0) return;
  const one = codes.length === 1;
  await messages.note(
    `--stop-on: ${listed(codes, 'and')} ${one ? 'is not a documented error code' : 'are not documented error codes'}; the run stops only if the service returns exactly ${one ? 'this code' : 'one of them'}`,
  );
}
