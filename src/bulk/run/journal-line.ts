import { crc32 } from 'node:zlib';
import { redactOutputText } from '../../gate/gate.ts';
import { readBoundedJson } from '../../json/bounded-json.ts';
import type { ReadValue } from '../../json/shapes.ts';
import type { DatedRecord, JournalRecord } from './journal-record.ts';
import { recordFrom } from './record-shapes.ts';

const CHECKSUM = /,"c":"([0-9a-f]{8})"\}$/;

/** Matches a line of a new flush: it was written after the previous line was on disk. */
export const FLUSH_START_LINE = /^\{"seq":\d+,"t":"[^"]*",(?!"joined":true)/;

/** Position of a record in a journal. */
export interface RecordPlace {
  readonly seq: number;
  /** RFC 3339. */
  readonly time: string;
  /**
   * Whether the record is flushed together with the previous line. No request that depends on that line was
   * sent before the flush.
   */
  readonly isJoined: boolean;
}

/** Lines of a journal, and the checksum of the last one. */
export interface JournalText {
  readonly text: string;
  readonly checksum: string;
}

/**
 * Returns a record as a line of a journal, with its checksum.
 * @param place.before checksum of the previous line
 */
export function recordLine(
  record: JournalRecord,
  place: RecordPlace & { readonly before: string },
): JournalText {
  return recordLines([{ record, place }], place.before);
}

/**
 * Returns consecutive records as lines.
 * @param before checksum of the line before them
 */
export function recordLines(
  records: readonly { readonly record: JournalRecord; readonly place: RecordPlace }[],
  before: string,
): JournalText {
  const payloads = records.map(({ record, place }) => payloadOf(record, place));
  // One check for all records: hardly any contains a secret.
  const all = payloads.join('\n');
  const isSafe = redactOutputText(all, 'data') === all;
  let checksum = before;
  let text = '';
  for (const payload of payloads) {
    // Redacted before the checksum, which covers the text in the file.
    const safe = isSafe ? payload : redactOutputText(payload, 'data');
    checksum = chainChecksum(checksum, safe);
    text += `${safe.slice(0, -1)},"c":"${checksum}"}\n`;
  }
  return { text, checksum };
}

function payloadOf(record: JournalRecord, { seq, time, isJoined }: RecordPlace): string {
  return `{"seq":${seq},"t":"${time}",${isJoined ? '"joined":true,' : ''}${JSON.stringify(record).slice(1)}`;
}

/** Parses a line of a journal; undefined if it does not follow the line with the checksum `before`. */
export function readLine(
  line: string,
  before: string,
): { readonly record: ReadValue<DatedRecord>; readonly checksum: string } | undefined {
  const checksum = CHECKSUM.exec(line)?.[1];
  if (checksum === undefined) return undefined;
  const payload = line.replace(CHECKSUM, '}');
  if (chainChecksum(before, payload) !== checksum) return undefined;
  const read = readBoundedJson(payload);
  return 'value' in read ? { record: recordFrom(read.value), checksum } : undefined;
}

/** Returns the checksum of a record and of the previous checksum. */
function chainChecksum(before: string, payload: string): string {
  return crc32(before + payload)
    .toString(16)
    .padStart(8, '0');
}
