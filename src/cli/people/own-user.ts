import { setTimeout as sleep } from 'node:timers/promises';
import type { Change } from '../../bulk/plan/change.ts';
import { deactivates } from '../../bulk/plan/counted-changes.ts';
import { Failure } from '../../failure/failure.ts';
import type { Context } from '../context.ts';

/** A warning is not worth waiting longer for a Web API that is away. In milliseconds. */
const LONGEST_WAIT = 5000;

/**
 * Warns before changes deactivate the user who owns the token of this profile: the token stops working with
 * the account (OBSERVED §12.2). Changes that deactivate no user cause no request. A command calls this once,
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
 * Returns the ID of the user of the token; undefined where the Web API does not say, which must not keep
 * anybody from being deactivated.
 * @param longest milliseconds after which nothing is waited for any more, be it a token, a connection or an
 * answer
 */
export async function ownerOfToken(
  { webApi, shutdown }: Pick<Context, 'webApi' | 'shutdown'>,
  longest = LONGEST_WAIT,
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
