import type { RunStatus } from '../../bulk/run/apply-options.ts';
import type { Replayed } from '../../bulk/run/replay.ts';
import type { OpenRun } from '../../bulk/run/runs.ts';
import type { Context } from '../context.ts';
import { countOutcomes, resultHint } from './resume-words.ts';

/**
 * Prints the state of the run if the process is ended immediately, for example by a second Ctrl-C.
 * @returns a function that sets the source of the current state; until then, the journal is used
 */
export function printStateOnExit(
  context: Pick<Context, 'common' | 'host' | 'messages' | 'shutdown'>,
  run: Pick<OpenRun, 'id' | 'plan'>,
  { outcomes, intents }: Pick<Replayed, 'outcomes' | 'intents'>,
): (standsNow: () => RunStatus) => void {
  let currentStatus = (): RunStatus => ({ outcomes, inDoubt: intents.size });
  context.shutdown.lastWords(() => {
    const { outcomes: now, inDoubt } = currentStatus();
    context.messages.endAtOnce(resultHint(context, run, { ...countOutcomes(run.plan, now), inDoubt }));
  });
  return (look) => {
    currentStatus = look;
  };
}
