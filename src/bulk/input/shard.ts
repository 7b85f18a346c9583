import { createHash } from 'node:crypto';
import { comparisonKey } from '../../values/comparison-key.ts';
import type { DesiredUser } from './desired-state.ts';
import { identityKeys, type MatchKey } from './match-keys.ts';

/** One part of a file that several machines process: number `index`, 0-based, of `count`. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Returns the shard of a key, 0-based: the same on every machine, whatever else is in the file. */
export function shardOf(key: string, count: number): number {
  return createHash('sha256').update(key).digest().readUInt32BE(0) % count;
}

/** Whether a row belongs to a shard, by the first of its keys. */
export function isInShard(row: DesiredUser, { index, count }: Shard, chain?: readonly MatchKey[]): boolean {
  return shardOfRow(row, count, chain) === index;
}

/** Returns the shard of a row, 0-based. */
export function shardOfRow(row: DesiredUser, count: number, chain?: readonly MatchKey[]): number {
  const key = identityKeys(row, chain)[0]?.key ?? `line ${row.set.userName ?? row.line}`;
  return shardOf(key, count);
}

/**
 * Whether a group belongs to a shard. All rows of a group, by its name in the file, are in the same shard.
 */
export function isGroupInShard(group: string, { index, count }: Shard): boolean {
  return shardOf(`group ${comparisonKey(group)}`, count) === index;
}
