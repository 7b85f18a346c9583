import type { Change } from '../../bulk/plan/change.ts';
import { deactivates } from '../../bulk/plan/counted-changes.ts';
import { Failure } from '../../failure/failure.ts';
import type { Context } from '../context.ts';

/** A warning is not worth waiting longer for a Web API that is away. In milliseconds. */
const LONGEST_WAIT = 5000;

/**
 * Warns before changes deactivate the user whose token this profile has: the token goes with the account (OBSERVED §12.2). Nothing is asked
 * where nobody is deactivated.
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

/** Returns the ID of the user of the token; undefined where the Web API does not say, which must not keep anybody from being deactivated. */
async function ownerOfToken(context: Context): Promise<string | undefined> {
  const late = AbortSignal.timeout(LONGEST_WAIT);
  try {
    const { client } = await context.webApi();
    const signal = AbortSignal.any([late, context.shutdown.signal]);
    const body = await client.call({ method: 'auth.test', arguments: {}, tokens: ['user'] }, signal);
    return typeof body['user_id'] === 'string' && body['user_id'] !== '' ? body['user_id'] : undefined;
  } catch (error) {
    if (late.aborted) return undefined;
    if (!(error instanceof Failure) || error.kind === 'internal') throw error;
    return undefined;
  }
}
