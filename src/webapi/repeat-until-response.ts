import { Failure } from '../failure/failure.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import type { WebApiMethod } from '../spec/webapi-methods.ts';

/** The calls if responses are lost, in words. */
const CALLS = ['first', 'second', 'third'];

/**
 * Calls a method that writes, and repeats the call if its response is lost. This is safe because a documented
 * method sets a state: a later call finds that state or establishes it (WEB §4). No method reports what an
 * earlier call did.
 * @throws Failure the service's response to a call; `unknownOutcome` if every response is lost.
 */
export async function repeatUntilResponse(
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
    const which = CALLS[attempt - 1];
    try {
      const body = await send();
      if (attempt > 1) onWarning(name, `no usable response; the ${which} call succeeded`);
      return body;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (attempt > 1 && error.code !== undefined && error.code === doneAlready) {
        onWarning(
          name,
          `no usable response; the ${which} call reports that it is already done [${error.code}]`,
        );
        return { ok: true };
      }
      // The failure of a later call reveals nothing about the earlier one.
      if (lost !== undefined && error.kind !== 'unknownOutcome' && error.kind !== 'refused')
        throw new Failure('unknownOutcome', `${lost.message}; ${which} call: ${error.message}`, {
          cause: error,
        });
      if (error.kind !== 'unknownOutcome' || attempt === CALLS.length || !(await pause())) throw error;
      lost = error;
    }
  }
}
