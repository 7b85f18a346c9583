import { Failure } from '../../failure/failure.ts';
import { defined } from '../../values/defined.ts';
import { knownMethod } from '../../webapi/webapi-client.ts';
import type { ChangeOf } from '../plan/change.ts';
import type { Outcome } from './journal-record.ts';
import type { SendContext } from './send-context.ts';

/**
 * Calls a Web API method that writes. Documented methods can be repeated: they set a state and add nothing
 * (WEB §4). For other methods that is unknown, so a call without a response is not repeated.
 * @throws Failure `unknownOutcome` for a call without a response
 */
export async function sendMethodCall(
  change: ChangeOf<'callMethod'>,
  { call, onAnswer }: SendContext,
  wasInDoubt: boolean,
): Promise<Outcome> {
  const { method, encoding, verb, isUnchecked } = change;
  if (call === undefined) throw new Failure('usage', `${method} needs a Web API connection`);
  if (wasInDoubt && knownMethod(method) === undefined)
    throw new Failure('unknownOutcome', `no response to ${method}; the call is not repeated`);
  const body = await call({
    method,
    arguments: change.arguments,
    ...defined({ encoding, verb, isUnchecked }),
  });
  onAnswer?.(change.id, { body });
  return { state: 'succeeded', id: '', name: change.name };
}
