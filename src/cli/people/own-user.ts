import { setTimeout as sleep } from 'node:timers/promises';
import type { Change } from '../../bulk/plan/change.ts';
import { deactivates } from '../../bulk/plan/counted-changes.ts';
import { Failure } from '../../failure/failure.ts';
import type { Context } from '../context.ts';

/** Maximum wait for the Web API, in milliseconds: a warning is not worth waiting longer. */
const MAX_WAIT = 5000;

/**
 * Warns before changes deactivate the user who owns the token of this profile: the token stops working with
 * the account (OBSERVED §12.2). Sends no request if no change deactivates a user. A command calls this once,
 * with all of its changes.
 */
export async function warnOfOwnUser(context: Context, changes: readonly Change[]): Promise<void> {
  const leaving = changes.filter(deactivates);
  if (leaving.length === 0) return;
  const owner = await ownerOfToken(context);
  const own = leaving.find(
    (change) => 'target' in change && 'id' in change.target && change.target.id === owner,
  );
  if (own !== undefined)
    await context.messages.warn(
      `${own.name} is the user of this profile's token: after this, orgctl has no access`,
    );
}

/**
 * Returns the user ID of the token owner; undefined if the Web API does not tell, because that must not block
 * a deactivation.
 * @param longest maximum wait for token, connection and response together, in milliseconds
 */
export async function ownerOfToken(
  { webApi, shutdown }: Pick<Context, 'webApi' | 'shutdown'>,
  longest = MAX_WAIT,
): Promise<string | undefined> {
  const late = new AbortController();
  const answered = new AbortController();
  const ask = async () => {
    const { client } = await webApi();
    const signal = AbortSignal.any([late.signal, shutdown.signal]);
    const body = await client.call({ method: 'auth.test', arguments: {}, tokens: ['user'] }, signal);
    return typeof body['user_id'] === 'string' && body['user_id'] !== '' ? body['user_id'] : undefined;
  };
  const giveUp = async () => {
    await sleep(longest, undefined, { signal: answered.signal });
    late.abort();
    return undefined;
  };
  try {
    return await Promise.race([ask(), giveUp()]);
  } catch (error) {
    if (late.signal.aborted) return undefined;
    if (!(error instanceof Failure) || error.kind === 'internal') throw error;
    return undefined;
  } finally {
    answered.abort();
  }
}
