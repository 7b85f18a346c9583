import type { RunNow } from '../../bulk/run/apply-options.ts';
import type { Replayed } from '../../bulk/run/replay.ts';
import type { OpenRun } from '../../bulk/run/runs.ts';
import type { Context } from '../context.ts';
import { howItEnded, standingOf } from './resume-words.ts';

/**
 * Lets a process that is ended at once, as by a second Ctrl-C, say where its run stands.
 * @returns what takes over from what the journal said: how far the run is now
 */
export function leaveWords(
  context: Pick<Context, 'common' | 'host' | 'messages' | 'shutdown'>,
  run: Pick<OpenRun, 'id' | 'plan'>,
  { outcomes, intents }: Pick<Replayed, 'outcomes' | 'intents'>,
): (standsNow: () => RunNow) => void {
  let standsNow = (): RunNow => ({ outcomes, inDoubt: intents.size });
  context.shutdown.lastWords(() => {
    const { outcomes: now, inDoubt } = standsNow();
    context.messages.endAtOnce(howItEnded(context, run, { ...standingOf(run.plan, now), inDoubt }));
  });
  return (look) => {
    standsNow = look;
  };
}
