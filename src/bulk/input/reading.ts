import { createHash } from 'node:crypto';
import type { MatchKey } from './match-keys.ts';
import type { RowSelection } from './row-selection.ts';

/**
 * How a file was read: with which map, and which rows. A plan stores it so that the file can be read the same
 * way again.
 */
export interface InputReading extends RowSelection {
  readonly map?: { readonly file: string; readonly digest: string };
  /** The map for IDs of another organization in the file. */
  readonly idMap?: { readonly file: string; readonly digest: string };
  /** The keys that find users, if they are declared. */
  readonly match?: readonly MatchKey[];
  /** Lines with identity changes that the user has accepted. */
  readonly accept?: readonly number[];
  /** Rows with findings are skipped. */
  readonly onBadRow?: 'skip';
}

/**
 * Returns a digest that is equal only for inputs that ask for the same: of the file alone, or of the file and
 * how it was read.
 */
export function sourceIdentity(source: { readonly digest: string; readonly reading?: InputReading }): string {
  const { digest, reading } = source;
  if (reading === undefined) return digest;
  const { map, where, skip, first, shard, idMap, ...others } = reading;
  const words: unknown[] = [digest, map?.digest, where, skip, first, shard?.index, shard?.count];
  if (idMap !== undefined) words.push(['idMap', idMap.digest]);
  if (Object.keys(others).length > 0) words.push(Object.entries(others).sort());
  return createHash('sha256').update(JSON.stringify(words)).digest('hex');
}

/** Whether some rows of the file may not be read. */
export function isPartOfFile(reading: InputReading): boolean {
  return reading.shard !== undefined || hasRowFilter(reading);
}

/** Whether some rows may be in no shard. */
export function hasRowFilter({ where, skip, first }: InputReading): boolean {
  return [where, skip, first].some((choice) => choice !== undefined);
}
