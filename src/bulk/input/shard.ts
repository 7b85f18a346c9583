import { createHash } from 'node:crypto';
import { foldedText } from '../../values/folded-text.ts';
import type { DesiredUser } from './desired-state.ts';
import { identityKeys, type MatchKey } from './match-keys.ts';

/** One part of a file that several machines share: number `index`, from 0, of `count`. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/**
 * Returns the number of the shard to which a key belongs: the same on every machine, whatever else is in the
 * file.
 */
export function shardOf(key: string, count: number): number {
  return createHash('sha256').update(key).digest().readUInt32BE(0) % count;
}

/** Whether a row belongs to a shard, by the key by which its user is found first. */
export function isInShard(row: DesiredUser, { index, count }: Shard, chain?: readonly MatchKey[]): boolean {
  return shardOfRow(row, count, chain) === index;
}

/** Returns the number of the shard to which a row belongs. */
export function shardOfRow(row: DesiredUser, count: number, chain?: readonly MatchKey[]): number {
  const key = identityKeys(row, chain)[0]?.key ?? `line ${row.set.userName ?? row.line}`;
  return shardOf(key, count);
}

/**
 * Whether what becomes of a group belongs to a shard: all rows of a group, as it is called in the file, are
 * in one.
 */
export function isGroupInShard(group: string, { index, count }: Shard): boolean {
  return shardOf(`group ${foldedText(group)}`, count) === index;
}
