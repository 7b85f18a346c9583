import { crc32 } from 'node:zlib';
import { textAllowedOut } from '../../gate/gate.ts';
import { readBoundedJson } from '../../json/bounded-json.ts';
import type { Reading } from '../../json/shapes.ts';
import type { DatedRecord, JournalRecord } from './journal-record.ts';
import { recordFrom } from './record-shapes.ts';

const CHECKSUM = /,"c":"([0-9a-f]{8})"\}$/;

/** Says of a line that it was flushed together with the one before: nothing that follows from it was done while that one was unsafe. */
const JOINED = { joined: true } as const;

/** A line that was flushed after the one before it was safe. */
export const NOT_JOINED = /^\{"seq":\d+,"t":"[^"]*",(?!"joined":true)/;

/**
 * Returns a record as a line of a journal, with its checksum.
 * @param place.time RFC 3339
 * @param place.isJoined whether it is flushed together with the line before
 * @param place.before the checksum of that line
 */
export function recordLine(
  record: JournalRecord,
  place: { readonly seq: number; readonly time: string; readonly isJoined: boolean; readonly before: string },
): { readonly text: string; readonly checksum: string } {
  const { seq, time, isJoined, before } = place;
  // Before the checksum, which is over what is in the file.
  const payload = textAllowedOut(
    JSON.stringify({ seq, t: time, ...(isJoined ? JOINED : {}), ...record }),
    'data',
  );
  const checksum = chained(before, payload);
  return { text: `${payload.slice(0, -1)},"c":"${checksum}"}\n`, checksum };
}

/** Reads a line of a journal; undefined when it does not follow the line with the checksum `before`. */
export function readLine(
  line: string,
  before: string,
): { readonly record: Reading<DatedRecord>; readonly checksum: string } | undefined {
  const checksum = CHECKSUM.exec(line)?.[1];
  if (checksum === undefined) return undefined;
  const payload = line.replace(CHECKSUM, '}');
  if (chained(before, payload) !== checksum) return undefined;
  const read = readBoundedJson(payload);
  return 'value' in read ? { record: recordFrom(read.value), checksum } : undefined;
}

/** A checksum over a record and the one before. */
function chained(before: string, payload: string): string {
  return crc32(before + payload)
    .toString(16)
    .padStart(8, '0');
}
