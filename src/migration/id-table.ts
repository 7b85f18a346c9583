/** An ID of a map and how often it was found. */
export interface CountedId {
  readonly id: string;
  /** Its replacement; undefined for an ID that occurs in the map only as a replacement. */
  readonly replacement: string | undefined;
  readonly count: number;
}

/**
 * A map of IDs that is looked up by bytes. All data of an ID is contiguous in memory, because a lookup among
 * hundreds of thousands is dominated by memory latency; a lookup allocates nothing.
 */
export interface IdTable {
  /** Length of the longest ID, in bytes. */
  readonly longest: number;
  readonly longestReplacement: number;
  /** Marks the first bytes of the IDs in the table. */
  readonly firstBytes: Uint8Array;
  /** Returns a handle of the ID in these bytes and counts it; -1 if it is not in the table. */
  find(bytes: Uint8Array, start: number, end: number): number;
  /** Writes the replacement to the target. @returns its length in bytes; 0 for an ID that is not replaced */
  writeReplacement(handle: number, target: Uint8Array, at: number): number;
  hasReplacement(handle: number): boolean;
  /** Reverts the count of the last lookup, if the ID is not replaced after all. */
  uncount(handle: number): void;
  /** The IDs that were found, in no particular order. */
  counted(): IterableIterator<CountedId>;
  /** The table itself, for other threads. */
  readonly memory: IdTableMemory;
}

/** A table shared by several threads, which also share the counts. */
export interface IdTableMemory {
  readonly records: SharedArrayBuffer;
  /** Bytes per record. */
  readonly stride: number;
  readonly longest: number;
  readonly longestReplacement: number;
  readonly firstBytes: Uint8Array;
}

/**
 * Layout of a record: a count, the lengths of ID and replacement, then both texts. A length of 0 marks a free
 * record.
 */
const COUNT_BYTES = 4;
const LENGTHS_AT = COUNT_BYTES;
const TEXT_AT = LENGTHS_AT + 2;
const MAX_FILL_SHARE = 0.6;

/** Builds the table from every ID that changes and, as an ID without replacement, every replacement. */
export function buildIdTable(map: ReadonlyMap<string, string>): IdTable {
  const firstBytes = new Uint8Array(256);
  let longest = 0;
  let longestReplacement = 0;
  for (const [id, replacement] of map) {
    longest = Math.max(longest, id.length, replacement.length);
    longestReplacement = Math.max(longestReplacement, replacement.length);
    firstBytes[id.charCodeAt(0)] = 1;
    firstBytes[replacement.charCodeAt(0)] = 1;
  }
  const stride = Math.ceil((TEXT_AT + longest + longestReplacement) / COUNT_BYTES) * COUNT_BYTES;
  const capacity = 2 ** Math.ceil(Math.log2(Math.max(8, (map.size * 2) / MAX_FILL_SHARE)));
  const memory = {
    records: new SharedArrayBuffer(capacity * stride),
    stride,
    longest,
    longestReplacement,
    firstBytes,
  };
  const records = Buffer.from(memory.records);
  const locate = locator(memory);
  const put = (id: string, replacement: string) => {
    const bytes = Buffer.from(id, 'latin1');
    const record = locate(bytes, 0, bytes.length);
    records[record + LENGTHS_AT] = bytes.length;
    records.set(bytes, record + TEXT_AT);
    if (replacement === '') return;
    records[record + LENGTHS_AT + 1] = replacement.length;
    records.write(replacement, record + TEXT_AT + longest, 'latin1');
  };
  for (const replacement of map.values()) put(replacement, '');
  for (const [id, replacement] of map) if (id !== replacement) put(id, replacement);

  return openIdTable(memory);
}

/**
 * Opens a table built earlier, possibly by another thread. @param isShared whether other threads count at the
 * same time
 */
export function openIdTable(memory: IdTableMemory, isShared = false): IdTable {
  const { stride, longest, longestReplacement, firstBytes } = memory;
  const records = Buffer.from(memory.records);
  const counts = new Uint32Array(memory.records);
  const locate = locator(memory);
  return {
    memory,
    longest,
    longestReplacement,
    firstBytes,
    find(bytes, start, end) {
      const record = locate(bytes, start, end);
      if (records[record + LENGTHS_AT] === 0) return -1;
      const counter = record / COUNT_BYTES;
      if (isShared) Atomics.add(counts, counter, 1);
      else counts[counter] = (counts[counter] ?? 0) + 1;
      return record;
    },
    uncount(record) {
      const counter = record / COUNT_BYTES;
      if (isShared) Atomics.sub(counts, counter, 1);
      else counts[counter] = (counts[counter] ?? 0) - 1;
    },
    hasReplacement: (record) => records[record + LENGTHS_AT + 1] !== 0,
    writeReplacement(record, target, at) {
      const length = records[record + LENGTHS_AT + 1] ?? 0;
      const from = record + TEXT_AT + longest;
      for (let offset = 0; offset < length; offset += 1) target[at + offset] = records[from + offset] ?? 0;
      return length;
    },
    *counted() {
      for (let record = 0; record < records.length; record += stride) {
        const count = counts[record / COUNT_BYTES] ?? 0;
        if (count === 0) continue;
        const [length = 0, replacementLength = 0] = records.subarray(record + LENGTHS_AT);
        const text = (at: number, size: number) => records.toString('latin1', at, at + size);
        yield {
          id: text(record + TEXT_AT, length),
          replacement:
            replacementLength === 0 ? undefined : text(record + TEXT_AT + longest, replacementLength),
          count,
        };
      }
    },
  };
}

/** Returns a copy of a table, which counts for itself. */
export function copiedIdTable({ memory }: IdTable): IdTable {
  return openIdTable({ ...memory, records: memory.records.slice(0) });
}

/** Returns a function that locates the record of an ID, or the free record for it. */
function locator({ records: memory, stride }: IdTableMemory) {
  const records = Buffer.from(memory);
  const last = records.length / stride - 1;
  return (bytes: Uint8Array, start: number, end: number): number => {
    const length = end - start;
    for (let slot = hashOf(bytes, start, end) & last; ; slot = (slot + 1) & last) {
      const record = slot * stride;
      const known = records[record + LENGTHS_AT];
      if (known === 0) return record;
      if (known === length && isSame(records, record + TEXT_AT, bytes, start, length)) return record;
    }
  };
}

function isSame(own: Uint8Array, from: number, bytes: Uint8Array, start: number, length: number): boolean {
  for (let offset = 0; offset < length; offset += 1) {
    if (own[from + offset] !== bytes[start + offset]) return false;
  }
  return true;
}

/** FNV-1a with a final mix, because neighbors in a map differ only in their last characters. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let index = start; index < end; index += 1) {
    hash = Math.imul(hash ^ (bytes[index] ?? 0), 0x01000193);
  }
  return hash ^ (hash >>> 15);
}
