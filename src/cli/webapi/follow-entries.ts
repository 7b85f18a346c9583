import { Interrupted } from '../../failure/interrupted.ts';
import type { WebApiArguments } from '../../webapi/encode-arguments.ts';
import { followLog, REMEMBERED_ENTRIES, readLog } from '../../webapi/integration-log.ts';
import type { WebApiClient } from '../../webapi/webapi-client.ts';
import type { Context } from '../context.ts';
import { LOG_VIEW, type LogEntry, timeOf } from '../views/log-view.ts';

/** Default number of entries printed at the start. */
const SHOWN_AT_FIRST = 10;

export interface Following {
  readonly client: WebApiClient;
  readonly filters: WebApiArguments;
  readonly isWanted: (entry: LogEntry) => boolean;
  /** Initially print all entries since this time. */
  readonly since: number | undefined;
  /** Polling interval in milliseconds. */
  readonly interval: number;
}

/** Prints the latest entries, oldest first, and keeps printing new ones until a signal arrives. */
export async function followEntries(context: Context, following: Following): Promise<void> {
  const printer = await context.printer();
  await printer.live(newEntries(context, following, context.common.limit ?? SHOWN_AT_FIRST), LOG_VIEW);
}

async function* newEntries(
  { host, shutdown, common }: Context,
  { client, filters, isWanted, since, interval }: Following,
  limit: number,
): AsyncGenerator<readonly LogEntry[], void> {
  const known: LogEntry[] = [];
  let total: number | undefined;
  const onTotal = (now: number | undefined) => {
    total = now;
  };
  const first: LogEntry[] = [];
  for await (const entry of readLog(client, filters, onTotal)) {
    const isShown = since === undefined ? first.length < limit : timeOf(entry) >= since;
    if (!isShown && known.length >= REMEMBERED_ENTRIES) break;
    known.push(entry);
    if (isWanted(entry)) first.push(entry);
  }
  yield (since === undefined || common.limit !== undefined ? first.slice(0, limit) : first).reverse();
  const follower = followLog(client, filters, { entries: known, total });
  for (;;) {
    await host.sleep(interval, shutdown.signal).catch((error: unknown) => {
      if (!shutdown.signal.aborted) throw error;
    });
    if (shutdown.signal.aborted) throw new Interrupted(shutdown.cause());
    yield (await follower.readNew()).filter(isWanted);
  }
}
