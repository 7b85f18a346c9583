import type { ColumnMap } from '../../bulk/input/column-map.ts';
import type { Dialect } from '../../bulk/input/dialect.ts';
import { digestOfIds, type ForeignIds } from '../../bulk/input/foreign-ids.ts';
import type { InputReading } from '../../bulk/input/reading.ts';
import { mentionsToday } from '../../bulk/input/row-days.ts';
import type { Shard } from '../../bulk/input/shard.ts';
import { Failure } from '../../failure/failure.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import type { FeedOptions } from '../options/feed-options.ts';
import type { DialectOptions, ReadingOptions, ShardWords } from '../options/reading-options.ts';
import { type AcceptedRows, acceptedLines } from './accepted-lines.ts';

/** How a file is read: the options as stored in a plan, and the map itself. */
export interface InputOptions {
  /** Undefined if the file is read whole and without a map. */
  readonly reading: InputReading | undefined;
  readonly map: ColumnMap | undefined;
  /** The mapping of the IDs in the file if they belong to another organization. */
  readonly foreign?: ForeignIds | undefined;
  /** Rows whose identity changes the user has reviewed. */
  readonly reviewed?: AcceptedRows | undefined;
  /** How the file is compared with the last one. */
  readonly feed?: ComparedFeed | undefined;
}

/** The flags for a recurring file. */
export type ComparedFeed = Pick<FeedOptions, 'feed' | 'minRows' | 'maxBlanked'>;

/**
 * Resolves the reading flags.
 * @throws Failure for an unusable map or shard; nothing was sent
 */
export async function resolveInputOptions(
  context: Context,
  options: ReadingOptions & ComparedFeed,
): Promise<InputOptions> {
  const {
    map: file,
    idMap,
    where,
    skip,
    first,
    shard,
    match,
    acceptIdentityChange,
    onBadRow,
    today,
  } = options;
  const dialect = dialectOf(options);
  const { host } = context;
  const map = file === undefined ? undefined : await readMapOf(context, file, today);
  const foreign = idMap === undefined ? undefined : await readIdsOf(context, idMap);
  const reviewed =
    acceptIdentityChange === undefined
      ? undefined
      : await acceptedLines(acceptIdentityChange, host.streams.stdin);
  const reading: InputReading = {
    ...(file === undefined || map === undefined ? {} : { map: { file, digest: map.digest } }),
    ...(foreign === undefined ? {} : { idMap: { file: foreign.file, digest: digestOfIds(foreign) } }),
    ...defined({ where, skip, first }),
    ...(shard === undefined ? {} : { shard: shardFrom(shard, host.env['JOB_COMPLETION_INDEX']) }),
    ...defined({ match, dialect }),
    ...(reviewed === undefined ? {} : { accept: [...reviewed.keys()].sort((one, other) => one - other) }),
    ...(onBadRow === 'skip' ? { onBadRow } : {}),
    // Only if the input depends on the day; otherwise the same file is the same input on another day.
    ...(mentionsToday(where) || dependsOnToday(map) ? { today: today ?? todayOf(host) } : {}),
  };
  const { feed, minRows, maxBlanked } = options;
  const compared = defined({ feed, minRows, maxBlanked });
  return {
    map,
    foreign,
    reviewed,
    feed: compared,
    reading: Object.keys(reading).length === 0 ? undefined : reading,
  };
}

/** Returns the dialect given by the flags; undefined if they set nothing. */
export function dialectOf({ delimiter, encoding, headerRow, decimal }: DialectOptions): Dialect | undefined {
  const dialect: Dialect = {
    ...defined({ delimiter, encoding, headerRow, decimal }),
  };
  return Object.keys(dialect).length === 0 ? undefined : dialect;
}

/** Returns the number of shards. */
export function shardCountOf(reading: InputReading | undefined): number {
  return reading?.shard?.count ?? 1;
}

/**
 * Restores the reading options that a plan contains.
 * @throws Failure `stale` if a map has changed since
 */
export async function restoreInputOptions(
  context: Context,
  reading: InputReading | undefined,
): Promise<InputOptions> {
  const { map: kept, idMap } = reading ?? {};
  const map = kept === undefined ? undefined : await readMapOf(context, kept.file, reading?.today);
  if (kept !== undefined && map?.digest !== kept.digest) throw changedMap(kept.file);
  const foreign = idMap === undefined ? undefined : await readIdsOf(context, idMap.file);
  if (idMap !== undefined && foreign !== undefined && digestOfIds(foreign) !== idMap.digest)
    throw changedMap(idMap.file);
  return { reading, map, foreign };
}

function changedMap(file: string): Failure {
  return new Failure('stale', `the plan is stale: the map ${file} has changed`);
}

/** Returns the shard of this machine; Kubernetes numbers the pods of an indexed Job from 0. */
function shardFrom({ index, count }: ShardWords, completionIndex: string | undefined): Shard {
  if (index !== 'auto') return { index, count };
  if (completionIndex === undefined || completionIndex === '')
    throw new Failure('usage', `--shard auto/${count} needs JOB_COMPLETION_INDEX, which is not set`, {
      hint: `name the shard: --shard 0/${count}`,
    });
  if (/^\d{1,4}$/.test(completionIndex) && Number(completionIndex) < count)
    return { index: Number(completionIndex), count };
  throw new Failure(
    'usage',
    `JOB_COMPLETION_INDEX is "${completionIndex}"; the last of ${count} shards is ${count - 1}`,
    {
      hint: 'completions of the Job and n of --shard auto/n must be the same number',
    },
  );
}

function todayOf({ now }: Context['host']): string {
  return new Date(now()).toISOString().slice(0, 10);
}

/** Whether a map yields a different result for the same file on another day. */
function dependsOnToday(map: ColumnMap | undefined): boolean {
  if (map === undefined) return false;
  const variants = [
    ...map.rules.map((rule) => rule.variants),
    ...Object.values(map.memberships ?? {}),
  ].flat();
  const isDated = variants.some(({ today, when }) => today !== undefined || when?.isByToday === true);
  const groups = map.groups?.rules.some(({ when }) => mentionsToday(when)) === true;
  return isDated || groups || mentionsToday(map.provision?.when);
}

async function readIdsOf({ host }: Context, file: string): Promise<ForeignIds> {
  const { readIdMap } = await import('../../migration/read-id-map.ts');
  const { ids, invalid } = await readIdMap(file, host.streams.stdin);
  return { file, ids, invalid };
}

/**
 * Reads a map. Its modules contain large tables of letters and patterns and are loaded only if there is a
 * map.
 */
async function readMapOf({ host }: Context, file: string, today: string | undefined): Promise<ColumnMap> {
  const { readMap } = await import('../../bulk/input/read-map.ts');
  return readMap(file, host.streams.stdin, today ?? todayOf(host), host.tape?.remember);
}
