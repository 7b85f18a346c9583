import { Failure } from '../failure/failure.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import type { WebApiMethod } from '../spec/webapi-methods.ts';

/** Calls in all of a method whose answers are lost. */
const ATTEMPTS = 3;

/**
 * Makes a call that writes. When its answer is lost it is made again: a documented method sets a state, so
 * that the second call finds it or brings it about (WEB §4), and no method tells what a call has done.
 * @throws Failure what the service says to a call; `unknownOutcome` when every answer is lost.
 */
export async function callUntilAnswered(
  name: string,
  { doneAlready }: Pick<WebApiMethod, 'doneAlready'>,
  send: () => Promise<JsonObject>,
  {
    pause,
    onWarning,
  }: {
    readonly pause: () => Promise<boolean>;
    readonly onWarning: (method: string, warning: string) => void;
  },
): Promise<JsonObject> {
  let lost: Failure | undefined;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const body = await send();
      if (attempt > 1) onWarning(name, 'no usable response; a second call was answered');
      return body;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (attempt > 1 && error.code !== undefined && error.code === doneAlready) {
        onWarning(name, `no usable response; a second call says that it is done [${error.code}]`);
        return { ok: true };
      }
      // That a later call does not come through tells nothing of the one before.
      if (lost !== undefined && error.kind !== 'unknownOutcome' && error.kind !== 'refused')
        throw new Failure('unknownOutcome', `${lost.message}; called again: ${error.message}`, {
          cause: error,
        });
      if (error.kind !== 'unknownOutcome' || attempt === ATTEMPTS || !(await pause())) throw error;
      lost = error;
    }
  }
}
