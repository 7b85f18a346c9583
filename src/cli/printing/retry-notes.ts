import { secondsInWords } from '../../bulk/plan/forecast.ts';
import type { OutageWait } from '../../bulk/run/wait-out-outage.ts';
import type { Wait } from '../../http/wait.ts';
import { durationInWords } from '../../output/duration-words.ts';
import type { CommonOptions } from '../options/common-options.ts';
import type { Messages } from './messages.ts';

/** Additional facts about a wait for an unavailable service. */
interface OutageWords {
  readonly says?: string | undefined;
  readonly left?: number | undefined;
}

/** Returns "service unreachable, next try in 20 s; 12 min left". */
export function outageInWords({ milliseconds, says, left }: OutageWait): string {
  const next = milliseconds <= 0 ? 'now' : `in ${secondsInWords(Math.ceil(milliseconds / 1000))}`;
  return `${says}, next try ${next}; ${secondsInWords(Math.floor(left / 1000))} left`;
}

/**
 * Returns a function that prints waits. Short waits are skipped unless --verbose, and calls that wait for the
 * same end share one note.
 */
export function retryNotes(
  messages: Messages,
  common: CommonOptions,
  clock: () => number,
): (wait: Pick<Wait, 'milliseconds' | 'why'> & OutageWords) => void {
  let toldUntil = 0;
  return ({ milliseconds, why, says, left }) => {
    const end = clock() + milliseconds;
    if ((milliseconds < 2000 && common.verbose !== true) || end < toldUntil + 1000) return;
    toldUntil = end;
    if (says !== undefined && left !== undefined) {
      void messages.note(outageInWords({ milliseconds, says, left }));
      return;
    }
    const words = why === 'trouble' ? 'retrying in' : 'throttled; waiting';
    void messages.note(`${words} ${durationInWords(Math.ceil(milliseconds / 1000) * 1000)}`);
  };
}
