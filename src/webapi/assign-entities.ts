import { Failure } from '../failure/failure.ts';
import { LIMITS } from '../spec/limits.ts';
import type { WebErrorCode } from '../spec/webapi-error-codes.ts';
import type { WebApiClient } from './webapi-client.ts';

const METHOD = 'admin.auth.policy.assignEntities';

/** The outcome for the users of one call. */
export interface AssignedBatch {
  readonly ids: readonly string[];
  readonly outcome: 'assigned' | 'refused';
  /** Entities of the policy after the call, if the service reports it. */
  readonly total: number | undefined;
  readonly failure: Failure | undefined;
}

/** Refusals that a few users of a call may cause; the call is split in halves until these are isolated. */
const DUE_TO_SOME: readonly string[] = [
  'entity_not_found',
  'over_max_entity_limit',
] satisfies readonly WebErrorCode[];

/**
 * Assigns users to a policy in calls of the maximum size (WEB §4.1, §8; assumption `policy-entity-limit`). If
 * a call is refused as too large, the size is reduced. A user who does not exist does not prevent the
 * assignment of the others.
 * @throws Failure a refusal of all calls, such as policy_not_found.
 */
export async function* assignEntities(
  client: WebApiClient,
  policy: string,
  ids: readonly string[],
): AsyncGenerator<AssignedBatch, void> {
  let size: number = LIMITS.policyEntitiesPerCall;
  const waiting: (readonly string[])[] = [ids];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const batch = next.slice(0, size);
    if (next.length > batch.length) waiting.unshift(next.slice(batch.length));
    const sent = await send(client, policy, batch);
    if (sent.failure === undefined || batch.length === 1) {
      yield sent;
      // If the policy has no room for one user, it has none for the others.
      if (sent.failure?.code === 'over_max_entity_limit') {
        const rest = waiting.flat();
        if (rest.length > 0) yield { ...sent, ids: rest };
        return;
      }
      continue;
    }
    const middle = Math.ceil(batch.length / 2);
    if (sent.failure.code === 'over_max_entity_limit') size = middle;
    waiting.unshift(batch.slice(0, middle), batch.slice(middle));
  }
}

async function send(client: WebApiClient, policy: string, ids: readonly string[]): Promise<AssignedBatch> {
  try {
    const body = await client.call({
      method: METHOD,
      arguments: { policy_name: policy, entity_type: 'USER', entity_ids: ids },
    });
    const total = body['entity_total_count'];
    return {
      ids,
      outcome: 'assigned',
      total: typeof total === 'number' ? total : undefined,
      failure: undefined,
    };
  } catch (error) {
    if (!(error instanceof Failure) || !DUE_TO_SOME.includes(error.code ?? '')) throw error;
    return { ids, outcome: 'refused', total: undefined, failure: error };
  }
}
