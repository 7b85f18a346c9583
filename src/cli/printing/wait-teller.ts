import type { Wait } from '../../http/retry.ts';
import { durationInWords } from '../../output/duration-words.ts';
import type { CommonOptions } from '../options/common-options.ts';
import type { Messages } from './messages.ts';

/** A wait of the tool is told when it is long enough to be noticed, and once for all calls that wait for the same. */
export function waitTeller(
  messages: Messages,
  common: CommonOptions,
  clock: () => number,
): (wait: Wait) => void {
  let toldUntil = 0;
  return ({ milliseconds, why }) => {
    const end = clock() + milliseconds;
    if ((milliseconds < 2000 && common.verbose !== true) || end < toldUntil + 1000) return;
    toldUntil = end;
    const words = why === 'trouble' ? 'trying again' : 'the service asks to wait';
    void messages.note(`${words}: ${durationInWords(Math.ceil(milliseconds / 1000) * 1000)}`);
  };
}
