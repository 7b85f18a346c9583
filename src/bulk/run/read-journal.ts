import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { Failure } from '../../failure/failure.ts';
import { describeMisfit } from '../../json/shapes.ts';
import { FLUSH_START_LINE, readLine } from './journal-line.ts';
import type { DatedRecord, JournalRecord } from './journal-record.ts';

/** Reads the records of a journal without changing the file. */
export function readJournal(path: string): {
  records: readonly DatedRecord[];
  checksum: string;
  validBytes: number;
} {
  return readJournalText(readFileSync(path, 'utf8'), path);
}

/**
 * Parses the text of a journal.
 * @param path file name for messages
 * @throws Failure `storage` if it is damaged
 */
export function readJournalText(
  text: string,
  path: string,
): {
  records: readonly DatedRecord[];
  checksum: string;
  validBytes: number;
} {
  const records: DatedRecord[] = [];
  let checksum = '';
  let validBytes = 0;
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line === '' && index === lines.length - 1) break;
    const record = index === lines.length - 1 ? undefined : readLine(line, checksum);
    if (record === undefined) {
      // Only the last flush before a power cut may be missing. A disk may keep its end without its beginning.
      if (!lines.slice(index + 1).some((later) => FLUSH_START_LINE.test(later))) break;
      throw damaged(path, `line ${index + 1} does not follow line ${index}`);
    }
    // A line with a matching checksum was written completely, so a misfit is damage, not an incomplete end.
    if ('misfit' in record.record)
      throw damaged(path, `line ${index + 1}: ${describeMisfit(record.record.misfit)}`);
    records.push(record.record.value);
    checksum = record.checksum;
    validBytes += Buffer.byteLength(line) + 1;
  }
  return { records, checksum, validBytes };
}

function damaged(path: string, why: string): Failure {
  return new Failure('storage', `the journal ${path} is damaged: ${why}`, {
    hint: 'nothing was sent; move the run folder away, then plan again',
  });
}

/** Maximum length of the first line, in bytes: its texts are bounded, and a character takes up to six. */
const START_BYTES = 32_768;

/** Returns the first record of a journal, which describes the run; undefined if it is incomplete. */
export function readStart(path: string): Extract<JournalRecord, { type: 'run.start' }> | undefined {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(START_BYTES);
    const text = buffer.toString('utf8', 0, readSync(file, buffer));
    const read = text.includes('\n') ? readLine(text.slice(0, text.indexOf('\n')), '')?.record : undefined;
    return read !== undefined && 'value' in read && read.value.type === 'run.start' ? read.value : undefined;
  } finally {
    closeSync(file);
  }
}
