import { Failure } from '../failure/failure.ts';
import { isJsonObject } from '../rules/json-value.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import type { WebErrorCode } from '../spec/webapi-error-codes.ts';
import { WEB_API_METHODS } from '../spec/webapi-methods.ts';
import { defined } from '../values/defined.ts';
import { type WorkspaceId, workspaceId } from '../values/ids.ts';
import type { WebApiArguments } from './encode-arguments.ts';
import type { WebApiClient } from './webapi-client.ts';

const METHOD = 'migration.exchange';

/** Maximum number of IDs per call (WEB §4.10, §8). */
export const IDS_PER_CALL = WEB_API_METHODS[METHOD].arguments.users.maxItems;

/** The result for one ID. */
export type ExchangedId =
  | { readonly from: string; readonly state: 'exchanged'; readonly to: string }
  /** Unknown to the service, or not in this workspace. */
  | { readonly from: string; readonly state: 'invalid' }
  /** The service refuses every call with this ID. */
  | { readonly from: string; readonly state: 'refused'; readonly code: string };

/** The result for the IDs of one call, and the workspace of the response. */
export interface ExchangedBatch {
  readonly ids: readonly ExchangedId[];
  readonly teamId: WorkspaceId | undefined;
  readonly enterpriseId: string | undefined;
}

export interface ExchangeOptions {
  readonly teamId?: WorkspaceId;
  /** Whether to convert global IDs back to local ones. */
  readonly toOld: boolean;
}

/** Refusals that individual IDs may cause. The call is split in halves until these IDs are isolated. */
const DUE_TO_IDS: readonly string[] = [
  'fatal_error',
  'internal_error',
  'invalid_arguments',
  'too_many_users',
  'user_not_found',
] satisfies readonly WebErrorCode[];

/** Failures of the service itself: an ID may be the cause only if it accepts others. */
const OF_THE_SERVICE: readonly string[] = ['fatal_error', 'internal_error'] satisfies readonly WebErrorCode[];

/** Maximum number of consecutive IDs that are refused individually; after that the cause is not the IDs. */
const MAX_REFUSED_IN_A_ROW = 8;

/**
 * Exchanges any number of IDs in calls of 400 (WEB §4.10). Every ID is returned as exchanged, invalid or
 * refused.
 * @throws Failure the service's refusal of all calls, such as not_enterprise_team; its last fatal_error or
 * internal_error if it accepted no call, after all IDs were returned
 */
export async function* exchangeIds(
  client: WebApiClient,
  ids: Iterable<string>,
  options: ExchangeOptions,
  signal?: AbortSignal,
): AsyncGenerator<ExchangedBatch, void> {
  const seen: ExchangeProgress = { taken: 0, refusedInARow: 0, failing: undefined };
  for (const batch of inBatches(ids, IDS_PER_CALL))
    yield* exchangeBatch(client, batch, options, seen, signal);
  // If the service fails at everything, the IDs may be valid.
  if (seen.taken === 0 && seen.failing !== undefined) throw seen.failing;
}

interface ExchangeProgress {
  /** Successful calls. */
  taken: number;
  refusedInARow: number;
  /** The last failure of the service itself. */
  failing: Failure | undefined;
}

async function* exchangeBatch(
  client: WebApiClient,
  ids: readonly string[],
  options: ExchangeOptions,
  seen: ExchangeProgress,
  signal: AbortSignal | undefined,
): AsyncGenerator<ExchangedBatch, void> {
  const given: WebApiArguments = {
    users: ids,
    ...defined({ team_id: options.teamId }),
    ...(options.toOld ? { to_old: true } : {}),
  };
  try {
    const body = await client.call({ method: METHOD, arguments: given }, signal);
    seen.refusedInARow = 0;
    seen.taken += 1;
    yield readBatch(ids, body);
    return;
  } catch (error) {
    if (!(error instanceof Failure) || !DUE_TO_IDS.includes(error.code ?? '')) throw error;
    const [only] = ids;
    if (ids.length === 1 && only !== undefined) {
      seen.refusedInARow += 1;
      if (OF_THE_SERVICE.includes(error.code ?? '')) seen.failing = error;
      if (seen.refusedInARow >= MAX_REFUSED_IN_A_ROW) throw error;
      const refused = { from: only, state: 'refused', code: error.code ?? '' } as const;
      yield { ids: [refused], teamId: undefined, enterpriseId: undefined };
      return;
    }
  }
  const middle = Math.ceil(ids.length / 2);
  yield* exchangeBatch(client, ids.slice(0, middle), options, seen, signal);
  yield* exchangeBatch(client, ids.slice(middle), options, seen, signal);
}

/**
 * Reads a response. An ID that is neither in the map nor in the list of invalid IDs counts as invalid, so
 * that none is lost.
 */
function readBatch(ids: readonly string[], body: JsonObject): ExchangedBatch {
  const map = isJsonObject(body['user_id_map']) ? body['user_id_map'] : {};
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const team = text(body['team_id']);
  return {
    ids: ids.map((from) => {
      const to = Object.hasOwn(map, from) ? text(map[from]) : undefined;
      return to === undefined ? { from, state: 'invalid' } : { from, state: 'exchanged', to };
    }),
    teamId: team === undefined ? undefined : workspaceId(team),
    enterpriseId: text(body['enterprise_id']),
  };
}

function* inBatches<T>(items: Iterable<T>, size: number): Generator<readonly T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
