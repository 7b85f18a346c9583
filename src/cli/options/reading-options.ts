import { type Command, InvalidArgumentError, Option, type OptionValues } from '@commander-js/extra-typings';
import type { ColumnMap } from '../../bulk/input/column-map.ts';
import { readMap } from '../../bulk/input/read-map.ts';
import type { Reading } from '../../bulk/input/reading.ts';
import type { Shard } from '../../bulk/input/shard.ts';
import { Failure } from '../../failure/failure.ts';
import type { Context } from '../context.ts';
import { parseCount } from './parse-values.ts';

/** Flags that say how a file is read and which of its rows are meant. */
export interface ReadingOptions {
  readonly map?: string | undefined;
  readonly where?: string | undefined;
  readonly skip?: number | undefined;
  readonly first?: number | undefined;
  readonly shard?: ShardWords | undefined;
}

/** What was typed: the index may come from the environment. */
export interface ShardWords {
  readonly index: number | 'auto';
  readonly count: number;
}

/** Adds the flags of `ReadingOptions`. */
export const withReadingOptions = <
  Arguments extends unknown[],
  Flags extends OptionValues,
  Common extends OptionValues,
>(
  command: Command<Arguments, Flags, Common>,
) =>
  command
    .addOption(mapOption())
    .addOption(whereOption())
    .addOption(firstOption())
    .addOption(skipOption())
    .addOption(shardOption());

const mapOption = () => new Option('--map <file>', 'YAML that makes columns of the headings of an HR export');

const whereOption = () =>
  new Option('--where <expression>', 'only rows that match, such as \'department eq "Support"\'');

const firstOption = () => new Option('--first <count>', 'only so many rows').argParser(parseCount);

const skipOption = () => new Option('--skip <count>', 'not the first rows').argParser(parseCount);

const shardOption = () =>
  new Option('--shard <i/n>', 'only share i (from 0) of n; auto/n takes JOB_COMPLETION_INDEX').argParser(
    parseShard,
  );

/** Largest number of shards: more of them than calls in a minute help nobody. */
const MOST_SHARDS = 1000;

function parseShard(text: string): ShardWords {
  const [, index = '', counted = ''] = /^(\d{1,4}|auto)\/(\d{1,4})$/.exec(text) ?? [];
  const count = Number(counted);
  if (index === '' || count < 1 || count > MOST_SHARDS)
    throw new InvalidArgumentError('It is share/of, such as 0/4, or auto/4.');
  if (index === 'auto') return { index, count };
  if (Number(index) >= count)
    throw new InvalidArgumentError(`Shares are counted from 0; the last one is ${count - 1}/${count}.`);
  return { index: Number(index), count };
}

/** How a file is read: in words that a plan can keep, and the map itself. */
export interface HowToRead {
  /** Undefined when the file is read as it stands, whole. */
  readonly reading: Reading | undefined;
  readonly map: ColumnMap | undefined;
}

/** Reads what the flags say. @throws Failure for a map or a share that cannot be used; nothing was sent. */
export async function howToRead(
  context: Context,
  { map: file, where, skip, first, shard }: ReadingOptions,
): Promise<HowToRead> {
  const { world } = context;
  const map = file === undefined ? undefined : await readMap(file, world.streams.stdin);
  const reading: Reading = {
    ...(file === undefined || map === undefined ? {} : { map: { file, digest: map.digest } }),
    ...(where === undefined ? {} : { where }),
    ...(skip === undefined ? {} : { skip }),
    ...(first === undefined ? {} : { first }),
    ...(shard === undefined ? {} : { shard: shardFrom(shard, world.env['JOB_COMPLETION_INDEX']) }),
  };
  context.shares = sharesOf(reading);
  return { map, reading: Object.keys(reading).length === 0 ? undefined : reading };
}

/** Returns among how many machines the rows are shared. */
export function sharesOf(reading: Reading | undefined): number {
  return reading?.shard?.count ?? 1;
}

/** The same again, as a plan remembers it. @throws Failure `stale` when the map changed since. */
export async function howItWasRead({ world }: Context, reading: Reading | undefined): Promise<HowToRead> {
  if (reading?.map === undefined) return { reading, map: undefined };
  const map = await readMap(reading.map.file, world.streams.stdin);
  if (map.digest === reading.map.digest) return { reading, map };
  throw new Failure('stale', `the plan is stale: the map ${reading.map.file} changed since`);
}

/** The share of this machine; Kubernetes tells the pods of an indexed Job their numbers from 0. */
function shardFrom({ index, count }: ShardWords, completionIndex: string | undefined): Shard {
  if (index !== 'auto') return { index, count };
  if (completionIndex === undefined || completionIndex === '')
    throw new Failure('usage', `--shard auto/${count} needs JOB_COMPLETION_INDEX, which is not set`, {
      hint: `name the share: --shard 0/${count}`,
    });
  if (/^\d{1,4}$/.test(completionIndex) && Number(completionIndex) < count)
    return { index: Number(completionIndex), count };
  throw new Failure(
    'usage',
    `JOB_COMPLETION_INDEX is "${completionIndex}"; of ${count} shares the last is ${count - 1}`,
    {
      hint: 'completions of the Job and n of --shard auto/n must be the same number',
    },
  );
}
