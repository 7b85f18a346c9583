import { createHash } from 'node:crypto';
import type { MatchKey } from './match-keys.ts';
import type { RowSelection } from './row-selection.ts';

/** How a file was read: which map, which rows. A plan remembers it, to read the same again. */
export interface InputReading extends RowSelection {
  readonly map?: { readonly file: string; readonly digest: string };
  /** The map of the IDs that the file has from another organization. */
  readonly idMap?: { readonly file: string; readonly digest: string };
  /** The keys by which users are found, where they are declared. */
  readonly match?: readonly MatchKey[];
  /** Lines whose identity changes a person has looked at. */
  readonly accept?: readonly number[];
  /** Rows with findings are left out. */
  readonly onBadRow?: 'skip';
}

/**
 * Returns what two inputs have in common only if they want the same: the digest of the file, of how it was
 * read, or of both.
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

/** Whether some rows of the file may be left out. */
export function choosesRows(reading: InputReading): boolean {
  return reading.shard !== undefined || choosesSome(reading);
}

/** Whether rows may be left out that no shard takes. */
export function choosesSome({ where, skip, first }: InputReading): boolean {
  return [where, skip, first].some((choice) => choice !== undefined);
}
