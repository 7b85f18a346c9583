import type { LockHolder } from '../../storage/file-lock.ts';
import { type ChangeId, changeId, type RunId, runId } from '../../values/ids.ts';
import type { Shard } from '../input/shard.ts';
import type { Change } from '../plan/change.ts';
import type { Plan } from '../plan/plan-file.ts';
import type { DatedRecord } from '../run/journal-record.ts';
import { replay } from '../run/replay.ts';
import { ownRecords } from './time-line.ts';

/** A run with its plan and its journal. */
export interface ReadRun {
  readonly id: RunId;
  readonly plan: Plan;
  readonly records: readonly DatedRecord[];
  /** The process that holds the run; absent for exported runs, and if no process does. */
  readonly holder?: LockHolder | undefined;
}

/**
 * Merges several runs into one for a report: all changes, and their records in order of time. Of two copies
 * of a run, from two machines, the more recent one is used.
 * @throws RangeError if there is no run
 */
export function mergeRuns(runs: readonly ReadRun[]): ReadRun {
  const all = latestOfEach(runs);
  const [first] = all;
  if (first === undefined) throw new RangeError('there is no run to merge');
  const changes = all.flatMap(({ plan }, index) =>
    plan.changes.map((change): Change => ({ ...change, id: idIn(index, change.id) })),
  );
  const records = all.flatMap((run, index) => run.records.flatMap((record) => recordIn(index, record)));
  records.sort((one, other) => Date.parse(one.t) - Date.parse(other.t));
  const start = all.flatMap(({ records: own }) => own.filter(({ type }) => type === 'run.start')).at(0);
  const last = ownRecords(records).at(-1)?.t ?? first.plan.created;
  const calls = all
    .flatMap((run) => run.records)
    .reduce(
      (sum, record) =>
        sum + (record.type === 'run.end' || record.type === 'run.pause' ? (record.calls ?? 0) : 0),
      0,
    );
  const isFinished = all.every(({ plan, records: own }) => replay(own, plan.changes).isFinished);
  return {
    id: runId(all.map(({ id }) => id).join('+')),
    plan: {
      ...first.plan,
      source: {
        ...first.plan.source,
        file: [...new Set(all.map(({ plan }) => plan.source.file))].join(', '),
      },
      changes,
    },
    records: [
      ...(start === undefined ? [] : [start]),
      ...records,
      isFinished
        ? { t: last, type: 'run.end', succeeded: 0, failed: 0, calls }
        : { t: last, type: 'run.pause', why: 'not all runs are finished', calls },
    ],
  };
}

/** Returns each run once, the oldest first. */
export function latestOfEach(runs: readonly ReadRun[]): readonly ReadRun[] {
  const best = new Map<string, ReadRun>();
  for (const run of runs) {
    const known = best.get(run.id);
    if (known === undefined || known.records.length < run.records.length) best.set(run.id, run);
  }
  return [...best.values()].sort((one, other) => one.id.localeCompare(other.id));
}

/** Returns the shards that are missing from a set of runs, such as "2/4", for each shard count in it. */
export function missingShards(runs: readonly ReadRun[]): readonly string[] {
  const found = runs.flatMap(({ plan }) => plan.source.reading?.shard ?? []);
  return [...new Set(found.map(({ count }) => count))].flatMap((count) =>
    Array.from({ length: count }, (_, index): Shard => ({ index, count }))
      .filter(({ index }) => !found.some((shard) => shard.count === count && shard.index === index))
      .map(shardInWords),
  );
}

/** Returns a shard in the format of `--shard`: "1/4". */
export function shardInWords({ index, count }: Shard): string {
  return `${index}/${count}`;
}

function idIn(index: number, change: ChangeId): ChangeId {
  return changeId(`${index}:${change}`);
}

/** Drops records about a single run, such as its start and its pauses. */
function recordIn(index: number, record: DatedRecord): readonly DatedRecord[] {
  switch (record.type) {
    case 'intent':
    case 'outcome':
    case 'absent':
      return [{ ...record, change: idIn(index, record.change) }];
    case 'throttled':
    case 'outage':
      return [record];
    case 'run.start':
    case 'run.pause':
    case 'run.end':
    case 'part.undone':
      return [];
  }
}
