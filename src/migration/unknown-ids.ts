import { characterTable } from './dump-format.ts';

/** Maximum number of distinct unknown IDs stored by name; others are only counted, to bound memory. */
export const MAX_NAMED = 100_000;

/** Lengths of user IDs; a shorter word in capitals may be anything (assumption `user-id-shape`). */
const MIN_LENGTH = 9;
const MAX_LENGTH = 12;

/** Words that look like user IDs and are not in the map. */
export interface UnknownIds {
  /** The possible first bytes of such an ID. */
  readonly firstBytes: readonly number[];
  /** Length of the longest word examined, in bytes. */
  readonly longest: number;
  /** Counts the word if it looks like a user ID. */
  consider(bytes: Uint8Array, start: number, end: number): void;
  total(): number;
  /** Whether there were more distinct IDs than are stored by name. */
  isCut(): boolean;
  named(): ReadonlyMap<string, number>;
  /** Adds the findings of another file or thread. */
  add(found: FoundUnknown): void;
}

/** Unknown IDs of one file, to be sent between threads. */
export interface FoundUnknown {
  readonly total: number;
  readonly isCut: boolean;
  readonly named: ReadonlyMap<string, number>;
}

const CAPITALS_AND_DIGITS = characterTable('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
const U = 0x55;
const W = 0x57;
const NINE = 0x39;

/**
 * Creates an empty collection. @param invalid IDs that the service did not know; they count as unknown
 * whatever they look like.
 */
export function createUnknownIds(invalid: ReadonlySet<string> = new Set()): UnknownIds {
  const counts = new Map<string, number>();
  const firsts = new Set([U, W]);
  let longest = MAX_LENGTH;
  for (const id of invalid) {
    firsts.add(id.charCodeAt(0));
    longest = Math.max(longest, id.length);
  }
  let total = 0;
  let isCut = false;
  const count = (id: string, times: number) => {
    const known = counts.get(id);
    if (known === undefined && counts.size >= MAX_NAMED) isCut = true;
    else counts.set(id, (known ?? 0) + times);
  };
  return {
    firstBytes: [...firsts],
    longest,
    consider(bytes, start, end) {
      const isLikely = looksLikeUserId(bytes, start, end);
      if (!isLikely && invalid.size === 0) return;
      const id = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
      if (!isLikely && !invalid.has(id)) return;
      total += 1;
      count(id, 1);
    },
    add(found) {
      total += found.total;
      isCut ||= found.isCut;
      for (const [id, times] of found.named) count(id, times);
    },
    total: () => total,
    isCut: () => isCut,
    named: () => counts,
  };
}

/** Whether a word is U or W followed by capitals and digits, with at least one digit (WEB §4.10). */
function looksLikeUserId(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start];
  if ((first !== U && first !== W) || end - start < MIN_LENGTH || end - start > MAX_LENGTH) return false;
  let hasDigit = false;
  for (let index = start; index < end; index += 1) {
    const byte = bytes[index] ?? 0;
    if (CAPITALS_AND_DIGITS[byte] === 0) return false;
    if (byte <= NINE) hasDigit = true;
  }
  return hasDigit;
}
